import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { ComboField } from "@/ui/fields/ComboField";
import { PickedList } from "@/ui/fields/PickedList";
import type { Part } from "./EditAddress";
import { type Speciality, useSpecialities } from "./specialities";

/** From how many letters on each is searched (A 5). */
const leastMain = 2;
const leastOther = 3;
const mostOther = 50;

const choice = (entry: Speciality) => ({ key: String(entry.id), text: entry.name, value: entry });

/** One of the catalogue, or none. What it was before needs no search. */
export function MainSpeciality({ ask, form: { setValue, clearErrors }, before }: Part & { before: string }) {
  const { t } = useTranslation("clinics", { keyPrefix: "address" });
  const { found, failed, asking, text, look } = useSpecialities("specialities", leastMain);
  const known = useRef(new Set(["", before]));
  for (const { name } of found) known.current.add(name);
  const hint = useHint({ failed, unknown: text !== "" && found.length === 0, least: leastMain });
  return (
    <ComboField
      label={t("speciality")}
      hint={hint}
      {...ask("speciality", { also: (typed) => known.current.has(typed.trim()) || t("chooseSpeciality") })}
      asking={asking}
      choices={found.map(choice)}
      onType={look}
      onChoose={({ name }) => {
        setValue("speciality", name, { shouldDirty: true });
        clearErrors("speciality");
        look("");
      }}
    />
  );
}

/** Any number of the catalogue. */
export function OtherSpecialities({ ask, form: { setValue, clearErrors, watch } }: Part) {
  const { t } = useTranslation("clinics", { keyPrefix: "address" });
  const { found, failed, asking, text, look } = useSpecialities("clinic_specialities", leastOther);
  const picked = watch("other_specialities");
  const rest = found.filter(({ id }) => picked.every((other) => other.basic_clinic_speciality_id !== id));
  const hint = useHint({ failed, unknown: text !== "" && found.length === 0, least: leastOther });
  const set = (next: typeof picked) => setValue("other_specialities", next, { shouldDirty: true });
  return (
    <>
      <ComboField
        label={t("other_specialities")}
        hint={hint}
        {...ask("other_search", { also: (typed) => typed.trim() === "" || t("chooseSpeciality") })}
        asking={asking}
        disabled={picked.length >= mostOther}
        choices={rest.map(choice)}
        onType={look}
        onChoose={({ id, name }) => {
          set([...picked, { basic_clinic_speciality_id: id, name }]);
          setValue("other_search", "");
          clearErrors("other_search");
          look("");
        }}
      />
      <PickedList
        label={t("other_specialities")}
        picked={picked.map(({ basic_clinic_speciality_id, name }) => ({
          key: String(basic_clinic_speciality_id),
          text: name,
        }))}
        onRemove={(key) => set(picked.filter((other) => String(other.basic_clinic_speciality_id) !== key))}
      />
    </>
  );
}

function useHint({ failed, unknown, least }: { failed: boolean; unknown: boolean; least: number }): string {
  const { t } = useTranslation("clinics", { keyPrefix: "address" });
  if (failed) return t("searchFailed");
  return unknown ? t("noSpeciality") : t("typeLetters", { count: least });
}
