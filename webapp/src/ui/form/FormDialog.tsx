import { Button, Spinner } from "@blueprintjs/core";
import { type ReactNode, use, useEffect, useEffectEvent, useId, useRef, useState } from "react";
import type { FieldValues, UseFormReturn } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { type ApiError, changesToPropose } from "@/api/errors";
import type { Mutation } from "@/api/mutation";
import { useIsMounted } from "@/lib/hooks/useIsMounted";
import { useLeaveGuard } from "@/lib/hooks/useLeaveGuard";
import { sendOnKey } from "@/lib/input/sendOnKey";
import { FormToolContext } from "../context/formContext";
import { Modal, ModalBody, ModalFoot } from "../dialog/Modal";
import { AlreadyDialog, type FindAlready, useAlready } from "../dialog/useAlready";
import { usePropose } from "../dialog/usePropose";
import { Alert } from "../feedback/Alert";
import { toast } from "../feedback/toast";
import { useActionErrorToast } from "../feedback/useActionErrorToast";
import { useRefusal } from "../feedback/useRefusal";
import { RequiredLegend } from "../fields/RequiredLegend";
import type { GetFieldProps } from "../fields/useFieldProps";
import { DiscardDialog } from "./DiscardDialog";
import { DraftBanner } from "./DraftBanner";
import css from "./FormDialog.module.css";
import { type RecordForm, useRecordForm } from "./useRecordForm";

interface Props<Values extends FieldValues, Answer> extends RecordForm<Values, Answer> {
  title: string;
  submit: string;
  /** Text of the cancel button; the default is Cancel. */
  cancel?: string;
  width?: number;
  /** There is nothing to submit yet. */
  disabled?: boolean;
  /**
   * Why the form cannot be submitted now. The button keeps the focus, has the reason as its description, and leads to
   * the first invalid field.
   */
  blocked?: string | null;
  /** One message for all missing required fields; without it each field has its own. */
  missing?: string;
  /** Place of the server's first error: above the fields, or in a notification. Named fields show it as well. */
  failures?: "above" | "notified";
  /** Message if the server sent none. */
  fallback?: string;
  /** The initial values are a change already. */
  startsChanged?: boolean;
  /** "Show as command" is not offered: passwords. */
  withoutCommand?: boolean;
  /** The caller closes the dialog after the change. */
  staysOpen?: boolean;
  /** A second submit action, with a button before the main one. */
  further?: { text: string; onSent: RecordForm<Values, Answer>["onSent"] } | undefined;
  /** Read whether the record already has the state that the form sets. Then nothing is sent. */
  already?: FindAlready;
  onClose: () => void;
  children: (ask: GetFieldProps<Values>, form: UseFormReturn<Values>) => ReactNode;
}

/**
 * Dialog for creating and editing. It submits once, keeps the input if that fails, and asks before it discards input.
 */
