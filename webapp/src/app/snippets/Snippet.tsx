import { useTranslation } from "react-i18next";
import { copyText } from "@/lib/browser/copyText";
import { toast } from "@/ui/feedback/toast";
import { Tool } from "@/ui/layout/Toolbar";
import css from "./Snippets.module.css";

/** Text to copy, such as a command, with its title. */
export function Snippet({ title, text }: { title: string; text: string }) {
  const { t } = useTranslation("commands");
  const { t: common } = useTranslation();
  async function copy() {
    if (await copyText(text)) toast.success(common("copied"));
    else toast.error(common("notCopied"));
  }
  return (
    <section aria-label={title}>
      <div className={css.head}>
        <h3>{title}</h3>
        <Tool icon="copy" text={t("copy")} onClick={copy} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must be able to scroll wide content */}
      <pre className={css.text} tabIndex={0} dir="ltr">
        {text}
      </pre>
    </section>
  );
}
