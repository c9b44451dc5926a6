import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { type VerificationReason, verificationReason } from "@/api/gen/choices";
import { verifyDoctorRules } from "@/api/gen/rules";
import { send } from "@/api/mutation";
import { paths } from "@/app/paths";
import { formatMoment } from "@/lib/dates";
import { labelOf } from "@/lib/labels";
import { Detail } from "@/ui/cells/cells";
import { StatusTag } from "@/ui/cells/StatusTag";
import { Panel } from "@/ui/DetailScreen";
import { FormDialog } from "@/ui/FormDialog";
import { SelectField } from "@/ui/fields/SelectField";
import { Hint } from "@/ui/Hint";
import { Tool } from "@/ui/Toolbar";
import { toast } from "@/ui/toast";
import { useConfirmedAction } from "@/ui/useAction";
import { useErrorToast } from "@/ui/useErrorToast";
import { Certificate, CertificatePicture } from "./Certificate";
import { type DoctorProfile, markVerified, nextUnverified, useReloadDoctors, verifyRequest } from "./doctors";
import { VerificationChecks, VerificationWarnings } from "./VerificationChecks";
import css from "./VerificationPanel.module.css";

/** State of the registration: verified or not, by whom and why, with the buttons to change it. */
export function VerificationPanel({ doctor }: { doctor: DoctorProfile }) {
  const { t } = useTranslation("doctors");
  const [isVerifying, setVerifying] = useState(false);
  const { verified, verified_at, verified_as } = doctor;
  // It needs no reason, but clears the reason of the verification, so it asks first.
  const unverify = useConfirmedAction({
    title: t("verification.unverifyTitle"),
    ask: t("verification.unverifyText", { name: doctor.name }),
    yes: t("verification.unverify"),
    no: t("verification.keep"),
    call: "VerifyDoctor",
    toRequest: () => verifyRequest(doctor, null),
    done: t("edit.saved"),
    fallback: t("failed"),
    explain: (error) => markVerified(error, t("verification.changed")),
    reload: useReloadDoctors(),
  });
  return (
    <Panel
      title={t("verification.title")}
      action={
        <Tool
          main={!verified}
          icon={verified ? "undo" : "verify"}
          text={t(verified ? "verification.unverify" : "verification.verify")}
          onClick={() => (verified ? unverify.ask() : setVerifying(true))}
        />
      }
    >
      <dl>
        <Detail name={t("columns.status")}>
          <StatusTag
            text={t(verified ? "statuses.verified" : "statuses.unverified")}
            tone={verified ? "good" : "neutral"}
          />
        </Detail>
        <Detail name={t("columns.registration")}>{doctor.reg_nbr}</Detail>
        {verified && (
          <>
            <Detail name={t("verification.reason")}>
              {labelOf(t("reasons", { returnObjects: true }), doctor.verification_reason)}
            </Detail>
            <Detail name={t("verification.by")}>{doctor.verified_by_name}</Detail>
            <Detail name={t("verification.at")}>{verified_at && formatMoment(verified_at)}</Detail>
          </>
        )}
      </dl>
      {verified_as && <Hint text={t("verification.otherName", { name: verified_as })} />}
      <Certificate doctor={doctor} />
      <VerificationChecks doctorId={doctor.id} />
      {isVerifying && <Verify doctor={doctor} onClose={() => setVerifying(false)} />}
      {unverify.dialog}
    </Panel>
  );
}

interface Asking {
  doctor: DoctorProfile;
  onClose: () => void;
}

/** Ask for the reason, next to the registration number and certificate. */
function Verify({ doctor, onClose }: Asking) {
  const { t } = useTranslation("doctors");
  const reload = useReloadDoctors();
  const navigate = useNavigate();
  const failed = useErrorToast();
  const reasons = t("reasons", { returnObjects: true });
  const hasPicture = doctor.reg_photo_url !== null;

  async function openNext() {
    await reload();
    // The doctor is verified and the dialog is closed, so a later failure is not an error of the form.
    try {
      const next = await nextUnverified(doctor.id);
      if (next) navigate(paths.doctor({ doctorId: next.id }));
      else toast.info(t("verification.noNext"));
    } catch (error) {
      failed(error);
    }
  }
  return (
    <FormDialog
      title={t("verification.verifyTitle", { name: doctor.name })}
      submit={t("verification.verify")}
      width={hasPicture ? 860 : 440}
      initial={{ verification_reason: "" }}
      draft={`doctorVerification.${doctor.id}`}
      rules={verifyDoctorRules}
      call="VerifyDoctor"
      fallback={t("failed")}
      toRequest={({ verification_reason }) => verifyRequest(doctor, verification_reason as VerificationReason)}
      send={(request) =>
        send(request).catch((error: unknown) => {
          void reload();
          throw markVerified(error, t("verification.changed"));
        })
      }
      done={t("edit.saved")}
      onSent={reload}
      further={{ text: t("verification.verifyNext"), onSent: openNext }}
      onClose={onClose}
    >
      {(ask) => (
        <div className={css.dialog} data-picture={hasPicture}>
          {hasPicture && <CertificatePicture doctor={doctor} />}
          <div>
            <dl>
              <Detail name={t("columns.name")}>{doctor.name}</Detail>
              <Detail name={t("columns.registration")}>{doctor.reg_nbr}</Detail>
            </dl>
            {!doctor.reg_nbr && <Hint text={t("verification.noNumber")} />}
            {!hasPicture && <Hint text={t("certificate.none")} />}
            <VerificationWarnings doctorId={doctor.id} />
            <div className={css.reason}>
              <SelectField
                label={t("verification.reason")}
                options={verificationReason.map((value) => ({ value, text: reasons[value] }))}
                {...ask("verification_reason", { required: true, missing: t("verification.reasonMissing") })}
              />
            </div>
          </div>
        </div>
      )}
    </FormDialog>
  );
}
