import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { maxSpecialities } from "@/api/gen/constants";
import { ComboField } from "@/ui/fields/ComboField";
import type { FieldProps } from "@/ui/fields/useFieldProps";
import { SelectedChips } from "@/ui/input/SelectedChips";
import { type Speciality, type SpecialityIndex, useSpecialities } from "./specialities";

/** Minimum number of letters before each field searches (A 5, B 5). */
const leastMain = 2;
const leastOther = 3;

const choice = (entry: Speciality) => ({ key: String(entry.id), text: entry.name, value: entry });
/** Register the field with an additional check. */
type AskAlso = (also: (typed: string) => string | true) => FieldProps;

interface MainProps {
  label: string;
  ask: AskAlso;
  /** The initial value needs no search. */
  before: string;
  onChoose: (name: string) => void;
}

/** One speciality of the catalogue, or none. */
export function MainSpeciality({ label, ask, before, onChoose }: MainProps) {
  const { t } = useTranslation();
  const search = useSpecialities("specialities", leastMain);
  const { matches, failed, text, look } = search;
  const knownNames = useRef(new Set(["", before]));
  for (const { name } of matches) knownNames.current.add(name);
  const hint = useHint({ failed, unknown: text !== "" && matches.length === 0, least: leastMain });
  return (
    <ComboField
      label={label}
      hint={hint}
      {...ask((typed) => knownNames.current.has(typed.trim()) || t("speciality.choose"))}
      search={search}
      mustChoose
      choices={matches.map(choice)}
      onType={look}
      onChoose={({ name }) => {
        onChoose(name);
        look("");
      }}
    />
  );
}

interface OtherProps {
  label: string;
  index: SpecialityIndex;
  /** Register the search field. */
  ask: AskAlso;
  picked: readonly Speciality[];
  /** Also clears the search text. */
  onChange: (picked: Speciality[]) => void;
}

/** Any number of specialities of the catalogue. */
export function OtherSpecialities({ label, index, ask, picked, onChange }: OtherProps) {
  const { t } = useTranslation();
  const search = useSpecialities(index, leastOther);
  const { matches, failed, text, look } = search;
  const unpickedMatches = matches.filter(({ id }) => picked.every((other) => other.id !== id));
  const hint = useHint({ failed, unknown: text !== "" && matches.length === 0, least: leastOther });
  return (
    <>
      <ComboField
        label={label}
        hint={hint}
        {...ask((typed) => typed.trim() === "" || t("speciality.choose"))}
        search={search}
        mustChoose
        disabled={picked.length >= maxSpecialities}
        choices={unpickedMatches.map(choice)}
        onType={look}
        onChoose={({ id, name }) => {
          onChange([...picked, { id, name }]);
          look("");
        }}
      />
      <SelectedChips
        label={label}
        picked={picked.map(({ id, name }) => ({ key: String(id), text: name }))}
        onRemove={(key) => onChange(picked.filter(({ id }) => String(id) !== key))}
      />
    </>
  );
}

function useHint({ failed, unknown, least }: { failed: boolean; unknown: boolean; least: number }): string {
  const { t } = useTranslation();
  if (failed) return t("speciality.searchFailed");
  return unknown ? t("speciality.none") : t("speciality.typeLetters", { count: least });
}
