import { Button } from "@blueprintjs/core";
import { useCallback, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { LastChange } from "@/api/lastChange";
import { formatMoment } from "@/lib/time/dates";
import { Modal, ModalBody, ModalFoot, type ModalProps } from "./Modal";

/** The record has the state that a question asks for, because a colleague was faster. */
export interface Already extends LastChange {
  text: string;
}
/** Read the record, and return its state if the change is not needed any more. */
export type FindAlready = () => Promise<Already | null>;

/** Longest wait for the state of a record (milliseconds). Without it the change is sent, and the server decides. */
const waitMs = 2000;

/** State that a question asks for and that the record already has. It is read on opening, and with `check`. */
export function useAlready(find: FindAlready | undefined) {
  const [already, setAlready] = useState<Already | null>(null);
  const latest = useRef(find);
  useEffect(() => {
    latest.current = find;
  });
  const check = useCallback(async (): Promise<boolean> => {
    if (!latest.current) return false;
    const late = new Promise<null>((resolve) => setTimeout(resolve, waitMs, null));
    const state = await Promise.race([latest.current().catch(() => null), late]);
    if (state) setAlready(state);
    return state !== null;
  }, []);
  useEffect(() => {
    void check();
  }, [check]);
  return { already, check };
}

/** Dialog that replaces a question or form: "Already off", with the author and the time. */
export function AlreadyDialog({ already: { text, by, at }, ...modal }: { already: Already } & ModalProps) {
  const { t } = useTranslation();
  return (
    <Modal {...modal}>
      <ModalBody>
        <p role="status">
          {text}
          {by && at && <span className="soft"> {t("already.by", { name: by, moment: formatMoment(at) })}</span>}
        </p>
      </ModalBody>
      <ModalFoot>
        <Button text={t("close")} onClick={modal.onClose} data-answer="no" />
      </ModalFoot>
    </Modal>
  );
}
