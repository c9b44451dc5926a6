import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { isNotOffered, isSilent } from "@/api/errors";
import { leadMeaning } from "@/api/gen/choices";
import { grouped } from "@/lib/numbers";
import { saveFile } from "@/lib/saveFile";
import { useFailureText, useServerText } from "@/lib/useFailureText";
import { InlineSelect } from "@/ui/fields/InlineSelect";
import { Tool } from "@/ui/Toolbar";
import css from "./LookAtLeads.module.css";
import { type Assigned, checkLeads, type LeadsChecked } from "./leads";
import { wrongRowsFile } from "./wrongRows";

interface Props {
  clinicId: number;
  file: File;
  columns: Assigned;
  onAssign: (columns: Assigned) => void;
}
const namedAtOnce = 5;

/** What uploading a file would do, before anything is stored: its columns, its first rows, who is new, what is wrong. */
export function LookAtLeads({ clinicId, file, columns, onAssign }: Props) {
  const { t } = useTranslation("leads", { keyPrefix: "look" });
  const { look, failure, busy } = useLook(clinicId, file, columns);
  return (
    <section className={css.look} aria-label={t("title")} aria-busy={busy}>
      <p role="status">
        {busy && !look && <span className="soft">{t("busy")}</span>}
        {failure && <span className={css.wrong}>{failure}</span>}
        {look &&
          !failure &&
          (look.missing ? <span className={css.wrong}>{t("missing")}</span> : <Counts look={look} />)}
      </p>
      {look && <Columns look={look} columns={columns} onAssign={onAssign} />}
      {look && look.wrong_rows.length > 0 && <WrongRows look={look} fileName={file.name} />}
    </section>
  );
}

/** Looks again whenever something else is meant; what was seen stays until the next is there. */
function useLook(clinicId: number, file: File, columns: Assigned) {
  const textOf = useFailureText();
  const [seen, setSeen] = useState<{ look: LeadsChecked | null; failure: string | null }>({
    look: null,
    failure: null,
  });
  const [busy, setBusy] = useState(true);
  useEffect(() => {
    const looking = new AbortController();
    const { signal } = looking;
    setBusy(true);
    checkLeads(clinicId, file, { columns, signal })
      .then((look) => setSeen({ look, failure: null }))
      .catch((error: unknown) => {
        if (signal.aborted || isSilent(error)) return;
        // Where the platform cannot look it is uploaded unseen.
        setSeen(({ look }) => ({ look, failure: isNotOffered(error) ? null : textOf(error) }));
      })
      .finally(() => !signal.aborted && setBusy(false));
    return () => looking.abort();
  }, [clinicId, file, columns, textOf]);
  return { ...seen, busy };
}

function Counts({ look: { new: added, known, wrong } }: { look: LeadsChecked }) {
  const { t } = useTranslation("leads", { keyPrefix: "look" });
  return (
    <>
      {t("counted", { added: grouped(added), known: grouped(known) })}
      {wrong > 0 && <strong className={css.wrong}>{t("wrong", { count: wrong, formatted: grouped(wrong) })}</strong>}
    </>
  );
}

function Columns({ look, columns, onAssign }: Pick<Props, "columns" | "onAssign"> & { look: LeadsChecked }) {
  const { t } = useTranslation("leads", { keyPrefix: "look" });
  const choices = leadMeaning.map((value) => ({ value, label: t(`meanings.${value}`) }));
  // A file's columns have no other name than their place.
  const places = look.columns.map((column, place) => ({ ...column, place }));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what is wider than the dialog has to be scrolled by keyboard, too
    <section className={css.scroll} aria-label={t("first")} tabIndex={0}>
      <table className={css.table}>
        <thead>
          <tr>
            {places.map(({ place, title, meaning }) => (
              <th key={place} scope="col">
                <span className={css.title}>{title || "-"}</span>
                {title && (
                  <InlineSelect
                    label={t("meaningOf", { title })}
                    value={columns[title] ?? meaning ?? "ignored"}
                    options={choices}
                    onChange={(chosen) => onAssign({ ...columns, [title]: chosen as Assigned[string] })}
                  />
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {look.first_rows.map((cells, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows of a file have no other name than their place
            <tr key={row}>
              {places.map(({ place }) => (
                <td key={place}>{cells[place]}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function WrongRows({ look, fileName }: { look: LeadsChecked; fileName: string }) {
  const { t } = useTranslation("leads", { keyPrefix: "look" });
  const said = useServerText();
  const head = [t("wrongRow"), t("wrongColumn"), t("wrongReason")];
  const named = look.wrong_rows.slice(0, namedAtOnce);
  const more = look.wrong - named.length;
  return (
    <>
      <ul className={css.rows}>
        {named.map(({ row, column, reason }) => (
          <li key={row}>{t("row", { row, column, reason: said(reason) })}</li>
        ))}
        {more > 0 && <li className="soft">{t("more", { formatted: grouped(more) })}</li>}
      </ul>
      <Tool
        icon="download"
        text={t("download")}
        onClick={() => saveFile(`wrong-${fileName.replace(/\.[^.]*$/, "")}.csv`, wrongRowsFile(look, head, said))}
      />
      {look.wrong > look.wrong_rows.length && (
        <p className="soft">{t("downloadFirst", { formatted: grouped(look.wrong_rows.length) })}</p>
      )}
    </>
  );
}
