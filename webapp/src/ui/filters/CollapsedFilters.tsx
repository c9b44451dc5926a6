import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { formatNumber } from "@/lib/format/numbers";
import css from "./CollapsedFilters.module.css";

interface Props {
  on: number;
  /** Label of the button if it hides the filters on wide screens, too. */
  label?: string;
  children: ReactNode;
}

/** Filters; on a phone behind a button with the number of active ones. */
export function CollapsedFilters({ on, label, children }: Props) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const text = label ?? t("filters");
  return (
    <>
      <button
        type="button"
        className={css.fold}
        data-always={label !== undefined || undefined}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        {on > 0 ? `${text} (${formatNumber(on)})` : text}
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
