import { type RefObject, use, useEffect, useLayoutEffect, useState } from "react";
import { flushSync } from "react-dom";
import { useTranslation } from "react-i18next";
import { useLocation } from "react-router";
import type { AccountType } from "@/api/session";
import { fetchTexts } from "@/i18n/textLoader";
import { containsWords } from "@/lib/format/foldText";
import { useGuardedNavigate } from "@/lib/hooks/useLinkGuard";
import { useSuggestions } from "@/lib/hooks/useSuggestions";
import { contextActions } from "@/lib/state/contextActions";
import { useStore } from "@/lib/state/store";
import { RecentsContext, supportedRecents } from "@/screens/recents/shared/recents";
import type { Combobox } from "@/ui/combobox/useCombobox";
import { Icon, type RouteIcon } from "@/ui/icons/Icon";
import { paths } from "../paths";
import type { Screen } from "../routeConfig";
import css from "./PaletteResults.module.css";
import { type SearchGroup, searchRecords } from "./records";

interface NavTarget {
  to: string;
  name: string;
  icon: RouteIcon;
  starts?: Screen["starts"];
}
export interface PaletteResultsProps {
  account: AccountType;
  /** The screens that this account may open. */
  places: readonly NavTarget[];
  /** Text in the field. */
  text: string;
  combobox: Combobox;
  /** Called with the number of options. */
  onCount: (count: number) => void;
  /** Receives the function that runs an option. */
  choose: RefObject<((index: number, isApart: boolean) => void) | undefined>;
  onClose: () => void;
}
interface Shown {
  title: string;
  icon?: RouteIcon;
  hits: readonly Option[];
}
interface Option {
  name: string;
  note: string;
  icon?: RouteIcon;
  /** Target address; undefined for actions. */
  to?: string;
  /** Action to start at the target address. */
  begin?: string;
  run?: () => void;
  everywhere?: boolean;
}

const delayMs = 250;
const leastLetters = 2;

/**
 * Palette results: screens by name, records by name, phone number or id, tabs of the open record, and actions of this
 * and other screens.
 */
