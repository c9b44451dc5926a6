import { useTranslation } from "react-i18next";
import type { ChangeCall } from "@/api/gen/proposableCalls";
import type { Mutation } from "@/api/mutation";
import type { Rules } from "../fields/useFieldProps";
import { FormDialog } from "../form/FormDialog";
import { useRecordVersion } from "../form/useRecordVersion";
import {
  emptyForm,
  type FormValues,
  type RecordFields,
  type TextsOf,
  toBody,
  toFormValues,
  type ValuesOf,
} from "./fields";

export interface RecordDialogProps<Row extends object, Fields extends RecordFields> {
  fields: Fields;
  /** The edited record; null adds one. */
  editing: Row | null;
  title: string;
  /** Text of the button that adds a record. */
  submit: string;
  done: string;
  labels: TextsOf<Fields>;
  /** Messages for missing values. */
  missing?: Partial<TextsOf<Fields>>;
  hints?: Partial<TextsOf<Fields>>;
  rules: Rules<FormValues>;
  call: ChangeCall;
  draft: string;
  /** Read the single record, which has a version. */
  read: (row: Row) => Promise<Row>;
  toRequest: (body: ValuesOf<Fields>, before: Row | null) => Mutation;
  nameOf?: (values: FormValues) => string;
  onSaved: () => unknown;
  onClose: () => void;
}

/** Dialog that adds or edits a simple record: one input for each field. */
export function RecordDialog<Fields extends RecordFields, Row extends ValuesOf<Fields>>({
  fields,
  editing,
  submit,
  labels,
  missing = {},
  hints = {},
  read,
  toRequest,
  onSaved,
  ...form
}: RecordDialogProps<Row, Fields>) {
  const { t } = useTranslation();
  const valuesOf = (row: Row) => toFormValues(fields, row);
  const { newest, versions, shown } = useRecordVersion<Row, FormValues>(editing, {
    read,
    valuesOf,
    textOf: (name, value) => fields[name]?.format?.(String(value), t) ?? String(value),
    fields: labels,
  });
  return (
    <FormDialog<FormValues>
      {...form}
      submit={editing ? t("save") : submit}
      initial={editing ? valuesOf(editing) : emptyForm(fields)}
      versions={versions}
      shown={shown}
      toRequest={(values) => toRequest(toBody(fields, values), newest.current)}
      onSent={onSaved}
    >
      {(ask, { control }) =>
        Object.entries(fields).map(([name, { Input }]) => (
          <Input
            key={name}
            label={labels[name] ?? name}
            hint={hints[name]}
            ask={(own) => ask(name, { ...own, ...(missing[name] && { missing: missing[name] }) })}
            control={control}
          />
        ))
      }
    </FormDialog>
  );
}
