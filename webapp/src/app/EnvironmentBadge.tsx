import { useTranslation } from "react-i18next";
import css from "./EnvironmentBadge.module.css";

const named = ["development", "demo", "staging"] as const;

/** Which installation this is, so that nobody tries something out on real patients' clinics: the server writes it into
 * the page. Production is what everybody expects, and shows nothing. */
export function EnvironmentBadge() {
  const { t } = useTranslation();
  const written = document.querySelector<HTMLMetaElement>('meta[name="environment"]')?.content;
  const environment = named.find((name) => name === written);
  return environment ? <span className={css.badge}>{t(`environments.${environment}`)}</span> : null;
}
