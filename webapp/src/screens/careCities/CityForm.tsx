import { useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { addressSuggestMs } from "@/api/gen/constants";
import { createCareCityRules as rules, suggestPlacesRules } from "@/api/gen/rules";
import { formatNumber } from "@/lib/format/numbers";
import { useSuggestions } from "@/lib/hooks/useSuggestions";
import { ConfirmDialog } from "@/ui/dialog/ConfirmDialog";
import { ComboField } from "@/ui/fields/ComboField";
import { FieldRow } from "@/ui/fields/FieldGroup";
import { DecimalField, NumberField } from "@/ui/fields/fields";
import type { GetFieldProps } from "@/ui/fields/useFieldProps";
import { FormDialog } from "@/ui/form/FormDialog";
import { useRecordVersion } from "@/ui/form/useRecordVersion";
import { emptyForm, toFormValues } from "@/ui/record/fields";
import {
  type CareCity,
  type CityWarnings,
  fetchWarnings,
  fields,
  readCity,
  saveCityRequest,
  suggestCities,
  type Values,
} from "./careCities";

interface Props {
  /** The edited city; null adds one. */
  city: CareCity | null;
  onSaved: () => Promise<unknown>;
  onClose: () => void;
}
const valuesOf = (city: CareCity) => toFormValues(fields, city);
interface Part {
  ask: GetFieldProps<Values>;
  form: UseFormReturn<Values>;
}
interface Question {
  name: string;
  doubts: CityWarnings;
  answer: (sure: boolean) => void;
}

export function CityForm({ city, onSaved, onClose }: Props) {
  const { t } = useTranslation("careCities", { keyPrefix: "form" });
  const { t: common } = useTranslation();
  const [question, setQuestion] = useState<Question | null>(null);
  const initial = city ? valuesOf(city) : emptyForm(fields);
  const { newest, versions, shown } = useRecordVersion<CareCity, Values>(city, {
    read: readCity,
    valuesOf,
    fields: { name: t("name"), latitude: t("latitude"), longitude: t("longitude"), basic_city_id: t("basicId") },
  });

  /** Return the values if the stored places confirm the location or the user confirms it. */
  async function confirm(values: Values): Promise<Values | null> {
    const isAsItWas = (["name", "latitude", "longitude"] as const).every((field) => values[field] === initial[field]);
    const doubts = isAsItWas ? null : await fetchWarnings(values);
    if (!doubts) return values;
    const sure = await new Promise<boolean>((answer) => setQuestion({ name: values.name.trim(), doubts, answer }));
    setQuestion(null);
    return sure ? values : null;
  }
  return (
    <FormDialog
      title={t(city ? "update" : "add")}
      submit={city ? common("save") : t("submit")}
      initial={initial}
      draft={city ? `careCity.${city.id}` : "careCity"}
      rules={rules}
      call={city ? "UpdateCareCity" : "CreateCareCity"}
      versions={versions}
      shown={shown}
      prepare={confirm}
      toRequest={(values) => saveCityRequest(values, newest.current)}
      done={t(city ? "updated" : "added")}
      nameOf={({ name }) => name}
      onSent={onSaved}
      onClose={onClose}
    >
      {(ask, form) => (
        <>
          <NameField ask={ask} form={form} />
          <Point ask={ask} form={form} />
          <NumberField label={t("basicId")} {...ask("basic_city_id")} hint={t("basicIdHint")} />
          {question && <DoubtDialog {...question} />}
        </>
      )}
    </FormDialog>
  );
}

/** A suggestion also fills in the location; other names are allowed. */
function NameField({ ask, form: { setValue, clearErrors } }: Part) {
  const { t } = useTranslation("careCities", { keyPrefix: "form" });
  const search = useSuggestions(suggestCities, addressSuggestMs);
  const { matches, failed, text, look } = search;
  const unknown = text !== "" && matches.length === 0;
  return (
    <ComboField
      label={t("name")}
      hint={failed ? t("suggestionsFailed") : unknown ? t("noPlace") : t("nameHint")}
      {...ask("name", { missing: t("nameMissing") })}
      search={search}
      spellCheck={false}
      choices={matches.map((place) => ({
        key: `${place.city}, ${place.state}`,
        text: place.city,
        note: place.state,
        value: place,
      }))}
      onType={(typed) => look(typed.trim().slice(0, suggestPlacesRules.text.maxLength))}
      onChoose={({ city, latitude, longitude }) => {
        setValue("name", city, { shouldDirty: true });
        if (latitude !== null && longitude !== null) {
          setValue("latitude", String(latitude), { shouldDirty: true });
          setValue("longitude", String(longitude), { shouldDirty: true });
        }
        clearErrors();
        look("");
      }}
    />
  );
}

function Point({ ask, form: { watch } }: Part) {
  const { t } = useTranslation("careCities", { keyPrefix: "form" });
  const other = { latitude: "longitude", longitude: "latitude" } as const;
  return (
    <FieldRow short>
      {(["latitude", "longitude"] as const).map((name) => (
        <DecimalField
          key={name}
          label={t(name)}
          {...ask(name, { required: watch(other[name]).trim() !== "", missing: t("half") })}
          hint={t("degreesHint")}
        />
      ))}
    </FieldRow>
  );
}

function DoubtDialog({ name, doubts, answer }: Question) {
  const { t } = useTranslation("careCities", { keyPrefix: "doubt" });
  const { outside_india: isOutside, kilometres_off: distance } = doubts;
  const warningText = [
    isOutside && t("outsideIndia"),
    distance !== null && t("off", { distance: formatNumber(distance), name }),
  ].filter(Boolean);
  return (
    <ConfirmDialog
      title={t("title")}
      yes={t("save")}
      no={t("back")}
      first="no"
      onYes={() => answer(true)}
      onNo={() => answer(false)}
    >
      {warningText.join(" ")}
    </ConfirmDialog>
  );
}
