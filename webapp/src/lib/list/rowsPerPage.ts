import { pageSize } from "@/api/gen/constants";
import { preferences } from "../state/preferences";
import { createStore, useStore } from "../state/store";

/** Choices, by the value of the preference cookie. */
const sizes = { ten: pageSize, twenty: 20, fifty: 50 } as const;
type Preference = keyof typeof sizes | "fit";
const name = "rows";

/** Height in pixels of everything but the rows (bars, title, filters, headings, pager), and height of one row. */
const besideRows = 320;
const rowHeight = 50;

const preference = createStore(read());

function read(): Preference {
  const stored = preferences.get(name) ?? "";
  return stored === "fit" || stored in sizes ? (stored as Preference) : "ten";
}
function choose(next: Preference) {
  preferences.set(name, next);
  preference.set(next);
}

/** Number of rows that fit into the window, at least the default page size. */
const rowsThatFit = () => Math.min(sizes.fifty, Math.max(pageSize, Math.floor((innerHeight - besideRows) / rowHeight)));

/** The page size that a person prefers. */
export function preferredRows(): number {
  const chosen = preference.get();
  return chosen === "fit" ? rowsThatFit() : sizes[chosen];
}

/** Return the page size a person prefers for every list whose page size is not specified, and how to change it. */
export function useRowsPerPage() {
  const chosen = useStore(preference);
  const choices = Object.values(sizes);
  const nameOf = (size: number) => (Object.keys(sizes) as (keyof typeof sizes)[]).find((key) => sizes[key] === size);
  return {
    perpage: preferredRows(),
    sizing: {
      sizes: choices,
      choose: (size: number) => choose(nameOf(size) ?? "ten"),
      fit: { on: chosen === "fit", choose: () => choose("fit") },
    },
  };
}

/** Reload the preference; only for tests, which change the cookie. */
export function forgetRowsPerPage() {
  preference.set(read());
}
