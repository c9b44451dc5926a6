import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { activeQueries } from "@/api/activeQueries";
import type { Mutation } from "@/api/mutation";
import { snippetPreference } from "@/lib/state/preferences";
import { Modal, ModalBody } from "@/ui/dialog/Modal";
import { SettingSwitch } from "../SettingSwitch";
import { renderChange, renderReads, type SnippetTexts, toChange, variable } from "./render";
import { Snippet } from "./Snippet";

/** Show the lists and filters of this screen as commands that fetch the same data. */
export function SnippetDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("commands");
  const [readings] = useState(activeQueries.all);
  const content =
    readings.length === 0
      ? { about: [t("nothing")] }
      : { about: [t("about")], texts: renderReads(readings, location.origin) };
  return (
    <Dialog {...content} onClose={onClose}>
      <SettingSwitch setting={snippetPreference} label={t("inDialogs")} hint={t("inDialogsHint")} />
    </Dialog>
  );
}

/** Dialog with the commands for the change that a form or question would send. */
export function ChangeSnippetDialog({ sending, onClose }: { sending: Mutation; onClose: () => void }) {
  const { t } = useTranslation("commands");
  const change = toChange(sending);
  if (!change) return <Dialog about={[t("notSending")]} onClose={onClose} />;
  const about = [t("aboutSending")];
  if (sending.options.ifMatch) about.push(t("version"));
  if (sending.path === "/careops/changes") about.push(t("keys"));
  if (change.hasFiles) about.push(t("files"));
  if (change.hidden.length > 0) about.push(t("secrets", { names: change.hidden.map(variable).join(", ") }));
  return <Dialog about={about} texts={renderChange(change, location.origin)} onClose={onClose} />;
}

interface DialogProps {
  about: readonly string[];
  texts?: SnippetTexts;
  onClose: () => void;
  children?: ReactNode;
}
function Dialog({ about, texts, onClose, children }: DialogProps) {
  const { t } = useTranslation("commands");
  return (
    <Modal title={t("title")} width={720} first="button" onClose={onClose}>
      <ModalBody>
        {about.map((sentence) => (
          <p key={sentence} className="soft">
            {sentence}
          </p>
        ))}
        {texts && (
          <>
            <Snippet title={t("terminal")} text={texts.terminal} />
            <Snippet title="Python" text={texts.python} />
            <Snippet title="curl" text={texts.curl} />
          </>
        )}
        {children}
      </ModalBody>
    </Modal>
  );
}
