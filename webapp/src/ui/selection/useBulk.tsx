import { Button } from "@blueprintjs/core";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { changesToPropose } from "@/api/errors";
import { type ChangeTrail, findEditor } from "@/api/lastChange";
import { serverNow } from "@/api/token";
import { errorIds } from "@/lib/errors/errorIds";
import { formatNumber, plural } from "@/lib/format/numbers";
import { useSingleFlight } from "@/lib/hooks/useSingleFlight";
import type { FailedBatch, Outcome } from "@/lib/list/outcomes";
import { named } from "../action/undoResult";
import { type Undo, useEditorNote, useUndo, useUndoOffer } from "../action/useUndo";
import { pendingProposal } from "../context/proposalContext";
import { Modal, ModalBody, ModalFoot } from "../dialog/Modal";
import { toast } from "../feedback/toast";
import { useActionErrorToast } from "../feedback/useActionErrorToast";
import { useRefusal } from "../feedback/useRefusal";
import { atomicBatch, runInBatches } from "./batches";
import css from "./useBulk.module.css";
import type { Selection } from "./useSelection";

interface CommonWork<Row> {
  /** Title during the action. */
  title: string;
  /** Message after complete success. */
  done: (rows: readonly Row[]) => string;
  /** Rows of an action outside the selection, such as a button in a row; the default is the selection. */
  rows?: readonly Row[];
  /**
   * Return the row after the change, to keep it selected after complete success. Without it, the rows are deselected.
   */
  after?: (row: Row) => Row;
}
interface WholeWork<Row> extends CommonWork<Row> {
  /** Send one batch of rows: all of them change or none. */
  send: (rows: readonly Row[]) => Promise<unknown>;
  each?: undefined;
}
/** Action with an outcome for each row. */
interface WorkOnEach<Row> extends CommonWork<Row> {
  each: EachWork<Row>;
  send?: undefined;
}
type BulkAction<Row> = WholeWork<Row> | WorkOnEach<Row>;
interface EachWork<Row> {
  send: (rows: readonly Row[]) => Promise<Outcome<Row>>;
  /** Undo the change of these rows. */
  undo: (rows: readonly Row[]) => Promise<Outcome<Row>>;
  /** Where the audit log has the change of a row. */
  trail: (row: Row) => ChangeTrail;
  /** Address of the page of a row. */
  addressOf: (row: Row) => string;
  /** Message about rows that already had the wanted state. */
  unchanged: (rows: readonly Row[]) => string;
  /** The most rows of one call. */
  most: number;
}
interface Bulk<Row> {
  selection: Selection<Row>;
  rowKey: (row: Row) => string | number;
  nameOf: (row: Row) => string;
  /** Reload the list afterwards. */
  reload: () => Promise<unknown>;
}
interface Reported<Row> {
  title: string;
  outcome: Outcome<Row>;
  /** Messages for changed and unchanged rows, if each row has its own outcome. */
  messages?: { done: string; unchanged: string };
  undo?: Undo | undefined;
}
type Going = { title: string; sent: number; total: number | null; stopping: boolean };

/**
 * Run an action on the selected rows in batches, with progress, a stop button and a report of failures. Failed rows
 * stay selected. Rows that no longer exist are listed and deselected, so that the next attempt can succeed. The screen
 * renders `dialog`.
 */
