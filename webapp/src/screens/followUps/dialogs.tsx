import { useTranslation } from "react-i18next";
import { closeFollowUpRules, handOverFollowUpsRules } from "@/api/gen/rules";
import { plural } from "@/lib/format/numbers";
import { AreaField } from "@/ui/fields/AreaField";
import { SelectField } from "@/ui/fields/SelectField";
import { FormDialog } from "@/ui/form/FormDialog";
import { useOwnerOptions } from "./shared/FollowUpDialog";
import { closeFollowUpRequest, type FollowUp, handOverRequest, useRefreshFollowUps } from "./shared/followUps";

interface Props {
  followUp: FollowUp;
  onClose: () => void;
}

/** Cancel a follow-up with a reason. */
export function CancelDialog({ followUp, onClose }: Props) {
  const { t } = useTranslation("followUps", { keyPrefix: "cancel" });
  const refresh = useRefreshFollowUps();
  return (
    <FormDialog
      title={t("title")}
      submit={t("submit")}
      initial={{ reason: "" }}
      draft={`followUpClose.${followUp.id}`}
      rules={{ reason: { ...closeFollowUpRules.reason, required: true } }}
      call={null}
      toRequest={({ reason }) => closeFollowUpRequest(followUp, "cancelled", reason.trim())}
      done={t("cancelled")}
      nameOf={() => followUp.what}
      onSent={refresh}
      onClose={onClose}
    >
      {(ask) => (
        <>
          <p>{followUp.what}</p>
          <AreaField label={t("reason")} {...ask("reason", { required: true, missing: t("reasonMissing") })} />
        </>
      )}
    </FormDialog>
  );
}

interface HandOver {
  count: number;
  rows: () => Promise<readonly FollowUp[]>;
  onDone: () => void;
  onClose: () => void;
}

/** Give the selected follow-ups to another owner, with a note. */
export function HandOverDialog({ count, rows, onDone, onClose }: HandOver) {
  const { t } = useTranslation("followUps");
  const refresh = useRefreshFollowUps();
  const owners = useOwnerOptions(null);
  return (
    <FormDialog
      title={t("handOver.title", plural(count))}
      submit={t("handOver.submit")}
      initial={{ owner: "", note: "", ids: [] as number[] }}
      draft={null}
      rules={{ owner: { required: true }, note: handOverFollowUpsRules.note }}
      call={null}
      prepare={async (values) => ({ ...values, ids: (await rows()).map(({ id }) => id) })}
      toRequest={({ owner, note, ids }) => handOverRequest(ids, owner, note.trim())}
      done={t("handOver.done", plural(count))}
      onSent={() => {
        onDone();
        return refresh();
      }}
      onClose={onClose}
    >
      {(ask) => (
        <>
          <SelectField
            label={t("owner")}
            options={owners}
            {...ask("owner", { required: true, missing: t("form.ownerMissing") })}
          />
          <AreaField label={t("handOver.note")} {...ask("note")} />
        </>
      )}
    </FormDialog>
  );
}
