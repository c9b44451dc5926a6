import { Button } from "@blueprintjs/core";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { grouped } from "@/lib/numbers";
import { useFailureText } from "@/lib/useFailureText";
import { useOnce } from "@/lib/useOnce";
import { Modal, ModalBody, ModalFoot } from "../Modal";
import { notify } from "../notify";
import { useFailureNotice } from "../useFailureNotice";
import { inParts, type Outcome } from "./inParts";
import css from "./useBulk.module.css";
import type { Selection } from "./useSelection";

export interface Work<Row> {
  /** What it is called while it goes on. */
  title: string;
  /** Does it to rows, as many as one call may name. */
  send: (rows: readonly Row[]) => Promise<unknown>;
  /** Said when all of it worked. */
  done: string;
}
interface Bulk<Row> {
  selection: Selection<Row>;
  nameOf: (row: Row) => string;
  /** Shows the list as it is afterwards. */
  reload: () => Promise<unknown>;
}
type Going = { title: string; sent: number; total: number | null; stopping: boolean };

/**
 * Does something to the chosen rows, in parts where they are many: with progress, a way to stop, and a report of what
 * did not work, which stays chosen. `dialog` is drawn by the screen.
 */
export function useBulk<Row>({ selection, nameOf, reload }: Bulk<Row>) {
  const notice = useFailureNotice();
  const [going, setGoing] = useState<Going | null>(null);
  const [report, setReport] = useState<{ title: string; outcome: Outcome<Row> } | null>(null);
  const stopping = useRef<AbortController>(undefined);

  const work = useOnce(async ({ title, send, done }: Work<Row>) => {
    const stop = new AbortController();
    stopping.current = stop;
    notice.forget();
    const going = { title, sent: 0, stopping: false };
    setGoing({ ...going, total: selection.everything ? null : selection.count });
    try {
      const rows = await selection.rows(stop.signal);
      setGoing({ ...going, total: rows.length });
      const outcome = await inParts(stop.signal.aborted ? [] : rows, send, {
        stop: stop.signal,
        onProgress: (sent) => setGoing((before) => before && { ...before, sent }),
      });
      selection.keep([...outcome.failed.flatMap((part) => part.rows), ...outcome.left]);
      const [only] = outcome.failed;
      if (only && outcome.failed.length === 1 && outcome.done.length + outcome.left.length === 0) {
        notice.fail(only.error);
      } else if (outcome.failed.length + outcome.left.length > 0) setReport({ title, outcome });
      else if (outcome.done.length > 0) notify.success(done);
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
      {report && <Report {...report} nameOf={nameOf} onClose={() => setReport(null)} />}
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
interface ReportProps<Row> {
  title: string;
  outcome: Outcome<Row>;
  nameOf: (row: Row) => string;
  onClose: () => void;
}
function Report<Row>({ title, outcome: { done, failed, left }, nameOf, onClose }: ReportProps<Row>) {
  const { t } = useTranslation("selection", { keyPrefix: "report" });
  const { t: common } = useTranslation();
  const textOf = useFailureText();
  const counted = (rows: readonly Row[]) => ({ count: rows.length, formatted: grouped(rows.length) });
  return (
    <Modal title={title} first="[data-close]" onClose={onClose}>
      <ModalBody>
        <p role="status">{t("done", counted(done))}</p>
        {failed.map(({ rows, error }) => (
          <section key={nameOf(rows[0] as Row)}>
            <p>
              <strong>{t("failed", counted(rows))}</strong> {textOf(error)}
            </p>
            <ul className={css.names}>
              {rows.slice(0, mostNamed).map((row, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: two may have one name, and none of them moves
                <li key={at}>{nameOf(row)}</li>
              ))}
            </ul>
            {rows.length > mostNamed && <p className="soft">{t("more", counted(rows.slice(mostNamed)))}</p>}
          </section>
        ))}
        {left.length > 0 && <p>{t("left", counted(left))}</p>}
        <p className="soft">{t("kept")}</p>
      </ModalBody>
      <ModalFoot>
        <Button text={common("close")} onClick={onClose} data-close />
      </ModalFoot>
    </Modal>
  );
}