export function PaletteResults({ account, places, text, combobox, onCount, choose, onClose }: PaletteResultsProps) {
  const { t } = useTranslation("palette");
  const { t: common } = useTranslation();
  const navigate = useGuardedNavigate();
  const nameOf = (label: SearchGroup["label"]) =>
    label === "payments" ? t("payments") : common(`nav.entries.${label}`);
  const recents = use(RecentsContext);
  const { read } = recents;
  // biome-ignore lint/correctness/useExhaustiveDependencies: run once, on opening
  useEffect(read, []);
  const actions = useStore(contextActions);
  const records = useSuggestions((words, signal) => searchRecords(words, account, signal), delayMs);
  const starts = useStarts(places);
  const lists = useFilteredLists();
  const query = text.trim();
  const recordGroups = query.length < leastLetters ? [] : records.matches;
  const isWanted = ({ name }: { name: string }) => containsWords(name, query);
  const near = actions.map((action): Option => ({ name: action.text, note: "", ...action })).filter(isWanted);
  const screens = places.filter(isWanted);
  const elsewhere = [...starts, ...lists.filter(({ to }) => places.some((place) => to.startsWith(place.to)))]
    .filter(isWanted)
    .concat(near.filter((option) => option.everywhere));
  const lately = query ? [] : supportedRecents(recents.all);
  const groups: Shown[] = [
    { title: common("recents.label"), hits: lately },
    { title: t("tabs"), icon: "next" as const, hits: near.filter(({ to }) => to !== undefined) },
    { title: t("screens"), hits: screens.map((place) => ({ ...place, note: "" })) },
    { title: t("actions"), icon: "next" as const, hits: near.filter(({ run, everywhere }) => run && !everywhere) },
    { title: t("elsewhere"), icon: "next" as const, hits: query ? elsewhere : [] },
    ...recordGroups.map(({ label, icon, hits }) => ({ title: nameOf(label), icon, hits })),
  ].filter(({ hits }) => hits.length > 0);
  const all = groups.flatMap(({ hits }) => hits);
  const spelt = [...new Set(recordGroups.flatMap((group) => group.spelt))];
  const failed = recordGroups.filter((group) => group.failed).map(({ label }) => nameOf(label));

  const words = text.trim();
  const { look } = records;
  useEffect(() => look(words.length < leastLetters ? "" : words), [look, words]);
  function go({ to, begin, run }: Option, isApart: boolean) {
    // Close at once, so that a dialog that opens next returns the focus to where it was before the palette.
    flushSync(onClose);
    if (isApart && to !== undefined && begin === undefined) {
      window.open(to, "_blank", "noopener");
      return;
    }
    if (to !== undefined) navigate(to);
    if (to !== undefined && begin !== undefined) contextActions.begin(begin, to);
    run?.();
  }
  function searchAgain() {
    combobox.reopen();
    records.retry();
  }
  useLayoutEffect(() => {
    choose.current = (at, isApart) => all[at] && go(all[at], isApart);
    onCount(all.length);
  });
  useEffect(() => () => onCount(0), [onCount]);

  let index = -1;
  return (
    <>
      <p className={css.said} role="status">
        {records.asking
          ? t("searching")
          : failed.length > 0
            ? t("failed", { names: failed.join(", ") })
            : spelt.length > 0
              ? common("lists.spelt", { words: spelt.join(", ") })
              : t("found", { count: all.length })}
      </p>
      {failed.length > 0 && !records.asking && (
        <button type="button" className="button" onClick={searchAgain}>
          {common("retry")}
        </button>
      )}
      <div {...combobox.list(common("goTo.title"))} className={css.list}>
        {groups.map(({ title, icon, hits }) => (
          // biome-ignore lint/a11y/useSemanticElements: a group of options inside a listbox
          <div key={title} role="group" aria-label={title}>
            <div className={css.group} aria-hidden="true">
              {title}
            </div>
            {hits.map((hit) => {
              index += 1;
              return (
                <div key={`${hit.to} ${hit.begin ?? hit.name}`} {...combobox.option(index)} className={css.option}>
                  <Icon name={hit.icon ?? icon ?? "search"} />
                  <span className="one-line">{hit.name}</span>
                  <span className={css.note}>{hit.note}</span>
                </div>
              );
            })}
          </div>
        ))}
      </div>
      <p className={css.keys} aria-hidden="true">
        {t("keys")}
      </p>
    </>
  );
}

/** Lists with a filter that people look for by name. */
function useFilteredLists() {
  const { t } = useTranslation("palette", { keyPrefix: "lists" });
  return [
    { name: t("failedPayments"), note: "", to: paths.payments({ status: "failed" }) },
    { name: t("unverifiedDoctors"), note: "", to: paths.doctors({ status: "unverified" }) },
    { name: t("endedCampaigns"), note: "", to: paths.campaigns({ ended: "yes" }) },
  ];
}

/** Actions that can be started on other screens, once the texts of their buttons are loaded. */
function useStarts(places: readonly NavTarget[]): Option[] {
  const { i18n } = useTranslation();
  const { pathname } = useLocation();
  const [fetched, setFetched] = useState(false);
  const shortcuts = places.flatMap(({ to, name, icon, starts }) =>
    starts && to !== pathname ? [{ to, name, icon, starts }] : [],
  );
  const areas = shortcuts.map(({ starts }) => starts.area).join(" ");
  useEffect(() => {
    // Actions whose texts fail to load are left out.
    fetchTexts(areas.split(" ").filter(Boolean)).then(
      () => setFetched(true),
      () => undefined,
    );
  }, [areas]);
  if (!fetched) return [];
  // The keys come from the table of screens; its test checks that each exists in its area.
  const textOf = i18n.t as (key: string, options: { ns: string }) => string;
  return shortcuts.map(({ to, name, icon, starts }) => {
    const begin = textOf(starts.text, { ns: starts.area });
    return { name: begin, note: name, icon, to, begin };
  });
}
