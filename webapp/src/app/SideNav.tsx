import { type ReactNode, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useLocation } from "react-router";
import { type AccountType, can } from "@/api/session";
import { formatNumber } from "@/lib/format/numbers";
import { preferences } from "@/lib/state/preferences";
import { useStore } from "@/lib/state/store";
import { dueCounts } from "@/screens/today/shared/dueCounts";
import { Icon } from "@/ui/icons/Icon";
import type { Screen } from "./routeConfig";
import css from "./SideNav.module.css";

/** Groups in order; entries without a group come first. */
const navGroups = ["changes", "news", "campaigns", "misc"] as const;
type Group = (typeof navGroups)[number];

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
  const current = entryOf(pathname, screens);
  const isCurrent = ({ path }: Entry) => path === current;
  const links = (entries: readonly Entry[]) => (
    <ul>
      {entries.map((entry) => (
        <NavEntry key={entry.path} path={entry.path} nav={entry.nav} isCurrent={isCurrent(entry)} />
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
          <NavGroup key={group} group={group} count={entries.length} isCurrent={entries.some(isCurrent)}>
            {links(entries)}
          </NavGroup>
        );
      })}
    </nav>
  );
}

interface GroupProps {
  group: Group;
  count: number;
  /** It contains the entry of this page. */
  isCurrent: boolean;
  children: ReactNode;
}
/** A group that folds. The rare ones of Misc are folded at first, except on their own pages. */
function NavGroup({ group, count, isCurrent, children }: GroupProps) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState(() => preferences.get(`nav${group}`));
  const isOpen = chosen ? chosen === "open" : group !== "misc" || isCurrent;
  function toggle() {
    const next = isOpen ? "folded" : "open";
    preferences.set(`nav${group}`, next);
    setChosen(next);
  }
  return (
    <section>
      <h2 className={css.group}>
        <button type="button" aria-expanded={isOpen} onClick={toggle}>
          <Icon name="next" />
          <span>{t(`nav.groups.${group}`)}</span>
          {!isOpen && (
            <span className={css.folded} aria-hidden="true">
              {formatNumber(count)}
            </span>
          )}
        </button>
      </h2>
      {isOpen && children}
    </section>
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
