import { Button } from "@blueprintjs/core";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { listedIds } from "@/lib/listedIds";
import { grouped } from "@/lib/numbers";
import { useFailureDetail, useFailureText } from "@/lib/useFailureText";
import { useOnce } from "@/lib/useOnce";
import { Modal, ModalBody, ModalFoot } from "../Modal";
import { notify } from "../notify";
import { useFailureNotice } from "../useFailureNotice";
import { type Failed, inParts, type Outcome } from "./inParts";
import css from "./useBulk.module.css";
import type { Selection } from "./useSelection";

export interface Work<Row> {
  /** Title during the action. */
  title: string;
  /** Send one batch of rows. */
  send: (rows: readonly Row[]) => Promise<unknown>;
  /** Message after complete success. */
  done: (rows: readonly Row[]) => string;
  /** Rows of an action outside the selection, such as a button in a row; the default is the selection. */
  rows?: readonly Row[];
  /**
   * Return the row after the change, to keep it selected after complete success. Without it, the rows are deselected.
   */
  after?: (row: Row) => Row;
}
interface Bulk<Row> {
  selection: Selection<Row>;
  rowKey: (row: Row) => string | number;
  nameOf: (row: Row) => string;
  /** Reload the list afterwards. */
  reload: () => Promise<unknown>;
}
type Going = { title: string; sent: number; total: number | null; stopping: boolean };

/**
 * Run an action on the selected rows in batches, with progress, a stop button and a report of failures. Failed rows
 * stay selected. Rows that no longer exist are listed and deselected, so that the next attempt can succeed. The screen
 * renders `dialog`.
 */
export function useBulk<Row>({ selection, rowKey, nameOf, reload }: Bulk<Row>) {
  const { t } = useTranslation("selection", { keyPrefix: "report" });
  const textOf = useFailureText();
  const notice = useFailureNotice();
  const more = (count: number) => t("more", { count, formatted: grouped(count) });
  const [going, setGoing] = useState<Going | null>(null);
  const [report, setReport] = useState<{ title: string; outcome: Outcome<Row> } | null>(null);
  const stopping = useRef<AbortController>(undefined);

  const isMissing = (error: unknown, row: Row) => listedIds(error).includes(Number(rowKey(row)));
  const presentRows = ({ rows, error }: Failed<Row>) => rows.filter((row) => !isMissing(error, row));
  const namesOfMissing = ({ rows, error }: Failed<Row>) => rows.filter((row) => isMissing(error, row)).map(nameOf);
  function sayWhy(part: Failed<Row>) {
    const names = namesOfMissing(part);
    if (names.length === 0) return notice.fail(part.error);
    notice.say(textOf(part.error), [t("deselected"), ...shorten(names, more)].join("\n"));
  }

  const work = useOnce(async ({ title, send, done, rows: given, after }: Work<Row>) => {
    const stop = new AbortController();
    stopping.current = stop;
    notice.forget();
    const going = { title, sent: 0, stopping: false };
    setGoing({ ...going, total: given?.length ?? (selection.everything ? null : selection.count) });
    try {
      const rows = given ?? (await selection.rows(stop.signal));
      setGoing({ ...going, total: rows.length });
      const outcome = await inParts(stop.signal.aborted ? [] : rows, send, {
        stop: stop.signal,
        onProgress: (sent) => setGoing((before) => before && { ...before, sent }),
      });
      const undone = [...outcome.failed.flatMap(presentRows), ...outcome.left];
      // After failures, keep only the failed rows selected for the next attempt.
      const stay = after && outcome.failed.length + outcome.left.length === 0 ? outcome.done.map(after) : undone;
      if (!given) selection.keep(stay);
      const [only] = outcome.failed;
      if (only && outcome.failed.length === 1 && outcome.done.length + outcome.left.length === 0) sayWhy(only);
      else if (outcome.failed.length + outcome.left.length > 0) setReport({ title, outcome });
      else if (outcome.done.length > 0) notify.success(done(outcome.done));
      await reload();
    } catch (error) {
      notice.fail(error);
    } finally {
      setGoing(null);
    }
  });
  function stop() {
    stopping.current?.abort();
    setGoing((before) => before && { ...before, stopping: true });
  }
  const dialog = (
    <>
      {going && <GoingDialog going={going} onStop={stop} />}
      {report && <Report {...report} nameOf={nameOf} namesOfMissing={namesOfMissing} onClose={() => setReport(null)} />}
    </>
  );
  return { run: work.run, busy: work.busy, dialog };
}

function GoingDialog({ going: { title, sent, total, stopping }, onStop }: { going: Going; onStop: () => void }) {
  const { t } = useTranslation("selection", { keyPrefix: "going" });
  return (
    <Modal title={title} question first="[data-stop]" onClose={onStop}>
      <ModalBody>
        <progress
          className={css.progress}
          aria-label={title}
          {...(total !== null && { value: sent, max: total || 1 })}
        />
        <p role="status">{total === null ? t("reading") : t("sent", { sent: grouped(sent), total: grouped(total) })}</p>
      </ModalBody>
      <ModalFoot>
        <Button text={t(stopping ? "stopping" : "stop")} aria-disabled={stopping} onClick={onStop} data-stop />
      </ModalFoot>
    </Modal>
  );
}

const mostNamed = 10;
const shorten = (names: readonly string[], more: (count: number) => string) =>
  names.length > mostNamed ? [...names.slice(0, mostNamed), more(names.length - mostNamed)] : names;

interface ReportProps<Row> {
  title: string;
  outcome: Outcome<Row>;
  nameOf: (row: Row) => string;
  namesOfMissing: (part: Failed<Row>) => readonly string[];
  onClose: () => void;
}
function Report<Row>({ title, outcome: { done, failed, left }, nameOf, namesOfMissing, onClose }: ReportProps<Row>) {
  const { t } = useTranslation("selection", { keyPrefix: "report" });
  const { t: common } = useTranslation();
  const textOf = useFailureText();
  const detailOf = useFailureDetail();
  const more = (count: number) => t("more", { count, formatted: grouped(count) });
  const counted = (rows: readonly Row[]) => ({ count: rows.length, formatted: grouped(rows.length) });
  return (
    <Modal title={title} first="[data-close]" onClose={onClose}>
      <ModalBody>
        <p role="status">{t("done", counted(done))}</p>
        {failed.map((part) => {
          const missing = namesOfMissing(part);
          const names = missing.length > 0 ? missing : part.rows.map(nameOf);
          return (
            <section key={nameOf(part.rows[0] as Row)}>
              <p>
                <strong>{t("failed", counted(part.rows))}</strong> {textOf(part.error)}
              </p>
              <p>{missing.length > 0 ? t("deselected") : detailOf(part.error)}</p>
              <ul className={css.names}>
                {shorten(names, more).map((name, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: names can repeat, and the order never changes
                  <li key={at}>{name}</li>
                ))}
              </ul>
            </section>
          );
        })}
        {left.length > 0 && <p>{t("left", counted(left))}</p>}
        <p className="soft">{t("kept")}</p>
      </ModalBody>
      <ModalFoot>
        <Button text={common("close")} onClick={onClose} data-close />
      </ModalFoot>
    </Modal>
  );
}
