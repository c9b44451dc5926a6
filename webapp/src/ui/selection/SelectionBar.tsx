import { Button } from "@blueprintjs/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { plural } from "@/lib/format/numbers";
import css from "./SelectionBar.module.css";
import type { Selection } from "./useSelection";

interface Props<Row> {
  /** Name of the list if there are several. */
  label?: string;
  selection: Selection<Row>;
  /** Number of rows that match the filters. */
  total: number;
  /** Actions for the selected rows. */
  children: ReactNode;
}

/** Number of selected rows and their actions, at the bottom of the window, so that no row moves. */
export function SelectionBar<Row>({ label, selection, total, children }: Props<Row>) {
  const { t } = useTranslation("selection");
  const { count, everything, page, empty, choosePage, chooseEverything, clear } = selection;
  const selectionText = everything ? t("everything", plural(count)) : t("count", plural(count));
  return (
    <section className={css.bar} aria-label={label ?? t("bar")} data-chosen={count > 0 || undefined}>
      <span role="status">{count > 0 ? selectionText : t("none")}</span>
      {count === 0 && (
        <span className={css.phone}>
          <Button variant="minimal" disabled={empty} text={t("page")} onClick={() => choosePage(true)} />
        </span>
      )}
      {!everything && page === "all" && total > count && (
        <Button variant="minimal" text={t("all", plural(total))} onClick={chooseEverything} />
      )}
      {count > 0 && (
        <>
          <Button variant="minimal" text={t("clear")} onClick={clear} />
          <div className={css.actions} data-selected>
            {children}
          </div>
        </>
      )}
    </section>
  );
}
