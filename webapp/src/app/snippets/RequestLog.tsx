import { useState } from "react";
import { useTranslation } from "react-i18next";
import { recentCalls } from "@/api/recentCalls";
import { Modal, ModalBody } from "@/ui/dialog/Modal";
import { Snippet } from "./Snippet";

/** The last calls of this tab as text for a ticket: one per line, newest first. */
export function RequestLog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("commands");
  const [calls] = useState(recentCalls.all);
  const text = calls
    .map(({ at, method, path, status, ms, requestId }) =>
      [at.toISOString(), method, path, status || t("noAnswer"), `${ms} ms`, requestId].join("  ").trim(),
    )
    .join("\n");
  return (
    <Modal title={t("happened")} width={720} first="button" onClose={onClose}>
      <ModalBody>
        <p className="soft">{t("happenedAbout")}</p>
        <Snippet title={t("calls", { count: calls.length })} text={text} />
      </ModalBody>
    </Modal>
  );
}