export function useBulk<Row>({ selection, rowKey, nameOf, reload }: Bulk<Row>) {
  const { t } = useTranslation("selection", { keyPrefix: "report" });
  const refusalOf = useRefusal();
  const notice = useActionErrorToast();
  const moreText = (count: number) => t("more", plural(count));
  const [going, setGoing] = useState<Going | null>(null);
  const [report, setReport] = useState<Reported<Row> | null>(null);
  const offerUndo = useUndo();
  const editorNote = useEditorNote();
  const stopping = useRef<AbortController>(undefined);

  const isMissing = (error: unknown, row: Row) => errorIds(error).includes(Number(rowKey(row)));
  const presentRows = ({ rows, error }: FailedBatch<Row>) => rows.filter((row) => !isMissing(error, row));
  const namesOfMissing = ({ rows, error }: FailedBatch<Row>) => rows.filter((row) => isMissing(error, row)).map(nameOf);
  function sayWhy(batch: FailedBatch<Row>) {
    const names = namesOfMissing(batch);
    if (names.length === 0) return notice.showError(batch.error);
    notice.show(refusalOf(batch.error).text, [t("deselected"), ...shorten(names, moreText)].join("\n"));
  }

  const never = new AbortController().signal;
  const undoOf = (changed: readonly Row[], { undo, trail, addressOf, most }: EachWork<Row>): Undo => {
    const since = serverNow();
    /** The first rows of an outcome, with who changed them in between. */
    const recordsOf = async (outcome: "undone" | "edited", rows: readonly Row[]) => ({
      count: rows.length,
      records: await Promise.all(
        rows.slice(0, mostNamed).map(async (row) => {
          const { by, at } = await findEditor(trail(row), since, outcome === "undone");
          return { name: nameOf(row), to: addressOf(row), note: editorNote(outcome, by, at) };
        }),
      ),
    });
    return async () => {
      const { done, unchanged, failed } = await runInBatches(changed, undo, {
        stop: never,
        onProgress: () => undefined,
        most,
      });
      selection.update(changed);
      await reload();
      const refusals = failed.map(({ rows, error }) => ({ rows, ...refusalOf(error) }));
      return {
        undone: await recordsOf("undone", done),
        edited: await recordsOf("edited", unchanged),
        failed: named(
          refusals.flatMap(({ rows, text }) =>
            rows.map((row) => ({ name: nameOf(row), to: addressOf(row), note: text })),
          ),
        ),
        offer: refusals.find(({ offer }) => offer)?.offer,
      };
    };
  };

  const work = useSingleFlight(async ({ title, send, each, done, rows: source, after }: BulkAction<Row>) => {
    const stop = new AbortController();
    stopping.current = stop;
    notice.dismiss();
    const going = { title, sent: 0, stopping: false };
    setGoing({ ...going, total: source?.length ?? (selection.everything ? null : selection.count) });
    try {
      const rows = source ?? (await selection.rows(stop.signal));
      setGoing({ ...going, total: rows.length });
      const sendPart = each ? each.send : atomicBatch(send);
      const outcome = await runInBatches(stop.signal.aborted ? [] : rows, sendPart, {
        stop: stop.signal,
        ...(each && { most: each.most }),
        onProgress: (sent) => setGoing((before) => before && { ...before, sent }),
      });
      const { failed, left, unchanged } = outcome;
      const undone = [...failed.flatMap(presentRows), ...left];
      const isComplete = failed.length + left.length === 0;
      // If some did not work, only those: the next attempt is about them.
      const stay = after && isComplete ? [...outcome.done, ...unchanged].map(after) : undone;
      if (!source) selection.keep(stay);
      const [only] = failed;
      const undo = each && outcome.done.length > 0 ? undoOf(outcome.done, each) : undefined;
      if (only && failed.length === 1 && outcome.done.length + unchanged.length + left.length === 0) sayWhy(only);
      else if (!isComplete || unchanged.length > 0) {
        const messages = each && { done: done(outcome.done), unchanged: each.unchanged(unchanged) };
        setReport({ title, outcome, undo, ...(messages && { messages }) });
      } else if (undo) offerUndo(done(outcome.done), undo);
      else if (outcome.done.length > 0) toast.success(done(outcome.done));
      await reload();
    } catch (error) {
      notice.showError(error);
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
        <p role="status">
          {total === null ? t("reading") : t("sent", { sent: formatNumber(sent), total: formatNumber(total) })}
        </p>
      </ModalBody>
      <ModalFoot>
        <Button text={t(stopping ? "stopping" : "stop")} aria-disabled={stopping} onClick={onStop} data-stop />
      </ModalFoot>
    </Modal>
  );
}

const mostNamed = 10;
const shorten = (names: readonly string[], moreText: (count: number) => string) =>
  names.length > mostNamed ? [...names.slice(0, mostNamed), moreText(names.length - mostNamed)] : names;

interface ReportProps<Row> extends Reported<Row> {
  nameOf: (row: Row) => string;
  namesOfMissing: (batch: FailedBatch<Row>) => readonly string[];
  onClose: () => void;
}
function Report<Row>({ title, outcome, messages, undo, nameOf, namesOfMissing, onClose }: ReportProps<Row>) {
  const { t } = useTranslation("selection", { keyPrefix: "report" });
  const { t: common } = useTranslation();
  const offerOf = useUndoOffer();
  const { done, unchanged, failed, left } = outcome;
  const covered = changesToPropose(...failed.map(({ error }) => error));
  function takeBack(offered: Undo) {
    onClose();
    offerOf(offered).run();
  }
  return (
    <Modal title={title} first="[data-close]" onClose={onClose}>
      <ModalBody>
        {messages ? (
          <>
            {done.length > 0 && <Named text={messages.done} names={done.map(nameOf)} />}
            {unchanged.length > 0 && <Named text={messages.unchanged} names={unchanged.map(nameOf)} />}
          </>
        ) : (
          <p role="status">{t("done", plural(done.length))}</p>
        )}
        {failed.map((batch) => (
          <FailedRows
            key={nameOf(batch.rows[0] as Row)}
            batch={batch}
            nameOf={nameOf}
            missing={namesOfMissing(batch)}
          />
        ))}
        {left.length > 0 && <p>{t("left", plural(left.length))}</p>}
        {failed.length + left.length > 0 && <p className="soft">{t("kept")}</p>}
      </ModalBody>
      <ModalFoot>
        {undo && <Button text={common("undo.offer")} onClick={() => takeBack(undo)} />}
        <Button text={common("close")} onClick={onClose} data-close />
        {covered.length > 0 && (
          <Button
            intent="primary"
            text={common("propose")}
            onClick={() => {
              onClose();
              pendingProposal.set(covered);
            }}
          />
        )}
      </ModalFoot>
    </Modal>
  );
}

function FailedRows<Row>({ batch, nameOf, missing }: FailedRowsProps<Row>) {
  const { t } = useTranslation("selection", { keyPrefix: "report" });
  const { rows, error } = batch;
  const refusal = useRefusal()(error);
  const detail = missing.length > 0 ? t("deselected") : refusal.detail;
  return (
    <section>
      <p>
        <strong>{t("failed", plural(rows.length))}</strong> {refusal.text}
      </p>
      {detail && <p>{detail}</p>}
      <Names names={missing.length > 0 ? missing : rows.map(nameOf)} />
    </section>
  );
}
interface FailedRowsProps<Row> {
  batch: FailedBatch<Row>;
  nameOf: (row: Row) => string;
  missing: readonly string[];
}

function Named({ text, names }: { text: string; names: readonly string[] }) {
  return (
    <section>
      <p role="status">
        <strong>{text}</strong>
      </p>
      <Names names={names} />
    </section>
  );
}

function Names({ names }: { names: readonly string[] }) {
  const { t } = useTranslation("selection", { keyPrefix: "report" });
  const moreText = (count: number) => t("more", plural(count));
  return (
    <ul className={css.names}>
      {shorten(names, moreText).map((name, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two may have one name, and none of them moves
        <li key={at}>{name}</li>
      ))}
    </ul>
  );
}
