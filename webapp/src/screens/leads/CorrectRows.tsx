import { useId } from "react";
import { useTranslation } from "react-i18next";
import { useTranslateServerMessage } from "@/lib/errors/useErrorText";
import { formatNumber } from "@/lib/format/numbers";
import { CellField } from "@/ui/input/CellField";
import css from "./LeadUploadPreview.module.css";
import type { Correction, LeadsChecked } from "./leads";

interface Props {
  look: Pick<LeadsChecked, "wrong" | "wrong_rows" | "corrected_rows">;
  corrections: readonly Correction[];
  onCorrect: (corrections: readonly Correction[]) => void;
}
type WrongRow = LeadsChecked["wrong_rows"][number];
interface Line {
  row: number;
  /** Null if the file has no column to correct. */
  number: number | null;
  wrong?: WrongRow;
}
const namedAtOnce = 5;

/** The first wrong rows, each with its cell to correct, and the rows that were corrected. */
export function CorrectRows({ look, corrections, onCorrect }: Props) {
  const { t } = useTranslation("leads", { keyPrefix: "look" });
  const lines = linesOf(look, corrections);
  const named = lines.filter(({ wrong }) => wrong).length;
  const textAt = ({ row, number }: Line) =>
    corrections.find((correction) => correction.row === row && correction.column_number === number)?.text;
  const others = ({ row, number }: Line) =>
    corrections.filter((correction) => correction.row !== row || correction.column_number !== number);
  return (
    <ul className={css.rows} aria-label={t("wrongTitle")}>
      {lines.map((line) => (
        <li key={`${line.row}:${line.number ?? line.wrong?.column}`}>
          <CorrectRow
            line={line}
            corrected={textAt(line)}
            stored={look.corrected_rows?.find(({ row }) => row === line.row)?.cells}
            onCorrect={(column_number, text) => onCorrect([...others(line), { row: line.row, column_number, text }])}
          />
        </li>
      ))}
      {look.wrong > named && <li className="soft">{t("more", { formatted: formatNumber(look.wrong - named) })}</li>}
    </ul>
  );
}

/** By row. A corrected cell keeps its line, so that it can be corrected again. */
function linesOf({ wrong_rows }: Props["look"], corrections: readonly Correction[]): Line[] {
  const isCorrected = ({ row, column_number }: WrongRow) =>
    corrections.some((correction) => correction.row === row && correction.column_number === column_number);
  const wrong = wrong_rows
    .filter((row, at) => at < namedAtOnce || isCorrected(row))
    // A platform of an earlier version names no column.
    .map((row): Line => ({ row: row.row, number: row.column_number ?? null, wrong: row }));
  const isWrong = ({ row, column_number }: Correction) =>
    wrong.some((line) => line.row === row && line.number === column_number);
  const corrected = corrections
    .filter((correction) => !isWrong(correction))
    .map(({ row, column_number }): Line => ({ row, number: column_number }));
  return [...wrong, ...corrected].sort((a, b) => a.row - b.row || (a.number ?? 0) - (b.number ?? 0));
}

interface RowProps {
  line: Line;
  /** The typed correction; undefined for an unchanged cell. */
  corrected: string | undefined;
  /** The cells as they will be stored, once nothing is wrong with the row. */
  stored: readonly string[] | undefined;
  onCorrect: (column: number, text: string) => void;
}
function CorrectRow({ line: { row, number, wrong }, corrected, stored, onCorrect }: RowProps) {
  const { t } = useTranslation("leads", { keyPrefix: "look" });
  const translate = useTranslateServerMessage();
  const id = useId();
  const cell = number === null ? "" : (corrected ?? wrong?.cells[number - 1] ?? "");
  const text = wrong
    ? t("row", { row, column: wrong.column, reason: translate({ ...wrong, title: wrong.reason }) })
    : stored
      ? t("stored", { row, cells: stored.filter(Boolean).join(" · ") })
      : t("corrected", { row });
  const className = wrong && css.wrong;
  if (number === null) return <span className={className}>{text}</span>;
  return (
    <>
      <label htmlFor={id} className={className}>
        {text}
      </label>
      <CellField id={id} text={cell} wrong={!!wrong} onChange={(typed) => onCorrect(number, typed)} />
    </>
  );
}
