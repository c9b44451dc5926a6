import type { ComponentType } from "react";
import type { Control } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { formatNumber } from "@/lib/format/numbers";
import { formatDay } from "@/lib/time/dates";
import { ChoiceCards } from "../fields/ChoiceCards";
import { DayField, useDayRule } from "../fields/DayField";
import { NumberField, TextField } from "../fields/fields";
import type { FieldProps } from "../fields/useFieldProps";
import { column } from "../table/columns";
import type { Column } from "../table/columnTypes";

/** Form values by field. Numbers are text, and flags are "yes" or "no". */
export type FormValues = Record<string, string>;

export interface InputProps {
  label: string;
  hint: string | undefined;
  /** Register the field; `also` is an additional check. */
  ask: (own?: { also: (text: string) => string | true }) => FieldProps;
  control: Control<FormValues>;
}

/** Kind of a field of a simple record: its value in a form and in a request, its input and its column. */
export interface FieldKind<Value> {
  empty: string;
  toText: (value: Value) => string;
  toValue: (text: string) => Value;
  /** Format the text for people; by default it stays as it is. */
  format?: (text: string, common: (word: "yes" | "no") => string) => string;
  Input: ComponentType<InputProps>;
  column: <Name extends string>(name: Name, header: string) => Column<{ [name in Name]: Value }>;
}

/** Text on one or two lines. */
export const text = (width = 420): FieldKind<string> => ({
  empty: "",
  toText: (value) => value,
  toValue: (typed) => typed.trim(),
  Input: ({ ask, ...props }) => <TextField {...props} {...ask()} autoComplete="off" />,
  column: (name, header) =>
    showing(
      name,
      column.text("value", header, width, ({ value }) => value),
    ),
});

/** Whole number, or null for an empty field. */
export const optionalNumber = (width = 100): FieldKind<number | null> => ({
  empty: "",
  toText: (value) => value?.toString() ?? "",
  toValue: (typed) => (typed.trim() ? Number(typed) : null),
  Input: ({ ask, ...props }) => <NumberField {...props} {...ask()} />,
  column: (name, header) =>
    showing(
      name,
      column.figure("value", header, width, ({ value }) => (value === null ? null : formatNumber(value))),
    ),
});

/** Whole number. */
export const wholeNumber = (width = 100) => ({ ...optionalNumber(width), toValue: Number }) as FieldKind<number>;

/** Day, such as "2026-11-21". */
export const day = (width = 120): FieldKind<string> => ({
  empty: "",
  toText: (value) => value,
  toValue: (typed) => typed,
  format: formatDay,
  Input: function DayInput({ ask, hint: _, ...props }) {
    return <DayField {...props} {...ask({ also: useDayRule() })} />;
  },
  column: (name, header) =>
    showing(
      name,
      column.day("value", header, width, ({ value }) => value),
    ),
});

/** Yes or no. */
export const flag = ({ initial = true, width = 90 } = {}): FieldKind<boolean> => ({
  empty: initial ? "yes" : "no",
  toText: (value) => (value ? "yes" : "no"),
  toValue: (typed) => typed === "yes",
  format: (typed, common) => common(typed === "yes" ? "yes" : "no"),
  Input: function FlagInput({ label, ask }) {
    const { t } = useTranslation();
    const choices = (["yes", "no"] as const).map((value) => ({ value, title: t(value) }));
    return <ChoiceCards legend={label} short choices={choices} {...ask()} />;
  },
  column: (name, header) =>
    showing(
      name,
      column.yesNo("value", header, width, ({ value }) => value),
    ),
});

/** Let a column of a value show the field of a row. */
const showing = <Name extends string, Value>(
  name: Name,
  { cell, bare, ...look }: Column<{ value: Value }>,
): Column<{ [name in Name]: Value }> => ({
  ...look,
  ...(bare === true && { bare }),
  fields: [name],
  cell: (row) => cell({ value: row[name] }),
});

/** The fields of a record in the order of its form and its columns. */
export type RecordFields = Readonly<
  Record<string, Omit<FieldKind<never>, "toValue"> & { toValue: (text: string) => unknown }>
>;
/** The values of these fields in a record and in a request. */
export type ValuesOf<Fields extends RecordFields> = { [name in keyof Fields]: ReturnType<Fields[name]["toValue"]> };

export type TextsOf<Fields extends RecordFields> = { [name in keyof Fields]: string };

export const emptyForm = <Fields extends RecordFields>(fields: Fields) =>
  map(fields, (kind) => kind.empty) as TextsOf<Fields>;

export const toFormValues = <Fields extends RecordFields>(fields: Fields, record: ValuesOf<Fields>) =>
  map(fields, (kind, name) => kind.toText(record[name] as never)) as TextsOf<Fields>;

/** The body of a request. A field of the contract that is missing here is a type error where the body is sent. */
export const toBody = <Fields extends RecordFields>(fields: Fields, values: Readonly<FormValues>) =>
  map(fields, (kind, name) => kind.toValue(values[name] ?? "")) as ValuesOf<Fields>;

/** A column for each field, with its header. */
export const columnsOf = <Fields extends RecordFields>(fields: Fields, headers: TextsOf<Fields>) =>
  Object.entries(fields).map(([name, kind]) => kind.column(name, headers[name] ?? name) as Column<ValuesOf<Fields>>);

const map = <Value,>(fields: RecordFields, read: (kind: RecordFields[string], name: string) => Value) =>
  Object.fromEntries(Object.entries(fields).map(([name, kind]) => [name, read(kind, name)]));
