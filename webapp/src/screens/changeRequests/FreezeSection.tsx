import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { periodText } from "@/lib/policyTexts";
import { ConfirmDialog } from "@/ui/ConfirmDialog";
import { column } from "@/ui/columns";
import type { Column } from "@/ui/DataTable";
import { Section } from "@/ui/DetailScreen";
import { TableCard } from "@/ui/TableCard";
import { Tool } from "@/ui/Toolbar";
import { FreezeForm } from "./FreezeForm";
import { endNow, stateOf } from "./freezeValues";
import { type FreezeList, type FreezePeriod, freezeKey, readFreezes, saveFreezesRequest } from "./shared/policies";
import { useSaveList } from "./useSaveList";

const tones = { active: "bad", planned: "waiting", over: "neutral" } as const;

/** Return the periods without this one, or with its end now if it has begun. */
function withoutPeriod({ periods }: FreezeList, period: FreezePeriod): FreezePeriod[] {
  const others = periods.filter((one) => freezeKey(one) !== freezeKey(period));
  return stateOf(period) === "active" && others.length < periods.length ? [...others, endNow(period)] : others;
}

/** Freeze periods in a table. Super admins add, end and remove them. */
export function FreezeSection({ periods, isEditable }: { periods: readonly FreezePeriod[]; isEditable: boolean }) {
  const { t } = useTranslation("changeRequests", { keyPrefix: "freezes" });
  const { t: common } = useTranslation();
  const [isAdding, setAdding] = useState(false);
  const [ending, setEnding] = useState<FreezePeriod | null>(null);
  const save = useSaveList(readFreezes);
  const columns = useColumns(isEditable, setEnding);
  const kind = ending && stateOf(ending) === "active" ? "end" : "remove";
  const requestFor = (period: FreezePeriod) => (list: FreezeList) =>
    saveFreezesRequest(list, withoutPeriod(list, period));
  return (
    <Section
      title={t("list")}
      action={isEditable && <Tool icon="add" text={t("form.add")} onClick={() => setAdding(true)} />}
    >
      <TableCard caption={t("list")} columns={columns} rows={periods} rowKey={freezeKey} empty={t("empty")} />
      {isAdding && <FreezeForm onClose={() => setAdding(false)} />}
      {ending && (
        <ConfirmDialog
          title={t(`ask.${kind}.title`)}
          yes={t(`ask.${kind}.yes`)}
          no={common("cancel")}
          intent="danger"
          note={ending.reason}
          call="SaveFreezePeriods"
          toRequest={async () => requestFor(ending)(await readFreezes())}
          onYes={() => {
            setEnding(null);
            void save(requestFor(ending), t(kind === "end" ? "ended" : "removed"));
          }}
          onNo={() => setEnding(null)}
        >
          {t(`ask.${kind}.text`)}
        </ConfirmDialog>
      )}
    </Section>
  );
}

function useColumns(isEditable: boolean, onEnd: (period: FreezePeriod) => void): Column<FreezePeriod>[] {
  const { t } = useTranslation("changeRequests", { keyPrefix: "freezes" });
  return useMemo(
    () => [
      column.text("reason", t("columns.reason"), 330, ({ reason }) => reason, { heading: true }),
      column.text(["starts_at", "ends_at"], t("columns.period"), 340, periodText),
      column.status(["ends_at", "starts_at"], t("columns.state"), 110, (period) => ({
        text: t(`states.${stateOf(period)}`),
        tone: tones[stateOf(period)],
      })),
      ...(isEditable
        ? [
            column.actions<FreezePeriod>(
              t("columns.actions"),
              120,
              (period) => (
                <Tool
                  text={t(stateOf(period) === "active" ? "ask.end.yes" : "ask.remove.yes")}
                  onClick={() => onEnd(period)}
                />
              ),
              { align: "end" },
            ),
          ]
        : []),
    ],
    [t, isEditable, onEnd],
  );
}
