import { useState } from "react";
import { useTranslation } from "react-i18next";
import { type VerificationReason, verificationReason } from "@/api/gen/choices";
import { verifyDoctorRules } from "@/api/gen/rules";
import { paths } from "@/app/paths";
import { labelOf } from "@/lib/format/labels";
import { useGuardedNavigate } from "@/lib/hooks/useLinkGuard";
import { formatMoment } from "@/lib/time/dates";
import { heldItem, isSameRecord } from "@/screens/today/shared/heldItem";
import { useNextItem } from "@/screens/today/shared/useNextItem";
import { Detail } from "@/ui/cells/cells";
import { StatusTag } from "@/ui/cells/StatusTag";
import { ConfirmDialog } from "@/ui/dialog/ConfirmDialog";
import { Hint } from "@/ui/display/Hint";
import { toast } from "@/ui/feedback/toast";
import { useErrorToast } from "@/ui/feedback/useErrorToast";
import { SelectField } from "@/ui/fields/SelectField";
import { FormDialog } from "@/ui/form/FormDialog";
import { Panel } from "@/ui/layout/DetailScreen";
import { Tool } from "@/ui/layout/Toolbar";
import { lazyPart } from "@/ui/lazy/lazyPart";
import { Certificate, CertificatePicture } from "./Certificate";
import { type DoctorProfile, findDecision, nextUnverified, useReview, verifyRequest } from "./doctors";
import { VerificationChecks, VerificationWarnings } from "./VerificationChecks";
import css from "./VerificationPanel.module.css";

const UnverifyDialog = lazyPart(() => import("./UnverifyDialog"), ["doctors", "notes"], "UnverifyDialog", "dialog");

/** State of the registration: verified or not, by whom and why, with the buttons to change it. */
export function VerificationPanel({ doctor }: { doctor: DoctorProfile }) {
  const { t } = useTranslation("doctors");
  // Not by the state of the doctor, which a colleague may change while the dialog is open.
  const [open, setOpen] = useState<"verify" | "unverify" | null>(null);
  const { verified, verified_at, verified_as } = doctor;
  const onClose = () => setOpen(null);
  return (
    <Panel
      title={t("verification.title")}
      action={
        <Tool
          main={!verified}
          icon={verified ? "undo" : "verify"}
          text={t(verified ? "verification.unverify" : "verification.verify")}
          onClick={() => setOpen(verified ? "unverify" : "verify")}
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
      {open === "verify" && <VerifyDialog doctor={doctor} onClose={onClose} />}
      {open === "unverify" && <UnverifyDialog doctor={doctor} onClose={onClose} />}
    </Panel>
  );
}

interface Props {
  doctor: DoctorProfile;
  onClose: () => void;
}

/** Ask for the reason, next to the registration number and certificate. A missing one needs a second confirmation. */
function VerifyDialog({ doctor: latest, onClose }: Props) {
  const { t } = useTranslation("doctors");
  const { t: common } = useTranslation();
  const { reviewed: doctor, pin, sendDecision, reload } = useReview(latest, t("verification.changed"));
  const navigate = useGuardedNavigate();
  const failed = useErrorToast();
  const nextItem = useNextItem({
    whenNone: () => {
      heldItem.set(null);
      navigate(paths.today());
    },
  });
  const [answer, setAnswer] = useState<((sure: boolean) => void) | null>(null);
  const reasons = t("reasons", { returnObjects: true });
  const hasPicture = doctor.reg_photo_url !== null;
  const missing = [
    !doctor.reg_nbr && t("verification.noNumber"),
    !hasPicture && t("verification.noCertificate"),
  ].filter((text) => text !== false);

  async function confirm<Values>(values: Values): Promise<Values | null> {
    if (missing.length === 0) return values;
    const isSure = await new Promise<boolean>((resolve) => setAnswer(() => resolve));
    setAnswer(null);
    return isSure ? values : null;
  }

  /** Open the next item of the round in Today, or else the next unverified doctor. */
  async function openNext() {
    await reload();
    const held = heldItem.get();
    if (held && isSameRecord(held.at, location.pathname)) return nextItem.open();
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
      already={async () => {
        const last = await findDecision(doctor.id, true);
        return last && { text: common("already.verified"), ...last };
      }}
      fallback={t("failed")}
      prepare={confirm}
      toRequest={({ verification_reason }) => verifyRequest(doctor, verification_reason as VerificationReason)}
      send={sendDecision}
      done={t("edit.saved")}
      onSent={reload}
      further={{ text: t("verification.verifyNext"), onSent: openNext }}
      onClose={onClose}
    >
      {(ask) => (
        <div className={css.dialog} data-picture={hasPicture} onChange={pin}>
          {hasPicture && <CertificatePicture doctor={doctor} />}
          <div>
            <dl>
              <Detail name={t("columns.name")}>{doctor.name}</Detail>
              <Detail name={t("columns.registration")}>{doctor.reg_nbr}</Detail>
            </dl>
            {missing.map((text) => (
              <Hint key={text} text={text} />
            ))}
            <VerificationWarnings doctorId={doctor.id} />
            <div className={css.reason}>
              <SelectField
                label={t("verification.reason")}
                options={verificationReason.map((value) => ({ value, text: reasons[value] }))}
                {...ask("verification_reason", { required: true, missing: t("verification.reasonMissing") })}
              />
            </div>
          </div>
          {answer && (
            <ConfirmDialog
              title={t("verification.incompleteTitle")}
              intent="danger"
              yes={t("verification.verifyAnyway")}
              no={common("cancel")}
              onYes={() => answer(true)}
              onNo={() => answer(false)}
            >
              {missing.join(" ")}
            </ConfirmDialog>
          )}
        </div>
      )}
    </FormDialog>
  );
}
