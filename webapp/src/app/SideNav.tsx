import { useId } from "react";
import { useTranslation } from "react-i18next";
import { Link, useLocation } from "react-router";
import { type AccountType, can } from "@/api/session";
import { formatNumber } from "@/lib/numbers";
import { useStore } from "@/lib/store";
import { dueCounts } from "@/screens/today/shared/dueCounts";
import { Icon } from "@/ui/Icon";
import type { Screen } from "./routeConfig";
import css from "./SideNav.module.css";

/** Groups in order; entries without a group come first. */
const navGroups = ["news", "campaigns", "misc"] as const;

type Entry = Screen & { nav: NonNullable<Screen["nav"]> };
const hasEntry = (screen: Screen): screen is Entry => screen.nav !== undefined;

const segmentOf = (path: string) => path.split("/")[1];

/** Return the entry of a path: that of its first segment, or of the list that the screen belongs to (B-9). */
function entryOf(pathname: string, screens: readonly Screen[]): string | undefined {
  const screen = screens.find(({ path }) => segmentOf(path) === segmentOf(pathname));
  return screen?.under ?? screen?.path;
}

/** Screens with a navigation entry that this account type may open. */
export const navItems = (accountType: AccountType, screens: readonly Screen[]) =>
  screens.filter(hasEntry).filter(({ access }) => can(accountType, access));

/** Side navigation with every screen that this account type may open. */
export function SideNav({ accountType, screens }: { accountType: AccountType; screens: readonly Screen[] }) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const allowed = navItems(accountType, screens);
  const links = (entries: readonly Entry[]) => (
    <ul>
      {entries.map(({ path, nav }) => (
        <NavEntry key={path} path={path} nav={nav} isCurrent={entryOf(pathname, screens) === path} />
      ))}
    </ul>
  );
  return (
    <nav aria-label={t("nav.label")} className={css.nav}>
      {links(allowed.filter(({ nav }) => !nav.group))}
      {navGroups.map((group) => {
        const entries = allowed.filter(({ nav }) => nav.group === group);
        if (entries.length === 0) return null;
        return (
          <section key={group}>
            <h2 className={css.group}>{t(`nav.groups.${group}`)}</h2>
            {links(entries)}
          </section>
        );
      })}
    </nav>
  );
}

/** One entry, with the number of items of Today that wait there. */
function NavEntry({ path, nav, isCurrent }: Pick<Entry, "path" | "nav"> & { isCurrent: boolean }) {
  const { t } = useTranslation();
  const id = useId();
  const due = useStore(dueCounts)?.[path];
  const formatted = due && `${formatNumber(due.count)}${due.capped ? "+" : ""}`;
  return (
    <li className={css.entry}>
      <Link
        to={path}
        className={css.item}
        aria-current={isCurrent ? "page" : undefined}
        {...(due && { "aria-describedby": id })}
      >
        <Icon name={nav.icon} />
        <span className={css.name}>{t(`nav.entries.${nav.label}`)}</span>
      </Link>
      {due && (
        <span id={id} className={css.count}>
          <span aria-hidden="true">{formatted}</span>
          <span className="hidden">{t("nav.waiting", { formatted })}</span>
        </span>
      )}
    </li>
  );
}
