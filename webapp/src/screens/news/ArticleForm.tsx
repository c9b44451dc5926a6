import { useState } from "react";
import { useTranslation } from "react-i18next";
import { newsType } from "@/api/gen/choices";
import { newsDaysAhead } from "@/api/gen/constants";
import { createNewsArticleRules } from "@/api/gen/rules";
import { withPicture } from "@/api/mutation";
import { serverNow } from "@/api/token";
import { addDays, today } from "@/lib/time/dates";
import { OtherSpecialities } from "@/screens/catalogue/shared/SpecialityFields";
import { AreaField } from "@/ui/fields/AreaField";
import { ChoiceCards } from "@/ui/fields/ChoiceCards";
import { DayField, useDayRule } from "@/ui/fields/DayField";
import { FieldRow } from "@/ui/fields/FieldGroup";
import { TextField } from "@/ui/fields/fields";
import { PictureField } from "@/ui/fields/PictureField";
import { SelectField } from "@/ui/fields/SelectField";
import { usePicture } from "@/ui/fields/usePicture";
import { FormDialog } from "@/ui/form/FormDialog";
import { Tool } from "@/ui/layout/Toolbar";
import { DoctorView } from "./DoctorView";
import { findPublishedDuplicates } from "./duplicates";
import { EventFields } from "./EventFields";
import { FirmField } from "./FirmField";
import { type Article, type ArticleValues, emptyArticle, saveArticleRequest, type Tag, toFormValues } from "./news";
import { TagsField } from "./TagsField";
import { useArticleVersions } from "./useArticleVersions";
import { useDuplicateConfirm } from "./useDuplicateConfirm";

// The field holds a file or an address from the platform, not typed text.
const rules = { ...createNewsArticleRules, photo_url: {} };
interface Props {
  /** The edited article; null adds one. */
  article: Article | null;
  tags: readonly Tag[];
  onSaved: () => Promise<unknown>;
  onClose: () => void;
}

/** One form for all types of news; its fields depend on the type (B 2, B 5). */
export function ArticleForm({ article, tags, onSaved, onClose }: Props) {
  const { t } = useTranslation("news", { keyPrefix: "form" });
  const { t: news } = useTranslation("news");
  const { t: common } = useTranslation();
  const max = addDays(today(serverNow()), newsDaysAhead);
  const notTooFar = useDayRule({ max });
  const picture = usePicture("news");
  const { isMeant, dialog } = useDuplicateConfirm();
  const [viewed, setViewed] = useState<ArticleValues | null>(null);
  const { newest, versions, shown } = useArticleVersions(article);

  const confirm = async (values: ArticleValues) =>
    (await isMeant(await findPublishedDuplicates(values, article))) ? values : null;
  const toRequest = (values: ArticleValues) =>
    withPicture("news", values.photo_url, (photo) => saveArticleRequest(values, newest.current, photo));
  return (
    <FormDialog<ArticleValues>
      title={t(article ? "update" : "add")}
      submit={article ? common("save") : t("submit")}
      width={640}
      initial={article ? toFormValues(article) : emptyArticle(today(serverNow()))}
      draft={article ? `article.${article.id}` : "article"}
      rules={rules}
      call={article ? "UpdateNewsArticle" : "CreateNewsArticle"}
      versions={versions}
      shown={shown}
      prepare={confirm}
      toRequest={toRequest}
      send={picture.send}
      done={t(article ? "updated" : "added")}
      nameOf={({ title }) => title}
      onSent={onSaved}
      onClose={onClose}
    >
      {(ask, form) => {
        const type = form.watch("news_type");
        return (
          <>
            <FieldRow>
              <SelectField
                label={t("type")}
                options={newsType.map((value) => ({ value, text: news(`types.${value}`) }))}
                {...ask("news_type", { missing: t("typeMissing") })}
              />
              <DayField
                label={t("date")}
                control={form.control}
                max={max}
                {...ask("news_date", {
                  missing: t("dateMissing"),
                  also: (day) => day === article?.news_date || notTooFar(day),
                })}
              />
            </FieldRow>
            {type === "PHARMA" && <FirmField ask={ask} form={form} />}
            <TextField
              label={t(type === "CME" ? "eventName" : "heading")}
              autoComplete="off"
              {...ask("title", { required: type !== "PHARMA", missing: t("headingMissing") })}
            />
            <AreaField label={t("text")} {...ask("news_text", { missing: t("textMissing") })} />
            {type === "CME" && <EventFields ask={ask} form={form} before={article} />}
            <FieldRow>
              <TextField
                label={t("source")}
                autoComplete="off"
                {...ask("source_name", { missing: t("sourceMissing") })}
              />
              <TextField
                label={t("link")}
                type="url"
                inputMode="url"
                autoComplete="off"
                {...ask("source_link", { missing: t("linkMissing"), wrong: t("addressWrong") })}
              />
            </FieldRow>
            <PictureField label={t("photo")} control={form.control} {...picture.shown} {...ask("photo_url")} />
            <TagsField ask={ask} form={form} tags={tags} />
            <OtherSpecialities
              label={t("specialities")}
              index="clinic_specialities"
              ask={(also) => ask("speciality", { also })}
              picked={form.watch("specialities")}
              onChange={(picked) => {
                form.setValue("specialities", picked, { shouldDirty: true });
                form.setValue("speciality", "");
              }}
            />
            <FieldRow>
              <TextField label={t("city")} autoComplete="off" {...ask("city")} />
              <TextField label={t("state")} autoComplete="off" {...ask("state")} />
            </FieldRow>
            <TextField label={t("label")} autoComplete="off" hint={t("labelHint")} {...ask("news_label")} />
            <ChoiceCards
              legend={t("published")}
              short
              choices={(["yes", "no"] as const).map((value) => ({ value, title: common(value) }))}
              {...ask("published")}
            />
            <Tool icon="shown" text={news("doctorView.open")} onClick={() => setViewed(form.getValues())} />
            {viewed && <DoctorView values={viewed} onClose={() => setViewed(null)} />}
            {dialog}
          </>
        );
      }}
    </FormDialog>
  );
}
