import { useState } from "react";
import { useTranslation } from "react-i18next";
import { isSilent } from "@/api/errors";
import { type VerificationReason, verificationReason } from "@/api/gen/choices";
import { verifyDoctorRules } from "@/api/gen/rules";
import { labelled } from "@/lib/labelled";
import { useMoment } from "@/lib/useMoment";
import { useOnce } from "@/lib/useOnce";
import { ConfirmDialog } from "@/ui/ConfirmDialog";
import { Detail } from "@/ui/cells/cells";
import { StatusTag } from "@/ui/cells/StatusTag";
import { Panel } from "@/ui/DetailScreen";
import { FormDialog } from "@/ui/FormDialog";
import { SelectField } from "@/ui/fields/SelectField";
import { Hint } from "@/ui/Hint";
import { notify } from "@/ui/notify";
import { Tool } from "@/ui/Toolbar";
import { useFailureNotice } from "@/ui/useFailureNotice";
import { Certificate } from "./Certificate";
import { Dossier } from "./Dossier";
import { asVerified, type DoctorProfile, useReloadDoctors, verify } from "./doctors";

/** How the registration stands, who checked it and how; and the way to verify it or to take that back. */
export function VerificationPanel({ doctor }: { doctor: DoctorProfile }) {
  const { t } = useTranslation("doctors");
  const moment = useMoment();
  const [asking, setAsking] = useState(false);
  const { verified, verified_at, verified_as } = doctor;
  const close = () => setAsking(false);
  const unverify = useUnverify(doctor);
  return (
    <Panel
      title={t("verification.title")}
      action={
        <Tool text={t(verified ? "verification.unverify" : "verification.verify")} onClick={() => setAsking(true)} />
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
              {labelled(t("reasons", { returnObjects: true }), doctor.verification_reason)}
            </Detail>
            <Detail name={t("verification.by")}>{doctor.verified_by_name}</Detail>
            <Detail name={t("verification.at")}>{verified_at && moment(verified_at)}</Detail>
          </>
        )}
      </dl>
      {verified_as && <Hint text={t("verification.otherName", { name: verified_as })} />}
      <Certificate doctor={doctor} />
      <Dossier doctorId={doctor.id} />
      {asking && !verified && <Verify doctor={doctor} onClose={close} />}
      {asking && verified && (
        <ConfirmDialog
          title={t("verification.unverifyTitle")}
          yes={t("verification.unverify")}
          no={t("verification.keep")}
          intent="danger"
          sends={() => verify(doctor, null)}
          onYes={() => {
            close();
            void unverify.run();
          }}
          onNo={close}
        >
          {t("verification.unverifyText", { name: doctor.name })}
        </ConfirmDialog>
      )}
    </Panel>
  );
}

interface Asking {
  doctor: DoctorProfile;
  onClose: () => void;
}

/** Asks how it was checked, beside the number that was. */
function Verify({ doctor, onClose }: Asking) {
  const { t } = useTranslation("doctors");
  const reload = useReloadDoctors();
  const reasons = t("reasons", { returnObjects: true });

  async function save({ verification_reason }: { verification_reason: string }, close: () => void) {
    try {
      await verify(doctor, verification_reason as VerificationReason);
    } catch (error) {
      void reload();
      throw asVerified(error, t("verification.changed"));
    }
    notify.success(t("edit.saved"));
    close();
    await reload();
  }
  return (
    <FormDialog
      title={t("verification.verifyTitle")}
      submit={t("verification.verify")}
      initial={{ verification_reason: "" }}
      draft={`doctorVerification.${doctor.id}`}
      rules={verifyDoctorRules}
      fallback={t("failed")}
      onSubmit={save}
      onClose={onClose}
    >
      {(ask) => (
        <>
          <dl>
            <Detail name={t("columns.name")}>{doctor.name}</Detail>
            <Detail name={t("columns.registration")}>{doctor.reg_nbr}</Detail>
          </dl>
          {!doctor.reg_nbr && <Hint text={t("verification.noNumber")} />}
          <SelectField
            label={t("verification.reason")}
            options={verificationReason.map((value) => ({ value, text: reasons[value] }))}
            {...ask("verification_reason", { required: true, missing: t("verification.reasonMissing") })}
          />
        </>
      )}
    </FormDialog>
  );
}

/** Needs no reason; what was said of the verification is cleared, so it is asked. */
function useUnverify(doctor: DoctorProfile) {
  const { t } = useTranslation("doctors");
  const reload = useReloadDoctors();
  const notice = useFailureNotice();
  return useOnce(async () => {
    notice.forget();
    try {
      await verify(doctor, null);
      notify.success(t("edit.saved"));
    } catch (error) {
      if (isSilent(error)) return;
      notice.fail(asVerified(error, t("verification.changed")), t("failed"));
    }
    await reload();
  });
}
