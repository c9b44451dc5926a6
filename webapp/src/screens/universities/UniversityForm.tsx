import { useTranslation } from "react-i18next";
import { createUniversityRules as rules } from "@/api/gen/rules";
import { NumberField, TextField } from "@/ui/fields/fields";
import { FormDialog } from "@/ui/form/FormDialog";
import { useRecordVersion } from "@/ui/form/useRecordVersion";
import {
  emptyUniversity,
  readUniversity,
  saveUniversityRequest,
  toFormValues,
  type University,
  type Values,
} from "./universities";

interface Props {
  /** The edited university; null adds one. */
  editing: University | null;
  onSaved: () => Promise<unknown>;
  onClose: () => void;
}

export function UniversityForm({ editing, onSaved, onClose }: Props) {
  const { t } = useTranslation("universities");
  const { t: common } = useTranslation();
  const { newest, versions, shown } = useRecordVersion<University, Values>(editing, {
    read: readUniversity,
    valuesOf: toFormValues,
    fields: { name: t("columns.name"), rank: t("columns.rank") },
  });
  return (
    <FormDialog
      title={t(editing ? "form.edit" : "form.add")}
      submit={editing ? common("save") : t("form.submit")}
      initial={editing ? toFormValues(editing) : emptyUniversity}
      draft={editing ? `university.${editing.id}` : "university"}
      rules={rules}
      call={editing ? "UpdateUniversity" : "CreateUniversity"}
      versions={versions}
      shown={shown}
      toRequest={(values) => saveUniversityRequest(values, newest.current)}
      done={t(editing ? "form.updated" : "form.added")}
      nameOf={({ name }) => name}
      onSent={onSaved}
      onClose={onClose}
    >
      {(ask) => (
        <>
          <TextField
            label={t("columns.name")}
            {...ask("name", { missing: t("form.missing") })}
            {...(editing && { hint: t("form.id", { id: editing.id }) })}
            autoComplete="off"
          />
          <NumberField label={t("columns.rank")} {...ask("rank")} hint={t("form.rankHint")} />
        </>
      )}
    </FormDialog>
  );
}
