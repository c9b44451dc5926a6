import type { Column } from "./DataTable";

/** How somebody wants to see one column. */
export interface ColumnChoice {
  name: string;
  shown?: boolean;
  /** In pixels; null for as wide as the list has it. */
  width?: number | null;
}
/** A column with its name, and how it is shown. */
export interface NamedColumn<Row = never> extends Required<ColumnChoice> {
  column: Column<Row>;
  /** The fields of the row that it shows. */
  fields: readonly string[];
}

/** What texts and lists are asked to do; everything else that is read of a value is a field of it. */
const methods = new Set(
  "at concat endsWith every filter find flatMap includes indexOf join length map match reduce replace replaceAll reverse slice some sort split startsWith toFixed toLocaleString toLowerCase toSorted toString toUpperCase trim valueOf".split(
    " ",
  ),
);

/** Stands for a value of which nothing is known, and notes which of its fields are read. */
function stand(path: string, reads: Set<string>): unknown {
  return new Proxy(() => undefined, {
    get(_, name) {
      if (name === Symbol.toPrimitive) return () => "";
      if (name === Symbol.iterator) return () => [][Symbol.iterator]();
      if (typeof name === "symbol") return undefined;
      if (name === "length") return 0;
      if (methods.has(name)) return () => stand(path, reads);
      reads.delete(path);
      const at = path ? `${path}.${name}` : name;
      reads.add(at);
      return stand(at, reads);
    },
    apply: () => stand(path, reads),
  });
}

/**
 * The fields of a row that a column shows: they name it, in every language and wherever it stands, and they are what an
 * export writes (decision 170).
 */
export function fieldsOf<Row>({ value, cell, actions }: Column<Row>): string[] {
  if (actions) return [];
  const reads = new Set<string>();
  try {
    (value ?? cell)(stand("", reads) as Row);
  } catch {
    // What it has read until then is what it shows.
  }
  return [...reads];
}

/**
 * A list's columns as somebody wants them: in their order, those the list has beside them after them, what can be done
 * with a row always last. Names that no column has are passed over; where nothing would be left to see, all are seen.
 */
export function arranged<Row>(
  columns: readonly Column<Row>[],
  wanted: readonly ColumnChoice[] | undefined,
): NamedColumn<Row>[] {
  const named = columns.map((column, index): NamedColumn<Row> => {
    const fields = fieldsOf(column);
    const name = fields[0] ?? (column.actions ? "actions" : `column${index}`);
    return { name, fields, column, shown: true, width: null };
  });
  const names = new Set(named.map(({ name }) => name));
  /** By its name; else by another of its fields, after which an older version may have named it. */
  const choiceOf = ({ name, fields }: NamedColumn<Row>) => {
    const own = wanted?.findIndex((choice) => choice.name === name) ?? -1;
    return own >= 0 ? own : (wanted?.findIndex((old) => !names.has(old.name) && fields.includes(old.name)) ?? -1);
  };
  const place = (one: NamedColumn<Row>, index: number) => {
    if (one.column.actions) return 2_000 + index;
    const rank = choiceOf(one);
    return rank >= 0 ? rank : 1_000 + index;
  };
  const chosen = named
    .map((one, index) => ({ one, at: place(one, index) }))
    .sort((a, b) => a.at - b.at)
    .map(({ one }) => {
      const { shown = true, width = null } = wanted?.[choiceOf(one)] ?? {};
      // What has a width of its own takes nothing of the room that is left.
      return width === null ? { ...one, shown } : { ...one, shown, width, column: { ...one.column, width, grow: 0 } };
    });
  return chosen.some(({ shown }) => shown) ? chosen : chosen.map((one) => ({ ...one, shown: true }));
}

/** What is kept of them: nothing, where they are as the list has them. */
export function choicesOf<Row>(columns: readonly NamedColumn<Row>[], own: readonly Column<Row>[]): ColumnChoice[] {
  const choices = columns.map(({ name, shown, width }) => ({ name, shown, width }));
  const usual = arranged(own, undefined).map(({ name, shown, width }) => ({ name, shown, width }));
  return JSON.stringify(choices) === JSON.stringify(usual) ? [] : choices;
}
