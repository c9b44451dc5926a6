import { Button } from "@blueprintjs/core";
import type { FormEventHandler, ReactNode } from "react";
import { useTranslation } from "react-i18next";
import css from "./FormCard.module.css";

interface Props {
  label: string;
  /** The label stands above the form as its heading. */
  headed?: boolean;
  submit: string;
  busy: boolean;
  onSubmit: FormEventHandler;
  /** Where there is something to go back from. */
  onCancel?: (() => void) | undefined;
  children: ReactNode;
}

/** A form that stands on its screen, above the list of what it makes. */
export function FormCard({ label, headed = false, submit, busy, onSubmit, onCancel, children }: Props) {
  const { t } = useTranslation();
  return (
    <form className={css.card} aria-label={label} onSubmit={onSubmit} noValidate>
      {headed && <h3>{label}</h3>}
      {children}
      <div className={css.foot}>
        <Button type="submit" intent="primary" text={submit} loading={busy} />
        {onCancel && <Button text={t("cancel")} onClick={onCancel} />}
      </div>
    </form>
  );
}

/** Fields beside each other, where there is room. */
export function FormLine({ children }: { children: ReactNode }) {
  return <div className={css.line}>{children}</div>;
}
