import { Button, Spinner } from "@blueprintjs/core";
import { type ReactNode, use, useEffect, useId, useRef, useState } from "react";
import { type DefaultValues, type FieldValues, type Path, type UseFormReturn, useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { type CapturedRequest, dryRun } from "@/api/dryRun";
import { ApiError, isSilent } from "@/api/errors";
import { useErrorDetail, useErrorText, useFieldMessage } from "@/lib/useErrorText";
import { useLeaveGuard } from "@/lib/useLeaveGuard";
import { useSingleFlight } from "@/lib/useSingleFlight";
import { Alert } from "./Alert";
import { ConfirmDialog } from "./ConfirmDialog";
import { ConflictDialog } from "./ConflictDialog";
import { DraftBanner } from "./DraftBanner";
import type { ShownFields } from "./draftText";
import css from "./FormDialog.module.css";
import { RequiredLegend } from "./fields/RequiredLegend";
import { type GetFieldProps, type Rules, useFieldProps } from "./fields/useFieldProps";
import { FormToolContext } from "./formContext";
import { Modal, ModalBody, ModalFoot } from "./Modal";
import { toast } from "./toast";
import { useActionErrorToast } from "./useActionErrorToast";
import { useConflict, type VersionedForm } from "./useConflict";
import { useDraft } from "./useDraft";

interface Props<Values extends FieldValues> {
  title: string;
  submit: string;
  /** Text of the cancel button; the default is Cancel. */
  cancel?: string;
  width?: number;
  initial: DefaultValues<Values>;
  /**
   * Name of the form and ids of its records: `clinicAddress.41`. Input is stored under it as a draft until it is sent
   * (decision 212). Null for forms with only passwords and files.
   */
  draft: string | null;
  /** Generated rules of the call. */
  rules: Rules<Values>;
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
  /** Required if other users may change the same record; edits of both are preserved. */
  versions?: VersionedForm<Values> | undefined;
  /** Labels of the fields in an offered draft, if `versions` has none. */
  shown?: ShownFields<Values>;
  /** `close` closes this dialog; it has no effect after the user has left it. */
  onSubmit: (values: Values, close: () => void) => Promise<void>;
  /** A second submit action, with a button before the main one. */
  further?: { text: string; onSubmit: (values: Values, close: () => void) => Promise<void> } | undefined;
  /** The call to show as a command, if `onSubmit` does more than the call or the form has no draft. */
  sends?: (values: Values) => Promise<unknown>;
  onClose: () => void;
  children: (ask: GetFieldProps<Values>, form: UseFormReturn<Values>) => ReactNode;
}

/**
 * Dialog for creating and editing. It submits once, keeps the input if that fails, and asks before it discards input.
 */
export function FormDialog<Values extends FieldValues>({
  title,
  submit,
  cancel,
  width = 440,
  disabled = false,
  blocked = null,
  initial,
  draft,
  rules,
  missing,
  failures = "above",
  fallback,
  versions,
  shown = versions,
  onSubmit,
  further,
  sends,
  onClose,
  children,
}: Props<Values>) {
  const { t } = useTranslation();
  const Tool = use(FormToolContext);
  const form = useForm<Values>({ defaultValues: initial, shouldFocusError: false });
  const { errors, isDirty, submitCount } = form.formState;
  const [leaving, setLeaving] = useState(false);
  const [failure, setFailure] = useState<ApiError | null>(null);
  const blockedId = useId();
  const ask = useFieldProps(form, rules, missing !== undefined);
  const textOf = useErrorText();
  const detailOf = useErrorDetail();
  const messageOf = useFieldMessage();
  const notice = useActionErrorToast();
  // Problems of fields that the form does not show appear above the form.
  const latest = useRef<ApiError | null>(null);
  const place = useFocusWhatIsWrong(submitCount, () => setFailure(latest.current));
  const isOpen = useIsMounted();
  const kept = useDraft(form, draft);
  const { conflict, settle, done } = useConflict(versions, initial);
  const fill = (values: Values) => form.reset(values, { keepDefaultValues: true });
  // The message refers to the sent values, so an edit clears it.
  useEffect(() => form.subscribe({ formState: { values: true }, callback: () => setFailure(null) }), [form]);

  /** After sending, delete the draft. */
  const closed = () => {
    kept.done();
    if (isOpen()) onClose();
  };
  /** Prevents a submit while a dry run is active, because the dry run would capture it. */
  const telling = useRef(false);
  /** Action of the pressed button; Enter uses the main one. */
  const way = useRef(onSubmit);
  const submitBy = (by: typeof onSubmit) => {
    way.current = by;
    return form.handleSubmit(send.run);
  };
  const send = useSingleFlight(async (values: Values) => {
    if (telling.current || blocked !== null) return;
    setFailure(null);
    latest.current = null;
    notice.dismiss();
    try {
      await settle(values, (settled) => way.current(settled, closed), fill);
    } catch (error) {
      if (!isSilent(error)) refuse(error instanceof ApiError ? error : new ApiError(0));
    }
  });

  /** Return the change that Save would send, through the same code. Invalid fields show their errors. */
  async function wouldSend(): Promise<CapturedRequest | null> {
    const found: CapturedRequest[] = [];
    if (send.busy) return null;
    await form.handleSubmit(async (values) => {
      telling.current = true;
      const make = async (settled: Values) => void (await (sends ?? onSubmit)(settled, () => undefined));
      try {
        // An unchanged record needs no request, and a dry run must not capture later calls.
        const isSame = versions !== undefined && !isDirty && !sends;
        const sending = isSame ? null : await dryRun(() => settle(values, make, fill));
        if (sending) found.push(sending);
        else toast.info(t("nothingToSend"));
      } catch (error) {
        if (!isSilent(error)) refuse(error instanceof ApiError ? error : new ApiError(0));
      } finally {
        telling.current = false;
      }
    })();
    return found[0] ?? null;
  }

  function refuse(error: ApiError) {
    const text = textOf(error, fallback);
    // The user closed the form during the request, so report the error as a notification.
    if (!isOpen()) return void toast.error(text, { detail: detailOf(error) });
    setLeaving(false);
    let placed = 0;
    for (const problem of error.problems) {
      const name = problem.source.split(".").at(-1) as Path<Values>;
      if (!(name in form.getValues())) continue;
      form.setError(name, { type: "server", message: messageOf(problem) });
      placed += 1;
    }
    if (failures === "notified") notice.show(text, detailOf(error));
    // An error shown at its field is not repeated above the form.
    else {
      latest.current = error;
      if (placed < error.problems.length) setFailure(error);
    }
  }

  const close = () => {
    if (isDirty || send.busy) setLeaving(true);
    else onClose();
  };
  useLeaveGuard(isDirty || send.busy, close);
  const isMissing = missing !== undefined && Object.values(errors).some((error) => error?.type === "required");
  return (
    <Modal
      title={title}
      width={width}
      tool={Tool && (draft !== null || sends) && <Tool wouldSend={wouldSend} />}
      onClose={close}
    >
      <form ref={place} onSubmit={(event) => void submitBy(onSubmit)(event)} noValidate>
        <ModalBody>
          {failure && <Alert focuses text={textOf(failure, fallback)} detail={detailOf(failure)} error={failure} />}
          <RequiredLegend />
          {children(ask, form)}
          <p role="alert" className={css.missing}>
            {isMissing && missing}
          </p>
        </ModalBody>
        <ModalFoot>
          <DraftBanner kept={kept} shown={shown} />
          <Button text={cancel ?? t("cancel")} onClick={close} />
          {further && (
            <Button
              text={further.text}
              disabled={disabled}
              aria-disabled={send.busy}
              onClick={(event) => void submitBy(further.onSubmit)(event)}
            />
          )}
          {blocked !== null && (
            <span id={blockedId} className="hidden">
              {blocked}
            </span>
          )}
          <Button
            type="submit"
            intent="primary"
            disabled={disabled}
            // Not `loading`, because it disables the button, and a disabled button loses the focus.
            aria-disabled={send.busy || blocked !== null}
            aria-busy={send.busy}
            {...(blocked !== null && { "aria-describedby": blockedId, title: blocked })}
            {...(send.busy && { "aria-label": submit })}
            text={send.busy ? <Spinner size={16} /> : submit}
          />
        </ModalFoot>
      </form>
      {conflict && (
        <ConflictDialog
          conflict={conflict}
          onDecide={(values) => {
            done();
            fill(values);
            send.run(values);
          }}
          onClose={done}
        />
      )}
      {leaving && (
        <ConfirmDialog
          title={t("discard.title")}
          yes={t("discard.discard")}
          no={t("discard.keep")}
          intent="danger"
          onYes={() => {
            kept.done();
            onClose();
          }}
          onNo={() => setLeaving(false)}
        >
          {t(send.busy ? "discard.sending" : "discard.text")}
        </ConfirmDialog>
      )}
    </Modal>
  );
}

/**
 * After each failed submit, focus the first invalid field in document order, or the message above the fields. Calls
 * `onHidden` if the form shows neither.
 */
function useFocusWhatIsWrong(submitCount: number, onHidden: () => void) {
  const latest = useRef(onHidden);
  latest.current = onHidden;
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (submitCount === 0) return;
    const wrong =
      form.current?.querySelector<HTMLElement>("[aria-invalid=true], [data-invalid=true]") ??
      form.current?.querySelector<HTMLElement>("[data-failure]");
    if (wrong) wrong.focus();
    else latest.current();
  }, [submitCount]);
  return form;
}

function useIsMounted() {
  const mounted = useRef(false);
  useEffect(() => {
    mounted.current = true;
    return () => {
      mounted.current = false;
    };
  }, []);
  return () => mounted.current;
}
