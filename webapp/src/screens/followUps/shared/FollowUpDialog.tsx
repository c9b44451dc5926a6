import { useTranslation } from "react-i18next";
import { serverNow } from "@/api/token";
import { useSession } from "@/api/useSession";
import { addDays, today } from "@/lib/time/dates";
import { type RecordRef, useColleagues } from "@/screens/notes/shared/notes";
import { AreaField } from "@/ui/fields/AreaField";
import { DayField, useDayRule } from "@/ui/fields/DayField";
import { SelectField } from "@/ui/fields/SelectField";
import { FormDialog } from "@/ui/form/FormDialog";
import { useRecordVersion } from "@/ui/form/useRecordVersion";
import {
  createFollowUpRequest,
  type FollowUp,
  type FollowUpValues,
  followUpRules,
  owningRoles,
  readFollowUp,
  toFormValues,
  updateFollowUpRequest,
  useRefreshFollowUps,
} from "./followUps";

interface Props {
  record: RecordRef;
  /** The edited follow-up; without it, the dialog adds one. */
  followUp?: FollowUp;
  onSaved?: () => unknown;
  onClose: () => void;
}

/** Dialog to add or change a follow-up. A new one starts with the user as owner, due tomorrow. */
export function FollowUpDialog({ record, followUp, onSaved, onClose }: Props) {
  const { t } = useTranslation("followUps");
  const session = useSession();
  const refresh = useRefreshFollowUps();
  const min = today(serverNow());
  const dayRule = useDayRule({ min });
  const owners = useOwnerOptions(record.kind);
  const { newest, versions, shown } = useRecordVersion<FollowUp, FollowUpValues>(followUp ?? null, {
    read: readFollowUp,
    valuesOf: toFormValues,
    textOf: (name, value) =>
      (name === "owner" ? owners.find((owner) => owner.value === value)?.text : undefined) ?? String(value),
    fields: { what: t("what"), owner: t("owner"), due: t("due") },
  });
  return (
    <FormDialog
      title={t(followUp ? "edit.title" : "form.add")}
      submit={t(followUp ? "edit.submit" : "form.submit")}
      initial={
        followUp
          ? toFormValues(followUp)
          : { what: "", owner: session ? `user:${session.user.id}` : "", due: addDays(min, 1) }
      }
      draft={followUp ? `followUpEdit.${followUp.id}` : `${record.kind}FollowUp.${record.id}`}
      versions={versions}
      shown={shown}
      rules={followUpRules}
      call={null}
      toRequest={(values) =>
        newest.current ? updateFollowUpRequest(newest.current, values) : createFollowUpRequest(record, values)
      }
      done={t(followUp ? "edit.saved" : "form.added")}
      nameOf={({ what }) => what}
      onSent={() => Promise.all([refresh(), onSaved?.()])}
      onClose={onClose}
    >
      {(ask, form) => (
        <>
          <AreaField label={t("what")} {...ask("what", { missing: t("form.whatMissing") })} />
          <SelectField
            label={t("owner")}
            options={owners}
            {...ask("owner", { required: true, missing: t("form.ownerMissing") })}
          />
          <DayField
            label={t("due")}
            control={form.control}
            min={min}
            {...ask("due", {
              missing: t("form.dueMissing"),
              // An unchanged day may be in the past.
              also: (day) => day === followUp?.due || dayRule(day),
            })}
          />
        </>
      )}
    </FormDialog>
  );
}

/** The user, colleagues by name, and account types who may own follow-ups of a kind of record. */
export function useOwnerOptions(kind: RecordRef["kind"] | null) {
  const { t } = useTranslation("followUps");
  const { t: common } = useTranslation();
  const session = useSession();
  const me = session?.user.id;
  const colleagues = useColleagues(kind).filter(({ id }) => id !== me);
  return [
    ...(session ? [{ value: `user:${me}`, text: t("me", { name: session.user.name }) }] : []),
    ...owningRoles(kind).map((type) => ({
      value: `role:${type}`,
      text: t("everyone", { role: common(`accountTypes.${type}`) }),
    })),
    ...colleagues.map(({ id, name }) => ({ value: `user:${id}`, text: name })),
  ];
}
