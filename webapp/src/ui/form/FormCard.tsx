import { Button } from "@blueprintjs/core";
import { type ReactNode, useEffect, useState } from "react";
import type { FieldValues, UseFormReturn } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import type { Typed } from "@/api/drafts";
import { type ApiError, changesToPropose, requiredApprovals } from "@/api/errors";
import type { Mutation } from "@/api/mutation";
import { useLeaveGuard } from "@/lib/hooks/useLeaveGuard";
import { useLinkGuard } from "@/lib/hooks/useLinkGuard";
import { sendOnKey } from "@/lib/input/sendOnKey";
import { usePropose } from "../dialog/usePropose";
import { Alert } from "../feedback/Alert";
import { useRefusal } from "../feedback/useRefusal";
import { RequiredLegend } from "../fields/RequiredLegend";
import type { GetFieldProps } from "../fields/useFieldProps";
import { DiscardDialog } from "./DiscardDialog";
import { DraftBanner } from "./DraftBanner";
import css from "./FormCard.module.css";
import { useFormFocus } from "./useFormFocus";
import { type RecordForm, useRecordForm } from "./useRecordForm";

interface Props<Values extends FieldValues, Answer> extends RecordForm<Values, Answer> {
  label: string;
  /** Show the label as heading of the form. */
  headed?: boolean;
  submit: string;
  /** Id of the edited record, which is also the key of the form; null while the form adds one. */
  editing: string | number | null;
  /** Values of an empty form. */
  empty: () => Values;
  /** Input to start with, which is not stored yet. */
  carried?: Values | null;
  /** Decides by the changed fields whether a draft is worth storing; must be stable. */
  isWorthKeeping?: (typed: Typed) => boolean;
  /** Called before every submit. */
  onSubmit?: () => void;
  /** `isPlaced`: all problems are shown at their fields. `forget` returns the input and deletes its draft. */
  onRefused: (error: ApiError, isPlaced: boolean, forget: () => Values) => void;
  onCancel: () => void;
  children: (ask: GetFieldProps<Values>, form: UseFormReturn<Values>) => ReactNode;
}

/** Form on a screen, above the list of its records. Editing has a Cancel button. */
export function FormCard<Values extends FieldValues, Answer = unknown>(props: Props<Values, Answer>) {
  const { label, headed = false, submit, editing, empty, carried = null, isWorthKeeping, children, ...record } = props;
  const { t } = useTranslation();
  const [leaving, setLeaving] = useState(false);
  /** The change needs an approval; an edit clears it. */
  const [covered, setCovered] = useState<ApiError | null>(null);
  const canPropose = changesToPropose(covered).length > 0;
  const refusalOf = useRefusal();
  const { form, ask, drafts, run, busy, requestFor, conflictDialog } = useRecordForm(record, {
    isWorthKeeping,
    onSent: (answer, values) => {
      clear();
      return record.onSent(answer, values);
    },
    onRefused: (error, isPlaced) => {
      if (requiredApprovals(error).length > 0) return setCovered(error);
      record.onRefused(error, isPlaced, () => {
        drafts.done();
        return form.getValues();
      });
    },
  });
  useEffect(() => form.subscribe({ formState: { values: true }, callback: () => setCovered(null) }), [form]);
  const place = useFormFocus(editing, busy);
  const { reset } = form;
  useEffect(() => {
    // react-hook-form takes the first option of a select as input if the select mounts together with its form.
    reset();
    if (carried) reset(carried, { keepDefaultValues: true });
  }, [carried, reset]);

  /** A form that edits ends with its record, so only a form that adds is used again. */
  function clear() {
    if (editing === null) form.reset(empty());
  }
  function discard() {
    drafts.done();
    clear();
    record.onCancel();
  }
  const proposal = usePropose({
    call: record.call,
    toProposal: async () => {
      let request: Mutation | null = null;
      await form.handleSubmit(async (values) => {
        request = (await requestFor(values)) ?? null;
      })();
      return request;
    },
    onProposed: discard,
    isMain: canPropose,
  });
  const { isDirty } = form.formState;
  return (
    <>
      <form
        ref={place}
        className={css.card}
        aria-label={label}
        onKeyDown={sendOnKey}
        onSubmit={form.handleSubmit((values) => {
          record.onSubmit?.();
          return run(values);
        })}
        noValidate
      >
        {headed && <h3>{label}</h3>}
        <RequiredLegend />
        {children(ask, form)}
        {/* The form is always on its screen, which must not read the policies for everyone who opens it. */}
        {isDirty && proposal.notice}
        {covered && <Alert focuses {...refusalOf(covered)} error={covered} />}
        <div className={css.foot}>
          <Button type="submit" intent={canPropose ? "none" : "primary"} text={submit} loading={busy} />
          {proposal.menu}
          {proposal.button}
          {editing !== null && (
            <Button text={t("cancel")} onClick={() => (isDirty || busy ? setLeaving(true) : discard())} />
          )}
          <DraftBanner state={drafts} shown={record.shown ?? record.versions} />
        </div>
        <LeaveConfirmDialog unsaved={isDirty} onDiscard={drafts.done} />
      </form>
      {conflictDialog}
      {proposal.dialog}
      {leaving && <DiscardDialog sending={busy} onDiscard={discard} onKeep={() => setLeaving(false)} />}
    </>
  );
}

/** Fields next to each other if there is room. */
export function FormLine({ children }: { children: ReactNode }) {
  return <div className={css.line}>{children}</div>;
}

interface LeaveProps {
  unsaved: boolean;
  /** Discard the input. */
  onDiscard: () => void;
}

/** Question for a form on a screen before a link, Back or a reload discards its input. */
function LeaveConfirmDialog({ unsaved, onDiscard }: LeaveProps) {
  const navigate = useNavigate();
  const [leave, setLeave] = useState<{ go: () => void } | null>(null);
  useLeaveGuard(unsaved, (go) => setLeave({ go }), unsaved);
  useLinkGuard(unsaved, (to) => setLeave({ go: () => navigate(to) }));
  if (!leave) return null;
  return (
    <DiscardDialog
      onDiscard={() => {
        onDiscard();
        setLeave(null);
        leave.go();
      }}
      onKeep={() => setLeave(null)}
    />
  );
}
