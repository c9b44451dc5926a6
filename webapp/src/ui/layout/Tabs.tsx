import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { formatNumber } from "@/lib/format/numbers";
import css from "./Tabs.module.css";

/** A tab with an address. */
export interface TabLink {
  key: string;
  text: string;
  to: string;
  /** Number of records of the tab. */
  count?: number | null | undefined;
  /** The user is about to open it. */
  near?: () => void;
}

interface Props {
  tabs: readonly TabLink[];
  /** Key of the open tab. */
  open: string | undefined;
  /** Accessible name; the default is that of the tabs of a record. */
  label?: string;
}

/** Links to the parts of a page, below its heading. On a narrow screen they scroll, and the open one stays visible. */
export function Tabs({ tabs, open, label }: Props) {
  const { t } = useTranslation();
  const strip = useRef<HTMLElement>(null);
  useEffect(() => {
    strip.current?.querySelector(`[data-tab="${open}"]`)?.scrollIntoView({ block: "nearest", inline: "center" });
  }, [open]);
  return (
    <nav ref={strip} aria-label={label ?? t("tabs")} className={css.tabs}>
      {tabs.map(({ key, text, to, count, near }) => (
        <Link
          key={key}
          to={to}
          className={css.tab}
          data-tab={key}
          aria-current={key === open ? "page" : undefined}
          onPointerEnter={near}
          onFocus={near}
        >
          {text}
          {!!count && (
            <span className={css.count} aria-hidden="true">
              {formatNumber(count)}
            </span>
          )}
        </Link>
      ))}
    </nav>
  );
}
