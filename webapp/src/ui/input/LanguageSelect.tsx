import { useTranslation } from "react-i18next";
import { type LanguageCode, languages, tagOf } from "@/i18n/languages";
import { openSelectOnKey } from "@/lib/input/openSelectOnKey";
import css from "./LanguageSelect.module.css";
import { useChooseLanguage } from "./useChooseLanguage";

/** Select with the three languages, each by its native name. */
export function LanguageSelect() {
  const { t, i18n } = useTranslation();
  const choose = useChooseLanguage();
  return (
    <select
      className={css.select}
      aria-label={t("language")}
      value={i18n.language}
      onKeyDown={openSelectOnKey}
      onChange={(event) => void choose(event.target.value as LanguageCode)}
    >
      {languages.map(({ code, name }) => (
        <option key={code} value={code} lang={tagOf(code)}>
          {name}
        </option>
      ))}
    </select>
  );
}
