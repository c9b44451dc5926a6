import { leadErrorTitles } from "@/api/gen/constants";
import type { LeadsChecked } from "./leads";

type Looked = Pick<LeadsChecked, "columns" | "wrong_rows">;

/** What a spreadsheet would take for a formula. */
const formula = /^[=+@\t\r＝＋－＠-]/;

function cell(text: string) {
  return `"${(formula.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;
}

/**
 * The wrong rows as they are in the file, before each where it is wrong and why: a CSV that spreadsheets open as it is.
 * The platform ignores those three columns when the corrected file is uploaded.
 */
export function wrongRowsFile({ columns, wrong_rows }: Looked, said: (text: string) => string) {
  const lines = [
    [...leadErrorTitles, ...columns.map(({ title }) => title)],
    ...wrong_rows.map(({ row, column, reason, cells }) => [String(row), column, said(reason), ...cells]),
  ];
  const text = lines.map((line) => `${line.map(cell).join(",")}\r\n`).join("");
  return new Blob(["\ufeff", text], { type: "text/csv;charset=utf-8" });
}
