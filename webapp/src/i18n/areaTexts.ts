/** Texts of the areas that load when they are opened, by file. */
export const areaTexts = import.meta.glob<object>(
  ["./*/*.json", "!./*/{common,session,clinics,modules,selection,refusals}.json"],
  { import: "default" },
);
