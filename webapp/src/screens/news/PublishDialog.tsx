import { useTranslation } from "react-i18next";
import { publishNewsArticlesRules as rules } from "@/api/gen/rules";
import { formatNumber } from "@/lib/numbers";
import { FormDialog } from "@/ui/FormDialog";
import { AreaField } from "@/ui/fields/AreaField";

interface Props {
  count: number;
  /** The call that publishes them. */
  sends: (notice: string) => Promise<unknown>;
  /** Calls `close` when it is done. */
  onPublish: (notice: string, close: () => void) => Promise<void>;
  onClose: () => void;
}
const initial = { notify_desc: "" };

/** Publish the selected articles, with an optional notification (B 2, B-68). */
export function PublishDialog({ count, sends, onPublish, onClose }: Props) {
  const { t } = useTranslation("news", { keyPrefix: "publish" });
  return (
    <FormDialog
      title={t("title", { count, formatted: formatNumber(count) })}
      submit={t("submit")}
      initial={initial}
      draft="newsPublish"
      rules={rules}
      sends={({ notify_desc }) => sends(notify_desc)}
      onSubmit={({ notify_desc }, close) => onPublish(notify_desc, close)}
      onClose={onClose}
    >
      {(ask) => <AreaField label={t("notice")} hint={t("noticeHint")} {...ask("notify_desc")} />}
    </FormDialog>
  );
}
