type Fetch = (areas: readonly string[]) => Promise<void>;
let fetchThem: Fetch = async () => undefined;

/** Who fetches texts. Told, not imported: the table of screens is also read where there are none (e2e/matrix). */
export function fetchTextsBy(fetch: Fetch) {
  fetchThem = fetch;
}

/** Resolves when the texts of these areas are there; fails when they do not come. */
export const fetchTexts: Fetch = (areas) => fetchThem(areas);
