import { useRef } from "react";
import type { UseFormReturn } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { addressSuggestMs } from "@/api/gen/constants";
import { useSuggestions } from "@/lib/hooks/useSuggestions";
import { ComboField } from "@/ui/fields/ComboField";
import type { GetFieldProps } from "@/ui/fields/useFieldProps";
import { type ArticleValues, searchFirms } from "./news";

interface Props {
  ask: GetFieldProps<ArticleValues>;
  form: UseFormReturn<ArticleValues>;
}

/** Pharma firm of pharma news, searched by the beginning of its name (B-63). */
export function FirmField({ ask, form: { setValue, getValues } }: Props) {
  const { t } = useTranslation("news", { keyPrefix: "form" });
  const search = useSuggestions(searchFirms, addressSuggestMs);
  const { matches, failed, text, look } = search;
  // The chosen firm; a different text clears it.
  const chosen = useRef({ id: getValues("basic_pharma_id"), name: getValues("pharma") });
  const isUnknown = text !== "" && matches.length === 0;
  return (
    <ComboField
      label={t("pharma")}
      hint={failed ? t("pharmaFailed") : isUnknown ? t("pharmaNone") : t("pharmaHint")}
      {...ask("pharma", {
        required: true,
        missing: t("pharmaMissing"),
        also: () => getValues("basic_pharma_id") !== "" || t("pharmaMissing"),
      })}
      search={search}
      mustChoose
      choices={matches.map((firm) => ({ key: String(firm.id), text: firm.name, value: firm }))}
      onType={(typed) => {
        const name = typed.trim();
        setValue("basic_pharma_id", name === chosen.current.name ? chosen.current.id : "");
        look(name);
      }}
      onChoose={({ id, name }) => {
        chosen.current = { id: String(id), name };
        setValue("basic_pharma_id", String(id));
        setValue("pharma", name, { shouldDirty: true, shouldValidate: true });
        look("");
      }}
    />
  );
}
