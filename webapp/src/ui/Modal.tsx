import { Button, Dialog } from "@blueprintjs/core";
import { type ReactNode, useId } from "react";
import { useTranslation } from "react-i18next";
import { Icon } from "./Icon";
import css from "./Modal.module.css";

interface Props {
  title: string;
  /** Asks a question that has to be answered: read out whole, no cross. */
  question?: boolean;
  width?: number;
  onClose: () => void;
  onOpened?: (dialog: HTMLElement) => void;
  children: ReactNode;
}

/** A dialog with our own head, because Blueprint's speaks English only. A click beside it never closes it. */
export function Modal({ title, question = false, width = 440, onClose, onOpened, children }: Props) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <Dialog
      isOpen
      className={css.modal ?? ""}
      style={{ width }}
      role={question ? "alertdialog" : "dialog"}
      aria-labelledby={`${id}title`}
      {...(question && { "aria-describedby": `${id}body` })}
      canOutsideClickClose={false}
      onClose={onClose}
      transitionDuration={100}
      {...(onOpened && { onOpened })}
    >
      <header className={css.head}>
        <h2 id={`${id}title`}>{title}</h2>
        {!question && <Button variant="minimal" icon={<Icon name="close" />} aria-label={t("close")} onClick={onClose} />}
      </header>
      <div id={`${id}body`}>{children}</div>
    </Dialog>
  );
}

export function ModalBody({ children }: { children: ReactNode }) {
  return <div className={css.body}>{children}</div>;
}

export function ModalFoot({ children }: { children: ReactNode }) {
  return <footer className={css.foot}>{children}</footer>;
}
