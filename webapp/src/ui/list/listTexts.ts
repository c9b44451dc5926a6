type TextKey = "title" | "search" | "searchHint" | "empty" | "noMatch" | "noMatchHint";

/** Texts of a list with a search field as props of `ListScreen`, for areas that use the usual keys. */
export const listTexts = (t: (key: TextKey) => string) => ({
  title: t("title"),
  search: { label: t("search"), hint: t("searchHint") },
  empty: { none: t("empty"), noMatch: t("noMatch"), noMatchHint: t("noMatchHint") },
});
