import { useEffect, useState } from "react";
import { type Control, useFormState, useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { isSilent } from "@/api/errors";
import { createCmsDataRules as rules } from "@/api/gen/rules";
import { send } from "@/api/mutation";
import { useErrorText, useTranslateServerMessage } from "@/lib/errors/useErrorText";
import { plural } from "@/lib/format/numbers";
import { isPhone } from "@/lib/format/phone";
import { toast } from "@/ui/feedback/toast";
import { PhoneField } from "@/ui/fields/PhoneField";
import { FormDialog } from "@/ui/form/FormDialog";
import css from "./DataGeneration.module.css";
import { generateRequest, hasFailed, isOpen, type Kind, useClinicsByNumber } from "./dataGeneration";

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

const most = 5;

/**
 * The clinics that data will be added to. Renders nothing until they are known, because the number can be sent anyway.
 */
function ClinicsByNumber({ phone }: { phone: string | null }) {
  const { t } = useTranslation("dataGeneration");
  const clinics = useClinicsByNumber(phone).data?.data;
  const hiddenCount = (clinics?.length ?? 0) - most;
  return (
    <div role="status" className={css.found}>
      {clinics?.length === 0 && <p className={css.none}>{t("form.noClinic")}</p>}
      {clinics && clinics.length > 0 && (
        <>
          <p>{t("form.clinics", plural(clinics.length))}</p>
          <ul>
            {clinics.slice(0, most).map(({ id, name }) => (
              <li key={id}>{name}</li>
            ))}
            {hiddenCount > 0 && <li>{t("moreClinics", { count: hiddenCount })}</li>}
          </ul>
        </>
      )}
    </div>
  );
}
