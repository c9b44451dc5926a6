import { Button } from "@blueprintjs/core";
import { useTranslation } from "react-i18next";
import { grouped } from "@/lib/numbers";
import type { Pages } from "@/lib/useListQuery";
import { FilterSelect } from "./fields/FilterSelect";
import { Icon, type IconName } from "./Icon";
import css from "./Pager.module.css";

/** Which rows of how many are on the page, written as people read numbers. */
export type Range = Record<"from" | "to" | "total", string>;
interface Props {
  /** What the list is called: there may be several on a screen. */
  of: string;
  pages: Pages;
  total: number;
  /** How the list says its range, if not as every list does. */
  said?: ((range: Range) => string) | undefined;
}

const fit = "fit";

/** First, previous, next, last, and how many rows make a page. A step that leads nowhere stays and keeps the focus. */
export function Pager({ of, pages: { page, perpage, goTo, sizing }, total, said }: Props) {
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
    from: grouped((page - 1) * perpage + 1),
    to: grouped(Math.min(total, page * perpage)),
    total: grouped(total),
  };
  return (
    <nav className={css.pager} aria-label={t("pager.label", { list: of })}>
      <span className={css.range}>{said ? said(range) : t("pager.range", range)}</span>
      {sizing && (
        <FilterSelect
          label={t("pager.size")}
          value={sizing.fit?.on ? fit : String(perpage)}
          options={[
            ...sizing.sizes.map((size) => ({ value: String(size), label: grouped(size) })),
            ...(sizing.fit ? [{ value: fit, label: t("pager.fit") }] : []),
          ]}
          onChange={(size) => (size === fit ? sizing.fit?.choose() : sizing.choose(Number(size)))}
        />
      )}
      <span className={css.steps}>
        {step("first", t("pager.first"), 1)}
        {step("previous", t("pager.previous"), page - 1)}
        {/* Said when the page is turned by a key (app/shortcuts). */}
        <span className={css.page} aria-live="polite">
          {t("pager.page", { page: grouped(page), pages: grouped(pages) })}
        </span>
        {step("next", t("pager.next"), page + 1)}
        {step("last", t("pager.last"), pages)}
      </span>
    </nav>
  );
}
