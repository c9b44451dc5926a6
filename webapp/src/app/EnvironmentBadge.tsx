import { useTranslation } from "react-i18next";
import css from "./EnvironmentBadge.module.css";

const named = ["development", "demo", "staging"] as const;

/**
 * Name of the installation, written into the page by the server, so that nobody tests on real clinics. Production
 * shows no badge.
 */
export function EnvironmentBadge() {
  const { t } = useTranslation();
  const written = document.querySelector<HTMLMetaElement>('meta[name="environment"]')?.content;
  const environment = named.find((name) => name === written);
  return environment ? <span className={css.badge}>{t(`environments.${environment}`)}</span> : null;
}
