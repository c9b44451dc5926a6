import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import css from "./DetailScreen.module.css";

export interface Parent {
  text: string;
  to: string;
}

interface Props {
  parent: Parent;
  name: string;
  /** At the end of the line. */
  children?: ReactNode;
}

/** Way back from a record: a link to its list, and its name. */
export function Breadcrumb({ parent, name, children }: Props) {
  const { t } = useTranslation();
  return (
    <div className={css.above}>
      <nav aria-label={t("breadcrumb")} className={css.way}>
        <Link to={parent.to}>{parent.text}</Link>
        <span aria-hidden="true">/</span>
        <span aria-current="page" className="one-line">
          {name}
        </span>
      </nav>
      {children}
    </div>
  );
}
