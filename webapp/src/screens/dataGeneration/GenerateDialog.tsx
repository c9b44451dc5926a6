import { useEffect, useState } from "react";
import { type Control, useFormState, useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { isSilent } from "@/api/errors";
import { createCmsDataRules as rules } from "@/api/gen/rules";
import { send } from "@/api/mutation";
import { useErrorText, useTranslateServerMessage } from "@/lib/errors/useErrorText";
import { isPhone } from "@/lib/format/phone";
import { toast } from "@/ui/feedback/toast";
import { PhoneField } from "@/ui/fields/PhoneField";
import { FormDialog } from "@/ui/form/FormDialog";
import { ClinicsByNumber } from "./ClinicsByNumber";
import { generateRequest, hasFailed, isOpen, type Kind } from "./dataGeneration";

interface Props {
  kind: Kind;
  /** Called with the job if generation takes longer than a request may. */
  onUnderWay: (jobId: number) => void;
  onAsked: () => Promise<unknown>;
  onClose: () => void;
}

type GenerateRequest = ReturnType<typeof generateRequest>;
const empty = { phone_number: "" };

/** Ask for the clinic's number and report the result (B 2, B-101). */
export function GenerateDialog({ kind, onUnderWay, onAsked, onClose }: Props) {
  const { t } = useTranslation("dataGeneration");
  const textOf = useErrorText();
  const translate = useTranslateServerMessage();
  const [isWhole, setIsWhole] = useState(false);
  async function sendOrToast(request: GenerateRequest) {
    try {
      return await send(request);
    } catch (error) {
      // Every failure shows the specified text (B-59); the server's message is in the form.
      if (!isSilent(error) && textOf(error, t("failed")) !== t("failed")) toast.error(t("failed"));
      throw error;
    }
  }
  return (
    <FormDialog
      title={t("form.title")}
      submit={t("form.submit")}
      // Exactly ten digits can be sent (B-59).
      disabled={!isWhole}
      initial={empty}
      draft="dataGeneration"
      rules={rules}
      call={null}
      fallback={t("failed")}
      toRequest={({ phone_number }) => generateRequest(kind, phone_number)}
      send={sendOrToast}
      onSent={(answer) => {
        const data = answer?.data;
        if (isOpen(data?.state) && data?.job_id != null) onUnderWay(data.job_id);
        else notifyFinished(t, data?.state, data?.problem && translate(data.problem));
        return onAsked();
      }}
      onClose={onClose}
    >
      {(ask, { control }) => (
        <>
          <PhoneField
            label={t("form.phone")}
            {...ask("phone_number", { missing: t("form.missing") })}
            hint={t("form.hint")}
            autoComplete="off"
          />
          <Given control={control} onWhole={setIsWhole} />
        </>
      )}
    </FormDialog>
  );
}

/**
 * Report whether the number is complete (also from a restored draft), and name its clinics. An error at the field says
 * that there are none.
 */
function Given({ control, onWhole }: { control: Control<typeof empty>; onWhole: (isWhole: boolean) => void }) {
  const phone = useWatch({ control, name: "phone_number" });
  const isWhole = isPhone(phone);
  useEffect(() => onWhole(isWhole), [isWhole, onWhole]);
  const { errors } = useFormState({ control, name: "phone_number" });
  return <ClinicsByNumber phone={isWhole && !errors.phone_number ? phone : null} />;
}

/** Show the specified text, with the server's message after a failure. */
export function notifyFinished(
  t: (key: "done" | "failed") => string,
  state: string | null | undefined,
  problem: string | null | undefined,
) {
  if (!hasFailed(state)) toast.success(t("done"));
  else if (problem) toast.error(problem, { title: t("failed") });
  else toast.error(t("failed"));
}
