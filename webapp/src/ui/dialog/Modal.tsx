import { Dialog } from "@blueprintjs/core";
import { type ReactNode, use, useId, useRef } from "react";
import { useTranslation } from "react-i18next";
import { RecordNameContext } from "../context/recordContext";
import { IconButton } from "../icons/IconButton";
import { useIgnoreHeldKeys } from "../menu/useIgnoreHeldKeys";
import css from "./Modal.module.css";
import { useEscapeFromBody } from "./useEscapeFromBody";
import { useRestoreFocus } from "./useRestoreFocus";

export interface ModalProps {
  title: string;
  /** A question that must be answered: read out as a whole, without a close button. */
  question?: boolean;
  width?: number;
  /** Selector of the element with the initial focus. */
  first?: string;
  /** In the header, before the close button. */
  tool?: ReactNode;
  onClose: () => void;
}

/** Dialog with our own header, because Blueprint's has English texts only. A click outside does not close it. */
export function Modal({
  title,
  question = false,
  width = 440,
  first = "input, textarea, select",
  tool,
  onClose,
  children,
}: ModalProps & { children: ReactNode }) {
  const { t } = useTranslation();
  const id = useId();
  const record = use(RecordNameContext);
  useRestoreFocus();
  const keys = useIgnoreHeldKeys();
  const place = useRef<HTMLDivElement>(null);
  useEscapeFromBody(place, onClose);
  return (
    <Dialog
      isOpen
      className={css.modal ?? ""}
      style={{ width }}
      role={question ? "alertdialog" : "dialog"}
      aria-labelledby={`${id}title`}
      {...(question && { "aria-describedby": `${id}body` })}
      shouldReturnFocusOnClose={false}
      canOutsideClickClose={false}
      onClose={onClose}
      transitionDuration={100}
      // Not after opening, because the user may already type when the animation ends.
      onOpening={(dialog) => dialog.querySelector<HTMLElement>(first)?.focus()}
    >
      <div ref={place} {...keys}>
        <div className={css.head}>
          <div className={css.title}>
            <h2 id={`${id}title`}>{title}</h2>
            {record && !question && !title.includes(record) && <p className="soft">{record}</p>}
          </div>
          <div className={css.tools}>
            {tool}
            {!question && <IconButton icon="close" label={t("close")} onClick={onClose} />}
          </div>
        </div>
        <div id={`${id}body`}>{children}</div>
      </div>
    </Dialog>
  );
}

export function ModalBody({ children }: { children: ReactNode }) {
  return <div className={css.body}>{children}</div>;
}

export function ModalFoot({ children }: { children: ReactNode }) {
  return <div className={css.foot}>{children}</div>;
}
