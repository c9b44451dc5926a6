import { Button } from "@blueprintjs/core";
import { useCallback, useEffect } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { plural } from "@/lib/format/numbers";
import { useStore } from "@/lib/state/store";
import { Modal, ModalBody, ModalFoot } from "../dialog/Modal";
import css from "./UndoDialog.module.css";
import { type UndoResult, undoOutcomes, undoResult } from "./undoResult";

const close = () => undoResult.set(null);

/** Title of a result, such as "3 undone, 1 edited since". */
export function useUndoTitle() {
  const { t } = useTranslation("common", { keyPrefix: "undo" });
  return useCallback(
    (result: UndoResult) =>
      undoOutcomes
        .filter((outcome) => result[outcome].count > 0)
        .map((outcome) => t(`counts.${outcome}`, plural(result[outcome].count)))
        .join(", ") || t("counts.none"),
    [t],
  );
}

/**
 * Result of any undo: the records that were undone, those that someone has edited since, and those that failed. The
 * frame renders it, because the screen of the change may be gone.
 */
export function UndoDialog() {
  const result = useStore(undoResult);
  useEffect(() => close, []);
  return result && <Result result={result} />;
}

function Result({ result }: { result: UndoResult }) {
  const { t } = useTranslation("common", { keyPrefix: "undo" });
  const { t: common } = useTranslation();
  const { note, offer } = result;
  const title = useUndoTitle()(result);
  return (
    <Modal title={title} first="[data-close]" onClose={close}>
      <ModalBody>
        {undoOutcomes
          .filter((outcome) => result[outcome].count > 0)
          .map((outcome) => (
            <section key={outcome} aria-label={t(`lists.${outcome}`)}>
              <h3>{t(`lists.${outcome}`)}</h3>
              <Records {...result[outcome]} />
            </section>
          ))}
        {note && <p>{note}</p>}
      </ModalBody>
      <ModalFoot>
        <Button text={common("close")} onClick={close} data-close />
        {offer && (
          <Button
            intent="primary"
            text={offer.text}
            onClick={() => {
              close();
              offer.run();
            }}
          />
        )}
      </ModalFoot>
    </Modal>
  );
}

function Records({ count, records }: UndoResult["undone"]) {
  const { t } = useTranslation("common", { keyPrefix: "undo" });
  return (
    <ul className={css.records}>
      {records.map(({ name, to, note }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two may have one name, and none of them moves
        <li key={at}>
          {to ? (
            <Link to={to} onClick={close}>
              {name}
            </Link>
          ) : (
            name
          )}
          {note && <span className="soft"> {note}</span>}
        </li>
      ))}
      {count > records.length && <li>{t(records.length > 0 ? "more" : "records", plural(count - records.length))}</li>}
    </ul>
  );
}
