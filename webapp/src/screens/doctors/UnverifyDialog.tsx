import { useState } from "react";
import { useTranslation } from "react-i18next";
import { createNoteRules } from "@/api/gen/rules";
import { send } from "@/api/mutation";
import { NoteDialog } from "@/screens/notes/shared/NoteComposer";
import { NoteField } from "@/screens/notes/shared/NoteField";
import { createNoteRequest, mentionsIn, useColleagues, useRefreshNotes } from "@/screens/notes/shared/notes";
import { useErrorToast } from "@/ui/feedback/useErrorToast";
import { FormDialog } from "@/ui/form/FormDialog";
import { type DoctorProfile, findDecision, useReview, verifyRequest } from "./doctors";

interface Props {
  doctor: DoctorProfile;
  onClose: () => void;
}

/** Withdraw a verification, without a choice of reasons (specified so). The optional note is added to the doctor's notes. */
export function UnverifyDialog({ doctor: latest, onClose }: Props) {
  const { t } = useTranslation("doctors");
  const { t: common } = useTranslation();
  const colleagues = useColleagues("doctor");
  const { reviewed: doctor, sendDecision, reload } = useReview(latest, t("verification.changed"));
  const refreshNotes = useRefreshNotes();
  const failed = useErrorToast();
  const [unsavedNote, setUnsavedNote] = useState<string | null>(null);
  const record = { kind: "doctor", id: doctor.id } as const;

  /** Save the note after the withdrawal. If that fails, its text stays in a dialog for notes. */
  async function saveNote(text: string) {
    try {
      if (text) await send(createNoteRequest(record, text, mentionsIn(text, colleagues)));
      onClose();
    } catch (error) {
      failed(error);
      setUnsavedNote(text);
    }
    await Promise.all([reload(), text && refreshNotes()]);
  }
  if (unsavedNote !== null) return <NoteDialog record={record} text={unsavedNote} onClose={onClose} />;
  return (
    <FormDialog
      title={t("verification.unverifyTitle")}
      submit={t("verification.unverify")}
      cancel={t("verification.keep")}
      width={560}
      initial={{ text: "" }}
      draft={`doctorWithdrawal.${doctor.id}`}
      rules={{ text: { maxLength: createNoteRules.text.maxLength } }}
      call="VerifyDoctor"
      already={async () => {
        const last = await findDecision(doctor.id, false);
        return last && { text: common("already.unverified"), ...last };
      }}
      fallback={t("failed")}
      toRequest={() => verifyRequest(doctor, null)}
      send={sendDecision}
      done={t("edit.saved")}
      onSent={(_, { text }) => saveNote(text.trim())}
      staysOpen
      onClose={onClose}
    >
      {(ask, form) => (
        <>
          <p>{t("verification.unverifyText", { name: doctor.name })}</p>
          <NoteField kind="doctor" value={form.watch("text")} hint={t("verification.noteHint")} {...ask("text")} />
        </>
      )}
    </FormDialog>
  );
}
