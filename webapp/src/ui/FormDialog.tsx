import { Button } from "@blueprintjs/core";
import { type ReactNode, useState } from "react";
import { type DefaultValues, type FieldValues, type Path, type UseFormReturn, useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { ApiError, isSilent } from "@/api/errors";
import { useOnce } from "@/lib/useOnce";
import { ConfirmDialog } from "./ConfirmDialog";
import css from "./FormDialog.module.css";
import { Modal, ModalBody, ModalFoot } from "./Modal";
import { notify } from "./notify";

interface Props<Values extends FieldValues> {
  title: string;
  submit: string;
  width?: number;
  initial: DefaultValues<Values>;
  /** There is nothing to submit yet. */
  disabled?: boolean;
  /** One sentence for all required fields together; without it each field says its own. */
  missing?: string;
  /** Where the server's first error appears: above the fields, or as a notification. Fields it names show it as well. */
  failures?: "above" | "notified";
  /** What is said when the server said nothing of its own. */
  fallback?: string;
  onSubmit: (values: Values) => Promise<void>;
  onClose: () => void;
  children: (form: UseFormReturn<Values>) => ReactNode;
}

/** Create and edit alike: sends once, keeps what was typed when it fails, asks before it throws anything away. */
export function FormDialog<Values extends FieldValues>({
  title,
  submit,
  width = 440,
  disabled = false,
  initial,
  missing,
  failures = "above",
  fallback,
  onSubmit,
  onClose,
  children,
}: Props<Values>) {
  const { t } = useTranslation();
  const form = useForm<Values>({ defaultValues: initial });
  const { errors, isDirty } = form.formState;
  const [leaving, setLeaving] = useState(false);
  const [failure, setFailure] = useState<ApiError | null>(null);

  const send = useOnce(async (values: Values) => {
    setFailure(null);
    try {
      await onSubmit(values);
    } catch (error) {
      if (!isSilent(error)) refuse(error instanceof ApiError ? error : new ApiError(0));
    }
  });

  function refuse(error: ApiError) {
    const first = error.problems[0];
    let placed = 0;
    for (const { source, title: message } of error.problems) {
      const name = source.split(".").at(-1) as Path<Values>;
      if (!(name in form.getValues())) continue;
      form.setError(name, { type: "server", message }, { shouldFocus: true });
      placed += 1;
    }
    if (failures === "notified") notify.error(first?.title || fallback || t("genericError"));
    // Said beside its field, it is not said again above.
    else if (placed === 0 || placed < error.problems.length) setFailure(error);
  }

  const close = () => {
    if (send.busy) return;
    if (isDirty) setLeaving(true);
    else onClose();
  };
  const isMissing = missing !== undefined && Object.values(errors).some((error) => error?.type === "required");
  return (
    <Modal title={title} width={width} onClose={close}>
      <form onSubmit={form.handleSubmit(send.run)} noValidate>
        <ModalBody>
          {failure && (
            <Above text={failure.problems[0]?.title || fallback || t("genericError")} requestId={failure.requestId} />
          )}
          {children(form)}
          <p role="alert" className={css.missing}>
            {isMissing && missing}
          </p>
        </ModalBody>
        <ModalFoot>
          <Button text={t("cancel")} onClick={close} />
          <Button type="submit" intent="primary" text={submit} disabled={disabled} loading={send.busy} />
        </ModalFoot>
      </form>
      {leaving && (
        <ConfirmDialog
          title={t("discard.title")}
          yes={t("discard.discard")}
          no={t("discard.keep")}
          intent="danger"
          onYes={onClose}
          onNo={() => setLeaving(false)}
        >
          {t("discard.text")}
        </ConfirmDialog>
      )}
    </Modal>
  );
}

function Above({ text, requestId }: { text: string; requestId: string | null }) {
  const { t } = useTranslation();
  return (
    <div role="alert" className={css.above}>
      <p>{text}</p>
      {requestId && <p className={css.reference}>{t("errorReference", { id: requestId })}</p>}
    </div>
  );
}
