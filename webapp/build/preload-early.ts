import type { Plugin, Rolldown } from "vite";
import { reachable } from "./reachable.ts";

type Bundle = Rolldown.OutputBundle;
/** Placeholder in index.html for the list of files. It stays empty in development. */
const placeholder = "/*files*/ {}";

/**
 * Lists the files that a page needs first, so that they load in parallel with `base` instead of in sequence: the texts
 * of each language and, for signed-in users, the modules of every screen. A script of index.html requests them.
 */
export function preloadEarly(source: string, languages: readonly string[]): Plugin {
  return {
    name: "preload-early",
    apply: "build",
    enforce: "post",
    generateBundle: {
      order: "post",
      handler(_, bundle) {
        const base = loadedWith(bundle, [`${source}main.tsx`]);
        const needed = (...modules: string[]) =>
          [
            ...loadedWith(
              bundle,
              modules.map((module) => source + module),
            ),
          ].filter((file) => !base.has(file));
        const files = languages.map((code) => {
          const texts = `i18n/${code}/index.ts`;
          return [
            code,
            {
              signedOut: needed(texts),
              signedIn: needed(texts, `i18n/${code}/authenticated.ts`, "app/authenticated.ts"),
            },
          ];
        });
        const page = bundle["index.html"];
        if (page?.type !== "asset" || !String(page.source).includes(placeholder))
          return this.error(`index.html has no ${placeholder}`);
        page.source = String(page.source).replace(placeholder, JSON.stringify(Object.fromEntries(files)));
      },
    },
  };
}

/** The files of the build that hold these modules, those of their static imports, recursively, and their style sheets. */
function loadedWith(bundle: Bundle, modules: readonly string[]): Set<string> {
  const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
  const named = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const files = new Set<string>();
  for (const module of modules) {
    const holder = chunks.find((chunk) => chunk.moduleIds.includes(module));
    if (!holder) throw new Error(`no file of the build holds ${module}`);
    for (const file of reachable(holder.fileName, (id) => named.get(id)?.imports ?? [])) {
      files.add(file);
      for (const style of named.get(file)?.viteMetadata?.importedCss ?? []) files.add(style);
    }
  }
  return files;
}
