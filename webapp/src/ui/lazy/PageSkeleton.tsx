import { Classes } from "@blueprintjs/core";
import { useTranslation } from "react-i18next";
import css from "./PageSkeleton.module.css";

/** Skeleton of a screen while its code or record loads. */
export function PageSkeleton() {
  const { t } = useTranslation();
  return (
    <div className={css.page} aria-busy="true">
      <h1 className="hidden">{t("loading")}</h1>
      <div className={`${Classes.SKELETON} ${css.heading}`} />
      <div className={`${Classes.SKELETON} ${css.line}`} />
      <div className={`${Classes.SKELETON} ${css.card}`} />
    </div>
  );
}

/** Skeleton of a tab while its code and texts load; heading and tabs stay. */
export function TabSkeleton() {
  return (
    <div className={css.page} aria-busy="true">
      <div className={`${Classes.SKELETON} ${css.line}`} />
      <div className={`${Classes.SKELETON} ${css.card}`} />
    </div>
  );
}
