import { useTranslation } from "react-i18next";
import { abortError } from "@/api/errors";
import { publishNewsArticlesRules as rules } from "@/api/gen/rules";
import { plural } from "@/lib/format/numbers";
import { AreaField } from "@/ui/fields/AreaField";
import { FormDialog } from "@/ui/form/FormDialog";
import { type Article, publishNewsRequest } from "./news";

interface Props {
  count: number;
  /** Read the selected articles. */
  read: () => Promise<readonly Article[]>;
  /** Ask before duplicates are published; false keeps the form open. */
  confirm: (articles: readonly Article[]) => Promise<boolean>;
  /** Publish them in batches, after the form is closed. */
  onPublish: (notice: string) => void;
  onClose: () => void;
}
const initial: { notify_desc: string; articles: readonly Article[] } = { notify_desc: "", articles: [] };

/** Publish the selected articles, with an optional notification (B 2, B-68). */
export function PublishDialog({ count, read, confirm, onPublish, onClose }: Props) {
  const { t } = useTranslation("news", { keyPrefix: "publish" });
  return (
    <FormDialog
      title={t("title", plural(count))}
      submit={t("submit")}
      initial={initial}
      draft="newsPublish"
      rules={rules}
      call="PublishNewsArticles"
      prepare={async (values) => ({ ...values, articles: await read() })}
      toRequest={({ notify_desc, articles }) => publishNewsRequest(articles, notify_desc)}
      send={async (_, { articles }) => {
        if (!(await confirm(articles))) throw abortError("The user does not publish duplicates");
        return null;
      }}
      onSent={(_, { notify_desc }) => onPublish(notify_desc)}
      onClose={onClose}
    >
      {(ask) => <AreaField label={t("notice")} hint={t("noticeHint")} {...ask("notify_desc")} />}
    </FormDialog>
  );
}
