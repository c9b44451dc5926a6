import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { isNotOffered, isSilent } from "@/api/errors";
import { leadMeaning } from "@/api/gen/choices";
import { useErrorDetail, useErrorText, useTranslateServerMessage } from "@/lib/errors/useErrorText";
import { saveFile } from "@/lib/files/saveFile";
import { formatNumber, plural } from "@/lib/format/numbers";
import { formatMoment } from "@/lib/time/dates";
import { InlineSelect } from "@/ui/input/InlineSelect";
import { Tool } from "@/ui/layout/Toolbar";
import { CorrectRows } from "./CorrectRows";
import css from "./LeadUploadPreview.module.css";
import { type ColumnAssignment, type Correction, checkLeads, type LeadsChecked } from "./leads";
import { wrongRowsFile } from "./wrongRows";

interface Props {
  clinicId: number;
  file: File;
  columns: ColumnAssignment;
  corrections: readonly Correction[];
  onAssign: (columns: ColumnAssignment) => void;
  onCorrect: (corrections: readonly Correction[]) => void;
  /** Why the platform would refuse the upload; null if it would not, or if the check failed. */
  onBlock: (reason: string | null) => void;
}
const namedAtOnce = 5;
/** Name that the platform gives to a column without a title. */
const untitled = /^column ([A-Z]{1,2})$/;

/** Preview of an upload before anything is stored: columns, first rows, new leads and errors. */
export function LeadUploadPreview({ clinicId, file, columns, corrections, onAssign, onCorrect, onBlock }: Props) {
  const { t } = useTranslation("leads", { keyPrefix: "look" });
  const { look, failure, busy } = useLeadCheck(clinicId, file, columns, corrections);
  const blocked = failure === null ? blockedBy(look) : null;
  useEffect(() => {
    onBlock(blocked && t(blocked));
    return () => onBlock(null);
  }, [blocked, onBlock, t]);
  return (
    <section className={css.look} aria-label={t("title")} aria-busy={busy}>
      <p role="status">
        {busy && !look && <span className="soft">{t("busy")}</span>}
        {failure && <span className={css.wrong}>{failure}</span>}
        {look &&
          !failure &&
          (look.missing ? <span className={css.wrong}>{t("missing")}</span> : <Counts look={look} />)}
      </p>
      {look && look.other_sheets.length > 0 && (
        <p className="soft">{t("sheets", { sheet: look.sheet, others: look.other_sheets.join(", ") })}</p>
      )}
      {look && look.hidden_rows > 0 && (
        <p className="soft">
          {t("hiddenRows", {
            ...plural(look.hidden_rows),
            rows: look.first_hidden_rows.join(", ") + (look.hidden_rows > look.first_hidden_rows.length ? ", …" : ""),
          })}
        </p>
      )}
      {look?.unchecked && <p className="soft">{t("unchecked")}</p>}
      {look && look.header_row > 1 && <p className="soft">{t("headerRow", { row: formatNumber(look.header_row) })}</p>}
      {look && <Columns look={look} columns={columns} onAssign={onAssign} />}
      {look && look.merged > 0 && <MergedRows look={look} />}
      {look && (look.wrong_rows.length > 0 || corrections.length > 0) && (
        <CorrectRows look={look} corrections={corrections} onCorrect={onCorrect} />
      )}
      {look && look.wrong_rows.length > 0 && <SaveWrongRows look={look} fileName={file.name} />}
    </section>
  );
}

/** Text about what the platform would refuse. */
function blockedBy(look: LeadsChecked | null) {
  if (look?.missing) return "missing";
  return look && look.wrong > 0 ? "fixFirst" : null;
}