export function FormDialog<Values extends FieldValues, Answer = unknown>({
  title,
  submit,
  cancel,
  width = 440,
  disabled = false,
  blocked = null,
  missing,
  failures = "above",
  fallback,
  startsChanged = false,
  withoutCommand = false,
  staysOpen = false,
  further,
  already: findAlready,
  onClose,
  children,
  ...record
}: Props<Values, Answer>) {
  const { t } = useTranslation();
  const Tool = use(FormToolContext);
  const [leaving, setLeaving] = useState(false);
  const [failure, setFailure] = useState<ApiError | null>(null);
  const blockedId = useId();
  const refusalOf = useRefusal();
  const notice = useActionErrorToast();
  // Problems of fields that the form does not show appear above the form.
  const latest = useRef<ApiError | null>(null);
  const isOpen = useIsMounted();
  const { already, check } = useAlready(findAlready);
  /** What follows the change, by the pressed button; Enter uses the main one. */
  const way = useRef(record.onSent);
  const { form, ask, drafts, run, busy, requestFor, conflictDialog } = useRecordForm(record, {
    saysMissing: missing !== undefined,
    focusesErrors: false,
    onSent: (answer, values) => {
      if (!staysOpen && isOpen()) onClose();
      return way.current(answer, values);
    },
    onRefused: refuse,
  });
  const { errors, isDirty, submitCount } = form.formState;
  const place = useFocusWhatIsWrong(submitCount, () => setFailure(latest.current));
  // The message refers to the sent values, so an edit clears it.
  useEffect(() => form.subscribe({ formState: { values: true }, callback: () => setFailure(null) }), [form]);

  const submitBy = (onSent: typeof record.onSent) =>
    form.handleSubmit(async (values) => {
      if (blocked !== null) return;
      way.current = onSent;
      clear();
      if (!(findAlready && (await check()))) await run(values);
    });
  function clear() {
    setFailure(null);
    latest.current = null;
    notice.dismiss();
  }

  /** Return the change that Save would send. Invalid fields show their errors. */
  async function wouldSend(): Promise<Mutation | null> {
    if (busy || blocked !== null) return null;
    let request: Mutation | null | undefined;
    await form.handleSubmit(async (values) => {
      // An unchanged record needs no request.
      const isSame = record.versions !== undefined && !isDirty && !startsChanged;
      request = isSame ? null : await requestFor(values);
      if (request === null) toast.info(t("nothingToSend"));
    })();
    return request ?? null;
  }

  function refuse(error: ApiError, isPlaced: boolean) {
    const { text, ...options } = refusalOf(error, fallback);
    // The user closed the form during the request, so report the error as a notification.
    if (!isOpen()) return void toast.error(text, options);
    setLeaving(false);
    if (failures === "notified" && !options.offer) notice.show(text, options.detail);
    // An error shown at its field is not repeated above the form.
    else {
      latest.current = error;
      if (!isPlaced) setFailure(error);
    }
  }

  const needsApproval = changesToPropose(failure).length > 0;
  const proposal = usePropose({
    call: record.call,
    toProposal: wouldSend,
    onProposed: () => {
      drafts.done();
      onClose();
    },
    isMain: needsApproval,
  });
  const close = () => {
    if (isDirty || busy) setLeaving(true);
    else onClose();
  };
  useLeaveGuard(isDirty || busy, close);
  if (already) return <AlreadyDialog already={already} title={title} width={width} onClose={onClose} />;
  const isMissing = missing !== undefined && Object.values(errors).some((error) => error?.type === "required");
  return (
    <Modal title={title} width={width} tool={Tool && !withoutCommand && <Tool wouldSend={wouldSend} />} onClose={close}>
      <form ref={place} onKeyDown={sendOnKey} onSubmit={(event) => void submitBy(record.onSent)(event)} noValidate>
        <ModalBody>
          {failure && <Alert focuses {...refusalOf(failure, fallback)} error={failure} />}
          <RequiredLegend />
          {children(ask, form)}
          <p role="alert" className={css.missing}>
            {isMissing && missing}
          </p>
          {proposal.notice}
        </ModalBody>
        <ModalFoot>
          <DraftBanner state={drafts} shown={record.shown ?? record.versions} />
          <Button text={cancel ?? t("cancel")} onClick={close} />
          {further && (
            <Button
              text={further.text}
              disabled={disabled}
              aria-disabled={busy}
              onClick={(event) => void submitBy(further.onSent)(event)}
            />
          )}
          {proposal.button}
          {blocked !== null && (
            <span id={blockedId} className="hidden">
              {blocked}
            </span>
          )}
          <Button
            type="submit"
            intent={needsApproval ? "none" : "primary"}
            disabled={disabled}
            // Not `loading`, because it disables the button, and a disabled button loses the focus.
            aria-disabled={busy || blocked !== null}
            aria-busy={busy}
            {...(blocked !== null && { "aria-describedby": blockedId, title: blocked })}
            {...(busy && { "aria-label": submit })}
            text={busy ? <Spinner size={16} /> : submit}
          />
          {proposal.menu}
        </ModalFoot>
      </form>
      {conflictDialog}
      {proposal.dialog}
      {leaving && (
        <DiscardDialog
          sending={busy}
          onDiscard={() => {
            drafts.done();
            onClose();
          }}
          onKeep={() => setLeaving(false)}
        />
      )}
    </Modal>
  );
}

/**
 * After each failed submit, focus the first invalid field in document order, or the message above the fields. Calls
 * `onHidden` if the form shows neither.
 */
function useFocusWhatIsWrong(submitCount: number, onHidden: () => void) {
  const showElsewhere = useEffectEvent(onHidden);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (submitCount === 0) return;
    const wrong =
      form.current?.querySelector<HTMLElement>("[aria-invalid=true], [data-invalid=true]") ??
      form.current?.querySelector<HTMLElement>("[data-failure]");
    if (wrong) wrong.focus();
    else showElsewhere();
  }, [submitCount]);
  return form;
}
