import type { Message } from "@/api/errors";
import { leadErrorTitles } from "@/api/gen/constants";
import type { LeadsChecked } from "./leads";

type Looked = Pick<LeadsChecked, "columns" | "wrong_rows">;

/** Prefixes that a spreadsheet treats as a formula. */
const formula = /^[=+@\t\r＝＋－＠-]/;

function cell(text: string) {
  return `"${(formula.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;
}

/**
 * The invalid rows of the file as CSV for spreadsheets, each preceded by row number, column and reason. The platform
 * ignores these three columns when the corrected file is uploaded.
 */
export function wrongRowsFile({ columns, wrong_rows }: Looked, translate: (message: Message) => string) {
  const lines = [
    [...leadErrorTitles, ...columns.map(({ title }) => title)],
    ...wrong_rows.map((wrong) => {
      const reason = translate({ ...wrong, title: wrong.reason });
      return [String(wrong.row), wrong.column, reason, ...wrong.cells];
    }),
  ];
  const text = lines.map((line) => `${line.map(cell).join(",")}\r\n`).join("");
  return new Blob(["\ufeff", text], { type: "text/csv;charset=utf-8" });
}
