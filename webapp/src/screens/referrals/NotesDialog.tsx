import { useTranslation } from "react-i18next";
import { Modal, ModalBody } from "@/ui/dialog/Modal";
import css from "./ReferralsScreen.module.css";
import { notesOf, type Referral } from "./referrals";

/** Notes of the doctor. */
export function NotesDialog({ referral, onClose }: { referral: Referral; onClose: () => void }) {
  const { t } = useTranslation("referrals");
  return (
    <Modal title={t("notes.title", { id: referral.unique_id })} width={520} first="button" onClose={onClose}>
      <ModalBody>
        <Notes referral={referral} />
      </ModalBody>
    </Modal>
  );
}

export function Notes({ referral }: { referral: Referral }) {
  const { t } = useTranslation("referrals");
  const notes = notesOf(referral);
  if (notes.length === 0) return <p className="soft">{t("notes.none")}</p>;
  if (notes.length === 1) return <p className={css.note}>{notes[0]}</p>;
  return (
    <ul className={css.notes}>
      {notes.map((note, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: notes can repeat, and their order never changes
        <li key={place} className={css.note}>
          {note}
        </li>
      ))}
    </ul>
  );
}
