import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { formatNumber } from "@/lib/numbers";
import css from "./CollapsedFilters.module.css";

/** Filters; on a phone behind a button with the number of active ones. */
export function CollapsedFilters({ on, children }: { on: number; children: ReactNode }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" className={css.fold} aria-expanded={open} onClick={() => setOpen(!open)}>
        {on > 0 ? `${t("filters")} (${formatNumber(on)})` : t("filters")}
      </button>
      <div className={css.folded} data-open={open || undefined}>
        {children}
      </div>
    </>
  );
}

/** Number of these filters that are on. */
export const countActiveFilters = <Name extends string>(
  values: Record<Name, string>,
  names: readonly NoInfer<Name>[],
) => names.filter((name) => values[name] !== "").length;
