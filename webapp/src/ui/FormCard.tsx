import { Button } from "@blueprintjs/core";
import type { FormEventHandler, ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { DraftBanner } from "./DraftBanner";
import type { ShownFields } from "./draftText";
import css from "./FormCard.module.css";
import { RequiredLegend } from "./fields/RequiredLegend";
import { LeaveConfirmDialog } from "./LeaveConfirmDialog";
import type { DraftState } from "./useDraft";
import { useFormFocus } from "./useFormFocus";

interface Props<Values> {
  label: string;
  /** Show the label as heading of the form. */
  headed?: boolean;
  submit: string;
  /** Id of the edited record; null while the form adds one. */
  editing: string | number | null;
  busy: boolean;
  /** True if there is unsent input. */
  unsaved: boolean;
  /** The stored drafts: `useDraft`. */
  kept: DraftState;
  /** Labels of the fields in an offered draft. */
  shown?: ShownFields<Values> | undefined;
  onSubmit: FormEventHandler;
  /** Cancels editing; undefined if there is nothing to cancel. */
  onCancel?: (() => void) | undefined;
  children: ReactNode;
}

/** Form on a screen, above the list of its records. */
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
        <DraftBanner kept={kept} shown={shown} />
      </div>
      <LeaveConfirmDialog unsaved={unsaved} onDiscard={kept.done} />
    </form>
  );
}

/** Fields next to each other if there is room. */
export function FormLine({ children }: { children: ReactNode }) {
  return <div className={css.line}>{children}</div>;
}
