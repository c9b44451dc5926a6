import { type ComponentProps, useState } from "react";
import { useTranslation } from "react-i18next";
import { containsText } from "@/lib/format/foldText";
import { findSensitiveNumbers } from "@/lib/format/sensitiveNumbers";
import { MentionField } from "@/ui/fields/MentionField";
import { type RecordRef, useColleagueSearch, useColleagues } from "./notes";
import css from "./notes.module.css";

interface Props
  extends Omit<
    ComponentProps<typeof MentionField>,
    "label" | "people" | "alsoMatching" | "onType" | "peopleLabel" | "hint"
  > {
  kind: RecordRef["kind"];
  /** Text of the form, for the warnings. */
  value: string;
  hint?: string;
}

/** Text of a note with mentions. Warns of numbers that look like a payment card or an Aadhaar number. */
export function NoteField({ kind, value, hint, ...field }: Props) {
  const { t } = useTranslation("notes");
  const { t: common } = useTranslation();
  const people = useColleagues(kind).map(({ id, name, account_type }) => ({
    key: String(id),
    text: name,
    note: common(`accountTypes.${account_type as "super_admin"}`),
  }));
  const [typed, setTyped] = useState("");
  // Names as typed need no request.
  const ids = useColleagueSearch(people.some(({ text }) => containsText(text, typed)) ? "" : typed);
  return (
    <MentionField
      label={t("text")}
      people={people}
      alsoMatching={new Set(ids.map(String))}
      onType={setTyped}
      peopleLabel={t("colleagues")}
      hint={
        <>
          {hint}
          <span role="status" className={css.warnings}>
            {findSensitiveNumbers(value).map((warning) => (
              <span key={warning}>{t(`warnings.${warning}`)}</span>
            ))}
          </span>
        </>
      }
      {...field}
    />
  );
}
