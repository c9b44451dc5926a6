import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { activeQueries } from "@/api/activeQueries";
import type { ChangeRequest } from "@/api/changeRequest";
import { snippetPreference } from "@/lib/snippetPreference";
import { SwitchCell } from "@/ui/cells/SwitchCell";
import { Modal, ModalBody } from "@/ui/Modal";
import {
  renderChangeCli,
  renderChangeCurl,
  renderChangePython,
  renderCli,
  renderCurl,
  renderPython,
  toChange,
  variable,
} from "./render";
import { Snippet } from "./Snippet";
import css from "./Snippets.module.css";

/** Show the lists and filters of this screen as commands that fetch the same data. */
export function SnippetDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("commands");
  const [readings] = useState(activeQueries.all);
  const ways = [
    { title: t("terminal"), text: renderCli(readings) },
    { title: "Python", text: renderPython(readings) },
    { title: "curl", text: renderCurl(readings, location.origin) },
  ];
  return readings.length === 0 ? (
    <Dialog about={[t("nothing")]} ways={[]} onClose={onClose}>
      <InDialogs />
    </Dialog>
  ) : (
    <Dialog about={[t("about")]} ways={ways} onClose={onClose}>
      <InDialogs />
    </Dialog>
  );
}

/** Switch that adds the same button to every dialog. */
function InDialogs() {
  const { t } = useTranslation("commands");
  const [on, setOn] = useState(snippetPreference.on);
  async function choose(next: boolean) {
    snippetPreference.set(next);
    setOn(next);
  }
  return (
    <div className={css.inDialogs}>
      <SwitchCell label={t("inDialogs")} on={on} onSwitch={choose} />
      <div>
        <p>{t("inDialogs")}</p>
        <p className="soft">{t("inDialogsHint")}</p>
      </div>
    </div>
  );
}

/** Dialog with the commands for the change that a form or question would send. */
export function ChangeSnippetDialog({ sending, onClose }: { sending: ChangeRequest; onClose: () => void }) {
  const { t } = useTranslation("commands");
  const change = toChange(sending);
  if (!change) return <Dialog about={[t("notSending")]} ways={[]} onClose={onClose} />;
  const ways = [
    { title: t("terminal"), text: renderChangeCli(change) },
    { title: "Python", text: renderChangePython(change) },
    { title: "curl", text: renderChangeCurl(change, location.origin) },
  ];
  const about = [t("aboutSending")];
  if (sending.options.ifMatch) about.push(t("version"));
  if (sending.path === "/careops/changes") about.push(t("keys"));
  if (change.hasFiles) about.push(t("files"));
  if (change.hidden.length > 0) about.push(t("secrets", { names: change.hidden.map(variable).join(", ") }));
  return <Dialog about={about} ways={ways} onClose={onClose} />;
}

interface DialogProps {
  about: readonly string[];
  ways: readonly { title: string; text: string }[];
  onClose: () => void;
  children?: ReactNode;
}
function Dialog({ about, ways, onClose, children }: DialogProps) {
  const { t } = useTranslation("commands");
  return (
    <Modal title={t("title")} width={720} first="button" onClose={onClose}>
      <ModalBody>
        {about.map((sentence) => (
          <p key={sentence} className="soft">
            {sentence}
          </p>
        ))}
        {ways.map(({ title, text }) => (
          <Snippet key={title} title={title} text={text} />
        ))}
        {children}
      </ModalBody>
    </Modal>
  );
}
