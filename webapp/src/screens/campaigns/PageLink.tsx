import { useTranslation } from "react-i18next";
import { copyText } from "@/lib/copyText";
import { webAddress } from "@/lib/webAddress";
import { Text } from "@/ui/cells/cells";
import { IconButton } from "@/ui/IconButton";
import { notify } from "@/ui/notify";
import css from "./CampaignsScreen.module.css";

/** Where a campaign's ads lead, and a button that copies it; text that is no address of the web is only text (B-77). */
export function PageLink({ address, of }: { address: string | null; of: string }) {
  const { t } = useTranslation("campaigns");
  const found = webAddress(address);
  if (!found) return <Text value={address} soft />;
  async function copy(text: string) {
    if (await copyText(text)) notify.success(t("copied"));
    else notify.error(t("notCopied", { address: text }));
  }
  return (
    <span className={css.link}>
      <a className={css.address} href={found} target="_blank" rel="noopener noreferrer" title={found}>
        {found.replace(/^https?:\/\//, "")}
      </a>
      <IconButton icon="copy" label={t("copy", { name: of })} onClick={() => void copy(found)} />
    </span>
  );
}
