import type { Column } from "./columnTypes";

/** A person's choice for one column. */
export interface ColumnChoice {
  name: string;
  shown: boolean;
  /** Width in pixels; null for the default. */
  width: number | null;
}
/** A column with its stable name and its settings. */
export interface NamedColumn<Row = never> extends ColumnChoice {
  column: Column<Row>;
  /** Fields of the row that the column shows. */
  fields: readonly string[];
}

/**
 * Arrange columns by a person's choices: in that order, then new columns of the list, then the actions. Unknown names
 * are ignored. If no column would remain, show all.
 */
export function arrangeColumns<Row>(
  columns: readonly Column<Row>[],
  choices: readonly ColumnChoice[] | undefined,
): NamedColumn<Row>[] {
  const named = columns.map((column): NamedColumn<Row> => {
    const { fields } = column;
    return { name: fields[0] ?? "actions", fields, column, shown: true, width: null };
  });
  const names = new Set(named.map(({ name }) => name));
  /** Match by name, else by another field, because an older version may have used that name. */
  const choiceOf = ({ name, fields }: NamedColumn<Row>) => {
    const own = choices?.findIndex((choice) => choice.name === name) ?? -1;
    return own >= 0 ? own : (choices?.findIndex((old) => !names.has(old.name) && fields.includes(old.name)) ?? -1);
  };
  const place = (namedColumn: NamedColumn<Row>, index: number) => {
    if (namedColumn.column.actions) return 2_000 + index;
    const rank = choiceOf(namedColumn);
    return rank >= 0 ? rank : 1_000 + index;
  };
  const chosen = named
    .map((namedColumn, index) => ({ namedColumn, at: place(namedColumn, index) }))
    .sort((a, b) => a.at - b.at)
    .map(({ namedColumn }) => {
      const { shown = true, width = null } = choices?.[choiceOf(namedColumn)] ?? {};
      // A column with a fixed width takes no share of the free room.
      return width === null
        ? { ...namedColumn, shown }
        : { ...namedColumn, shown, width, column: { ...namedColumn.column, width, grow: 0 } };
    });
  return chosen.some(({ shown }) => shown) ? chosen : chosen.map((namedColumn) => ({ ...namedColumn, shown: true }));
}

/** Choices to store; empty if all columns have their defaults. */
export function columnChoices<Row>(columns: readonly NamedColumn<Row>[], own: readonly Column<Row>[]): ColumnChoice[] {
  const choices = columns.map(({ name, shown, width }) => ({ name, shown, width }));
  const usual = arrangeColumns(own, undefined).map(({ name, shown, width }) => ({ name, shown, width }));
  return JSON.stringify(choices) === JSON.stringify(usual) ? [] : choices;
}
