import { Button } from "@blueprintjs/core";
import { useTranslation } from "react-i18next";
import { formatNumber } from "@/lib/format/numbers";
import type { Pages } from "@/lib/list/useListQuery";
import { FilterSelect } from "../filters/FilterSelect";
import { Icon, type IconName } from "../icons/Icon";
import css from "./Pager.module.css";

/** Range of rows on the page and total, formatted as numbers. */
export type Range = Record<"from" | "to" | "total", string>;
interface Props {
  /** Name of the list, because a screen can have several. */
  of: string;
  pages: Pages;
  total: number;
  /** Formats the range, if it differs from the default. */
  formatRange?: ((range: Range) => string) | undefined;
}

const fit = "fit";

/** Pager: first, previous, next, last, and rows per page. Steps without a target stay in place and keep the focus. */
export function Pager({ of, pages: { page, perpage, goTo, sizing }, total, formatRange }: Props) {
  const { t } = useTranslation();
  const pages = Math.ceil(total / perpage);
  const step = (icon: IconName, label: string, to: number) => {
    const reachable = to >= 1 && to <= pages && to !== page;
    return (
      <Button
        variant="minimal"
        icon={<Icon name={icon} />}
        aria-label={label}
        data-step={icon}
        aria-disabled={!reachable}
        className={reachable ? "" : (css.off ?? "")}
        onClick={() => reachable && goTo(to)}
      />
    );
  };
  const range = {
    from: formatNumber((page - 1) * perpage + 1),
    to: formatNumber(Math.min(total, page * perpage)),
    total: formatNumber(total),
  };
  return (
    <nav className={css.pager} aria-label={t("pager.label", { list: of })}>
      <span className={css.range}>{formatRange ? formatRange(range) : t("pager.range", range)}</span>
      {sizing && (
        <FilterSelect
          label={t("pager.size")}
          value={sizing.fit?.on ? fit : String(perpage)}
          options={[
            ...sizing.sizes.map((size) => ({ value: String(size), label: formatNumber(size) })),
            ...(sizing.fit ? [{ value: fit, label: t("pager.fit") }] : []),
          ]}
          onChange={(size) => (size === fit ? sizing.fit?.choose() : sizing.choose(Number(size)))}
        />
      )}
      <span className={css.steps}>
        {step("first", t("pager.first"), 1)}
        {step("previous", t("pager.previous"), page - 1)}
        {/* Announced after paging by key (app/shortcuts). */}
        <span className={css.page} aria-live="polite">
          {t("pager.page", { page: formatNumber(page), pages: formatNumber(pages) })}
        </span>
        {step("next", t("pager.next"), page + 1)}
        {step("last", t("pager.last"), pages)}
      </span>
    </nav>
  );
}
