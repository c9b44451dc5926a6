import { Button } from "@blueprintjs/core";
import { useTranslation } from "react-i18next";
import { grouped } from "@/lib/numbers";
import { Icon, type IconName } from "./Icon";
import css from "./Pager.module.css";

interface Props {
  page: number;
  pageSize: number;
  total: number;
  onPage: (page: number) => void;
}

/** First, previous, next, last. A step that leads nowhere stays in place and keeps the focus. */
export function Pager({ page, pageSize, total, onPage }: Props) {
  const { t } = useTranslation();
  const pages = Math.ceil(total / pageSize);
  const step = (icon: IconName, label: string, to: number) => {
    const reachable = to >= 1 && to <= pages && to !== page;
    return (
      <Button
        variant="minimal"
        icon={<Icon name={icon} />}
        aria-label={label}
        aria-disabled={!reachable}
        className={reachable ? "" : (css.off ?? "")}
        onClick={() => reachable && onPage(to)}
      />
    );
  };
  const range = {
    from: grouped((page - 1) * pageSize + 1),
    to: grouped(Math.min(total, page * pageSize)),
    total: grouped(total),
  };
  return (
    <nav className={css.pager} aria-label={t("pager.label")}>
      <span className={css.range}>{t("pager.range", range)}</span>
      {step("first", t("pager.first"), 1)}
      {step("previous", t("pager.previous"), page - 1)}
      <span className={css.page}>{t("pager.page", { page: grouped(page), pages: grouped(pages) })}</span>
      {step("next", t("pager.next"), page + 1)}
      {step("last", t("pager.last"), pages)}
    </nav>
  );
}