/** Check again when the assignment or a correction changes; the previous result stays visible until then. */
function useLeadCheck(clinicId: number, file: File, columns: ColumnAssignment, corrections: readonly Correction[]) {
  const textOf = useErrorText();
  const detailOf = useErrorDetail();
  const [seen, setSeen] = useState<{ look: LeadsChecked | null; failure: string | null }>({
    look: null,
    failure: null,
  });
  const [busy, setBusy] = useState(true);
  useEffect(() => {
    const looking = new AbortController();
    const { signal } = looking;
    setBusy(true);
    checkLeads(clinicId, file, { columns, corrections, signal })
      .then((look) => setSeen({ look, failure: null }))
      .catch((error: unknown) => {
        if (signal.aborted || isSilent(error)) return;
        // If the check fails, the upload is still possible.
        const failure = [textOf(error), detailOf(error)].filter(Boolean).join(" ");
        setSeen(({ look }) => ({ look, failure: isNotOffered(error) ? null : failure }));
      })
      .finally(() => !signal.aborted && setBusy(false));
    return () => looking.abort();
  }, [clinicId, file, columns, corrections, textOf, detailOf]);
  return { ...seen, busy };
}

function Counts({ look: { new: added, known: knownCount, wrong } }: { look: LeadsChecked }) {
  const { t } = useTranslation("leads", { keyPrefix: "look" });
  return (
    <>
      {t("counted", { added: formatNumber(added), known: formatNumber(knownCount) })}
      {wrong > 0 && <strong className={css.wrong}>{t("wrong", plural(wrong))}</strong>}
    </>
  );
}

function Columns({ look, columns, onAssign }: Pick<Props, "columns" | "onAssign"> & { look: LeadsChecked }) {
  const { t } = useTranslation("leads", { keyPrefix: "look" });
  const choices = leadMeaning.map((value) => ({ value, label: t(`meanings.${value}`) }));
  const shownTitle = (title: string) => {
    const letter = untitled.exec(title)?.[1];
    return letter ? t("untitled", { letter }) : title;
  };
  // The columns of a file are identified only by their position.
  const places = look.columns.map((column, place) => ({ ...column, place }));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll wide content
    <section className={css.scroll} aria-label={t("first")} tabIndex={0}>
      <table className={css.table}>
        <thead>
          <tr>
            {places.map(({ place, title, meaning }) => (
              <th key={place} scope="col">
                <span className={css.title}>{shownTitle(title) || "-"}</span>
                {title && (
                  <InlineSelect
                    label={t("meaningOf", { title: shownTitle(title) })}
                    value={columns[title] ?? meaning ?? t("choose")}
                    options={choices}
                    onChange={(chosen) => onAssign({ ...columns, [title]: chosen as ColumnAssignment[string] })}
                  />
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {look.first_rows.map((cells, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows of a file are identified only by their position
            <tr key={row}>
              {places.map(({ place, meaning }) => (
                <td key={place}>{shownCell(cells[place] ?? "", meaning)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** The server returns parsed moments in Indian time; other text is shown as in the file. */
function shownCell(text: string, meaning: LeadsChecked["columns"][number]["meaning"]) {
  return meaning === "created_at" && text.endsWith("+05:30") ? formatMoment(text) : text;
}

/** Rows that would not be stored: their phone number belongs to a lead with another name. */
function MergedRows({ look: { merged, merged_rows } }: { look: LeadsChecked }) {
  const { t } = useTranslation("leads", { keyPrefix: "look" });
  const named = merged_rows.slice(0, namedAtOnce);
  return (
    <section aria-label={t("mergedTitle")}>
      <p className={css.wrong}>{t("merged", plural(merged))}</p>
      <ul className={css.rows}>
        {named.map(({ row, name, person, known_name: knownName, known_row: earlier }) => (
          <li key={row}>
            {t(earlier === null ? "mergedLead" : "mergedRow", { row, name, person, known: knownName, earlier })}
          </li>
        ))}
        {merged > named.length && (
          <li className="soft">{t("more", { formatted: formatNumber(merged - named.length) })}</li>
        )}
      </ul>
    </section>
  );
}

function SaveWrongRows({ look, fileName }: { look: LeadsChecked; fileName: string }) {
  const { t } = useTranslation("leads", { keyPrefix: "look" });
  const translate = useTranslateServerMessage();
  return (
    <>
      <Tool
        icon="download"
        text={t("download")}
        onClick={() => saveFile(`wrong-${fileName.replace(/\.[^.]*$/, "")}.csv`, wrongRowsFile(look, translate))}
      />
      {look.wrong > look.wrong_rows.length && (
        <p className="soft">{t("downloadFirst", { formatted: formatNumber(look.wrong_rows.length) })}</p>
      )}
    </>
  );
}
