import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { saveFreezePeriodsRules } from "@/api/gen/rules";
import { serverNow } from "@/api/token";
import { AreaField } from "@/ui/fields/AreaField";
import { FormDialog } from "@/ui/form/FormDialog";
import { emptyFreeze, type FreezeValues, toPeriod } from "./freezeValues";
import { type FreezeList, readFreezes, saveFreezesRequest, useRefreshPolicies } from "./shared/policies";
import { WindowFields } from "./shared/WindowFields";

const { reason, starts_at, ends_at } = saveFreezePeriodsRules.periods;
const rules = { reason, starts_at, ends_at };

/** Add a freeze period. The list is saved as a whole, so it is read again before. */
export function FreezeForm({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("changeRequests", { keyPrefix: "freezes.form" });
  const refresh = useRefreshPolicies();
  const list = useRef<FreezeList>(null);
  return (
    <FormDialog<FreezeValues>
      title={t("add")}
      submit={t("submit")}
      initial={emptyFreeze()}
      draft="freezePeriod"
      rules={rules}
      shown={{ fields: { reason: t("reason") } }}
      call="SaveFreezePeriods"
      prepare={async (values) => {
        list.current = await readFreezes();
        return values;
      }}
      toRequest={(values) =>
        list.current && saveFreezesRequest(list.current, [...list.current.periods, toPeriod(values)])
      }
      done={t("added")}
      onSent={refresh}
      onClose={onClose}
    >
      {(ask, form) => (
        <>
          <WindowFields
            ask={ask}
            form={form}
            names={["starts_at", "start_time", "ends_at", "end_time"]}
            labels={[t("from"), t("fromTime"), t("until"), t("untilTime")]}
            missing={t("missing", { returnObjects: true })}
            required
            check={(from, until) => {
              if (Date.parse(until) <= Date.parse(from)) return t("endsTooEarly");
              return Date.parse(until) > serverNow().getTime() || t("over");
            }}
          />
          <AreaField label={t("reason")} {...ask("reason", { missing: t("missing.reason") })} />
          <p className="soft">{t("zone")}</p>
        </>
      )}
    </FormDialog>
  );
}
