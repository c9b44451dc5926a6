import { Button } from "@blueprintjs/core";
import type { FormEventHandler, ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { DraftOffer } from "./DraftOffer";
import type { ShownFields } from "./draftText";
import css from "./FormCard.module.css";
import { RequiredLegend } from "./fields/RequiredLegend";
import { LeaveQuestion } from "./LeaveQuestion";
import { useFormFocus } from "./useFormFocus";
import type { Kept } from "./useKept";

interface Props<Values> {
  label: string;
  /** The label stands above the form as its heading. */
  headed?: boolean;
  submit: string;
  /** The record that is edited, by its id; null while the form adds a new one. */
  editing: string | number | null;
  busy: boolean;
  /** Whether something was typed that is not sent. */
  unsaved: boolean;
  /** What keeps it: `useKept`. */
  kept: Kept;
  /** How its fields are called in an offered draft. */
  shown?: ShownFields<Values> | undefined;
  onSubmit: FormEventHandler;
  /** Where there is something to go back from. */
  onCancel?: (() => void) | undefined;
  children: ReactNode;
}

/** A form that stands on its screen, above the list of what it makes. */
export function FormCard<Values>({ label, headed = false, editing, ...props }: Props<Values>) {
  const { submit, busy, unsaved, kept, shown, onSubmit, onCancel, children } = props;
  const { t } = useTranslation();
  const place = useFormFocus(editing, busy);
  return (
    <form ref={place} className={css.card} aria-label={label} onSubmit={onSubmit} noValidate>
      {headed && <h3>{label}</h3>}
      <RequiredLegend />
      {children}
      <div className={css.foot}>
        <Button type="submit" intent="primary" text={submit} loading={busy} />
        {onCancel && <Button text={t("cancel")} onClick={onCancel} />}
        <DraftOffer kept={kept} shown={shown} />
      </div>
      <LeaveQuestion unsaved={unsaved} onDiscard={kept.done} />
    </form>
  );
}

/** Fields beside each other, where there is room. */
export function FormLine({ children }: { children: ReactNode }) {
  return <div className={css.line}>{children}</div>;
}
