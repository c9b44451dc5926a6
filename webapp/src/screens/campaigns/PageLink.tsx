import { useTranslation } from "react-i18next";
import { copyText } from "@/lib/browser/copyText";
import { webAddress } from "@/lib/format/webAddress";
import { Text } from "@/ui/cells/cells";
import { toast } from "@/ui/feedback/toast";
import { IconButton } from "@/ui/icons/IconButton";
import css from "./CampaignsScreen.module.css";

/** Target address of a campaign with a copy button. Text that is not a web address is shown without a link (B-77). */
export function PageLink({ address, of }: { address: string | null; of: string }) {
  const { t } = useTranslation("campaigns");
  const url = webAddress(address);
  if (!url) return <Text value={address} soft />;
  async function copy(text: string) {
    if (await copyText(text)) toast.success(t("copied"));
    else toast.error(t("notCopied", { address: text }));
  }
  return (
    <span className={css.link}>
      <a className={css.address} href={url} target="_blank" rel="noopener noreferrer" title={url}>
        {url.replace(/^https?:\/\//, "")}
      </a>
      <IconButton icon="copy" label={t("copy", { name: of })} onClick={() => void copy(url)} />
    </span>
  );
}
