import { useTranslation } from "react-i18next";
import { chooseLanguage } from "@/i18n";
import { type LanguageCode, languages, tagOf } from "@/i18n/languages";
import css from "./LanguageSelect.module.css";
import { useFailureNotice } from "./useFailureNotice";

/** The three languages, each by its own name. */
export function LanguageSelect() {
  const { t, i18n } = useTranslation();
  const notice = useFailureNotice();
  async function choose(code: LanguageCode) {
    notice.forget();
    if (!(await chooseLanguage(code))) notice.say(t("languageFailed"));
  }
  return (
    <select
      className={css.select}
      aria-label={t("language")}
      value={i18n.language}
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
