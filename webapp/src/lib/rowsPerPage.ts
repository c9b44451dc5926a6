import { useSyncExternalStore } from "react";
import { pageSize } from "@/api/gen/constants";
import { tastes } from "./tastes";
import type { Pages } from "./useListQuery";

/** The choices by the name that the preference has in its cookie. */
const sizes = { ten: pageSize, twenty: 20, fifty: 50 } as const;
type Preference = keyof typeof sizes | "fit";
const name = "rows";

/** Pixels of a window that a list's rows cannot have: bars, title, filters, headings, pager; and those of one row. */
const besideRows = 320;
const rowHeight = 50;

const listeners = new Set<() => void>();
let preference: Preference | undefined;

function read(): Preference {
  const kept = tastes.get(name) ?? "";
  preference ??= kept === "fit" || kept in sizes ? (kept as Preference) : "ten";
  return preference;
}
function choose(next: Preference) {
  preference = next;
  tastes.keep(name, next);
  for (const changed of listeners) changed();
}
function subscribe(changed: () => void) {
  listeners.add(changed);
  return () => void listeners.delete(changed);
}

/** How many rows the window has room for, not fewer than a page has by default. */
const rowsThatFit = () => Math.min(sizes.fifty, Math.max(pageSize, Math.floor((innerHeight - besideRows) / rowHeight)));

/** Return the page size a person prefers for every list whose page size is not specified, and how to change it. */
export function useRowsPerPage(): Required<Pick<Pages, "perpage" | "sizing">> {
  const chosen = useSyncExternalStore(subscribe, read);
  const choices = Object.values(sizes);
  const nameOf = (size: number) => (Object.keys(sizes) as (keyof typeof sizes)[]).find((key) => sizes[key] === size);
  return {
    perpage: chosen === "fit" ? rowsThatFit() : sizes[chosen],
    sizing: {
      sizes: choices,
      choose: (size) => choose(nameOf(size) ?? "ten"),
      fit: { on: chosen === "fit", choose: () => choose("fit") },
    },
  };
}

/** Read the preference again. For tests, which change the cookie. */
export function forgetRowsPerPage() {
  preference = undefined;
}
