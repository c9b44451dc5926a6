type Fetch = (areas: readonly string[]) => Promise<void>;
let fetchThem: Fetch = async () => undefined;

/** Set the function that fetches texts. Not an import, because e2e/matrix reads the table of screens without texts. */
export function setTextLoader(fetch: Fetch) {
  fetchThem = fetch;
}

/** Resolve when the texts of these areas are loaded; reject if they cannot be loaded. */
export const fetchTexts: Fetch = (areas) => fetchThem(areas);
