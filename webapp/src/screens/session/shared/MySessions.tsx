import { useTranslation } from "react-i18next";
import { Modal, ModalBody } from "@/ui/dialog/Modal";
import css from "./MySessions.module.css";
import { SessionsTable } from "./SessionsTable";

/** The user's own sessions, opened from the account menu. */
export function MySessions({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("sessions");
  return (
    <Modal title={t("own")} width={840} first="button" onClose={onClose}>
      <ModalBody>
        <p className="soft">{t("about")}</p>
        <div className={css.list}>
          <SessionsTable caption={t("own")} />
        </div>
      </ModalBody>
    </Modal>
  );
}
