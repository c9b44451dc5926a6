import { useTranslation } from "react-i18next";
import { ConfirmDialog } from "../dialog/ConfirmDialog";

interface Props {
  /** The form is being sent. */
  sending?: boolean;
  onDiscard: () => void;
  onKeep: () => void;
}

/** Question before a form discards its input. */
export function DiscardDialog({ sending = false, onDiscard, onKeep }: Props) {
  const { t } = useTranslation();
  return (
    <ConfirmDialog
      title={t("discard.title")}
      yes={t("discard.discard")}
      no={t("discard.keep")}
      intent="danger"
      onYes={onDiscard}
      onNo={onKeep}
    >
      {t(sending ? "discard.sending" : "discard.text")}
    </ConfirmDialog>
  );
}
