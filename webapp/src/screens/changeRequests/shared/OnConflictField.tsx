import { useTranslation } from "react-i18next";
import { onConflict } from "@/api/gen/choices";
import { ChoiceCards } from "@/ui/fields/ChoiceCards";
import type { FieldProps } from "@/ui/fields/useFieldProps";

/** Choice of what a run does with a record that someone else has changed since the revision was made. */
export function OnConflictField(field: FieldProps) {
  const { t } = useTranslation("changeRequests");
  return (
    <ChoiceCards
      legend={t("facts.onConflict")}
      choices={onConflict.map((value) => ({ value, title: t(`onConflict.${value}`) }))}
      {...field}
    />
  );
}
