import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import css from "./DetailScreen.module.css";

export interface Parent {
  text: string;
  to: string;
}

/** Way back from a record: a link to its list, and its name. */
export function Breadcrumb({ parent, name }: { parent: Parent; name: string }) {
  const { t } = useTranslation();
  return (
    <nav aria-label={t("breadcrumb")} className={css.way}>
      <Link to={parent.to}>{parent.text}</Link>
      <span aria-hidden="true">/</span>
      <span aria-current="page">{name}</span>
    </nav>
  );
}
