import { Button, Spinner } from "@blueprintjs/core";
import { type ReactNode, use, useEffect, useRef, useState } from "react";
import { type DefaultValues, type FieldValues, type Path, type UseFormReturn, useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { ApiError, isSilent } from "@/api/errors";
import { rehearse, type Sending } from "@/api/rehearsal";
import { useFailureDetail, useFailureText, useFieldMessage } from "@/lib/useFailureText";
import { useLeaveGuard } from "@/lib/useLeaveGuard";
import { useOnce } from "@/lib/useOnce";
import { Alert } from "./Alert";
import { ConfirmDialog } from "./ConfirmDialog";
import { ConflictDialog } from "./ConflictDialog";
import { DraftOffer } from "./DraftOffer";
import type { ShownFields } from "./draftText";
import css from "./FormDialog.module.css";
import { RequiredLegend } from "./fields/RequiredLegend";
import { type Ask, type Rules, useAsk } from "./fields/useAsk";
import { FormFrameContext } from "./formFrame";
import { Modal, ModalBody, ModalFoot } from "./Modal";
import { notify } from "./notify";
import { useConflict, type Versions } from "./useConflict";
import { useFailureNotice } from "./useFailureNotice";
import { useKept } from "./useKept";

interface Props<Values extends FieldValues> {
  title: string;
  submit: string;
  /** What leaving it is called; Cancel. */
  cancel?: string;
  width?: number;
  initial: DefaultValues<Values>;
  /**
   * The form's name, and the records it is about: `clinicAddress.41`. What is typed is kept under it until it is sent
   * (decision 212). Null where there is nothing to keep: passwords and files alone.
   */
  draft: string | null;
  /** The generated rules of the call it sends. */
  rules: Rules<Values>;
  /** There is nothing to submit yet. */
  disabled?: boolean;
  /** One sentence for all required fields together; without it each field says its own. */
  missing?: string;
  /** Where the server's first error appears: above the fields, or as a notification. Fields it names show it as well. */
  failures?: "above" | "notified";
  /** What is said when the server said nothing of its own. */
  fallback?: string;
  /** Given where somebody else may change the same record meanwhile: nothing of either is lost. */
  versions?: Versions<Values> | undefined;
  /** How its fields are called in an offered draft, if `versions` does not say. */
  shown?: ShownFields<Values>;
  /** `close` closes this dialog; it does nothing once the user has left it. */
  onSubmit: (values: Values, close: () => void) => Promise<void>;
  /** Sends the form as well, by a button of its own before the main one. */
  further?: { text: string; onSubmit: (values: Values, close: () => void) => Promise<void> } | undefined;
  /** The call it makes, to be told as a command, where `onSubmit` does more than to make it, or nothing is kept. */
  sends?: (values: Values) => Promise<unknown>;
  onClose: () => void;
  children: (ask: Ask<Values>, form: UseFormReturn<Values>) => ReactNode;
}

/** Create and edit alike: sends once, keeps what was typed when it fails, asks before it throws anything away. */
export function FormDialog<Values extends FieldValues>({
  title,
  submit,
  cancel,
  width = 440,
  disabled = false,
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
  const Tool = use(FormFrameContext);
  const form = useForm<Values>({ defaultValues: initial, shouldFocusError: false });
  const { errors, isDirty, submitCount } = form.formState;
  const [leaving, setLeaving] = useState(false);
  const [failure, setFailure] = useState<ApiError | null>(null);
  const ask = useAsk(form, rules, missing !== undefined);
  const textOf = useFailureText();
  const detailOf = useFailureDetail();
  const messageOf = useFieldMessage();
  const notice = useFailureNotice();
  // Problems of fields that the form does not show are reported above it.
  const latest = useRef<ApiError | null>(null);
  const place = useFocusWhatIsWrong(submitCount, () => setFailure(latest.current));
  const isOpen = useIsMounted();
  const kept = useKept(form, draft);
  const { conflict, settle, done } = useConflict(versions, initial);
  const fill = (values: Values) => form.reset(values, { keepDefaultValues: true });
  // What is said above is said of what was sent: with something else in the form its reason is gone.
  useEffect(() => form.subscribe({ formState: { values: true }, callback: () => setFailure(null) }), [form]);

  /** Sent: nothing is kept of it any longer. */
  const closed = () => {
    kept.done();
    if (isOpen()) onClose();
  };
  /** What is sent meanwhile would be told instead. */
  const telling = useRef(false);
  /** What the pressed button does; Enter is the main one. */
  const way = useRef(onSubmit);
  const submitBy = (by: typeof onSubmit) => {
    way.current = by;
    return form.handleSubmit(send.run);
  };
  const send = useOnce(async (values: Values) => {
    if (telling.current) return;
    setFailure(null);
    latest.current = null;
    notice.forget();
    try {
      await settle(values, (settled) => way.current(settled, closed), fill);
    } catch (error) {
      if (!isSilent(error)) refuse(error instanceof ApiError ? error : new ApiError(0));
    }
  });

  /** What Save would send, by the same way; where fields are wrong they say so, as they do then. */
  async function wouldSend(): Promise<Sending | null> {
    const found: Sending[] = [];
    if (send.busy) return null;
    await form.handleSubmit(async (values) => {
      telling.current = true;
      const make = async (settled: Values) => void (await (sends ?? onSubmit)(settled, () => undefined));
      try {
        // A record that is as it was is saved without a call, and what comes after that is none of ours.
        const isSame = versions !== undefined && !isDirty && !sends;
        const sending = isSame ? null : await rehearse(() => settle(values, make, fill));
        if (sending) found.push(sending);
        else notify.info(t("nothingToSend"));
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
    // Left while it was under way: there is no form any more to say it in.
    if (!isOpen()) return void notify.error(text, { detail: detailOf(error) });
    setLeaving(false);
    let placed = 0;
    for (const problem of error.problems) {
      const name = problem.source.split(".").at(-1) as Path<Values>;
      if (!(name in form.getValues())) continue;
      form.setError(name, { type: "server", message: messageOf(problem) });
      placed += 1;
    }
    if (failures === "notified") notice.say(text, detailOf(error));
    // Said beside its field, it is not said again above.
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
          <DraftOffer kept={kept} shown={shown} />
          <Button text={cancel ?? t("cancel")} onClick={close} />
          {further && (
            <Button
              text={further.text}
              disabled={disabled}
              aria-disabled={send.busy}
              onClick={(event) => void submitBy(further.onSubmit)(event)}
            />
          )}
          <Button
            type="submit"
            intent="primary"
            disabled={disabled}
            // Not `loading`: that disables it, and a disabled button loses the focus.
            aria-disabled={send.busy}
            aria-busy={send.busy}
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
 * After every submit that failed: focus the first wrong field as the eye meets them, or the message above them. Calls
 * `onHidden` when the form shows neither.
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
