import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useRouteFocus } from "@/lib/hooks/useRouteFocus";
import css from "./NotFound.module.css";
import { paths } from "./paths";

/** Not-found page: unknown address, unknown tab, missing record, or a screen that this user may not open. */
export function NotFound() {
  const { t } = useTranslation();
  const heading = useRouteFocus();
  return (
    <div className={css.page}>
      <title>{`${t("notFound")} · Careops`}</title>
      <h1 ref={heading} tabIndex={-1}>
        {t("notFound")}
      </h1>
      <Link to={paths.home()} className="button">
        {t("goHome")}
      </Link>
    </div>
  );
}
