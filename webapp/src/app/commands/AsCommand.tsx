import { useState } from "react";
import { useTranslation } from "react-i18next";
import { onScreen } from "@/api/onScreen";
import { copyText } from "@/lib/copyText";
import { Modal, ModalBody } from "@/ui/Modal";
import { notify } from "@/ui/notify";
import { Tool } from "@/ui/Toolbar";
import css from "./Commands.module.css";
import { asCurl, asPython, asTerminal } from "./written";

/** What this screen shows, with its filters and its page, as commands that fetch the same. */
export function AsCommand({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("commands");
  const [readings] = useState(onScreen.all);
  const ways = [
    { title: t("terminal"), text: asTerminal(readings) },
    { title: "Python", text: asPython(readings) },
    { title: "curl", text: asCurl(readings, location.origin) },
  ];
  return (
    <Modal title={t("title")} width={720} first="button" onClose={onClose}>
      <ModalBody>
        {readings.length === 0 ? (
          <p>{t("nothing")}</p>
        ) : (
          <>
            <p className="soft">{t("about")}</p>
            {ways.map(({ title, text }) => (
              <Written key={title} title={title} text={text} />
            ))}
          </>
        )}
      </ModalBody>
    </Modal>
  );
}

export function Written({ title, text }: { title: string; text: string }) {
  const { t } = useTranslation("commands");
  const { t: common } = useTranslation();
  async function copy() {
    if (await copyText(text)) notify.success(common("copied"));
    else notify.error(common("notCopied"));
  }
  return (
    <section aria-label={title}>
      <div className={css.head}>
        <h3>{title}</h3>
        <Tool icon="copy" text={t("copy")} onClick={copy} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what is wider than the dialog is scrolled by keys as well */}
      <pre className={css.text} tabIndex={0} dir="ltr">
        {text}
      </pre>
    </section>
  );
}
