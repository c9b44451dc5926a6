import { useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { createNewsArticleRules } from "@/api/gen/rules";
import { containsText } from "@/lib/format/foldText";
import { ComboField } from "@/ui/fields/ComboField";
import type { GetFieldProps } from "@/ui/fields/useFieldProps";
import { SelectedChips } from "@/ui/input/SelectedChips";
import type { ArticleValues, Tag } from "./news";

interface Props {
  ask: GetFieldProps<ArticleValues>;
  form: UseFormReturn<ArticleValues>;
  tags: readonly Tag[];
}
type Picked = ArticleValues["tags"][number];
const mostShown = 50;
const longest = createNewsArticleRules.news_tags.tag_name.maxLength;
const same = (tag: string, other: string) => tag.toLowerCase() === other.toLowerCase();

/** Tags of the article: existing ones, or a new one as typed (B-107). */
export function TagsField({ ask, form: { setValue, watch }, tags }: Props) {
  const { t } = useTranslation("news", { keyPrefix: "form" });
  const [typed, setTyped] = useState("");
  const picked = watch("tags");
  const trimmed = typed.trim();
  const offered = tags
    .filter(({ tag_name }) => containsText(tag_name, trimmed))
    .filter(({ tag_name }) => !picked.some((other) => same(other.tag_name, tag_name)))
    .slice(0, mostShown)
    .map((tag) => ({ key: String(tag.id), text: tag.tag_name, value: tag as Picked }));
  const isNew =
    trimmed !== "" &&
    trimmed.length <= longest &&
    ![...tags, ...picked].some(({ tag_name }) => same(tag_name, trimmed));
  const newTag = { key: "new", text: trimmed, note: t("tagNew"), value: { tag_name: trimmed } as Picked };
  const pick = (next: ArticleValues["tags"]) => setValue("tags", next, { shouldDirty: true });
  return (
    <>
      <ComboField
        label={t("tags")}
        hint={t("tagsHint")}
        maxLength={longest}
        {...ask("tag", { also: (text) => text.trim() === "" || t("tagOpen") })}
        choices={isNew ? [...offered, newTag] : offered}
        onType={setTyped}
        onChoose={({ id, tag_name }) => {
          pick([...picked, { ...(id !== undefined && { id }), tag_name }]);
          setValue("tag", "", { shouldValidate: true });
          setTyped("");
        }}
      />
      <SelectedChips
        label={t("tags")}
        picked={picked.map(({ tag_name }) => ({ key: tag_name, text: tag_name }))}
        onRemove={(name) => pick(picked.filter(({ tag_name }) => tag_name !== name))}
      />
    </>
  );
}
