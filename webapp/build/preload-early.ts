import { type Plugin, type Rolldown, runnerImport } from "vite";
import type { Screen } from "../src/app/routeConfig.ts";
import { reachable } from "./reachable.ts";

type Bundle = Rolldown.OutputBundle;
/** Placeholder in index.html for the list of files. It stays empty in development. */
const placeholder = "/*files*/ {}";

/**
 * Lists the files that a page needs first, so that they load in parallel with `base` instead of in sequence: the texts
 * of each language and, for signed-in users, the modules of every screen and those of the screen at the address. A
 * script of index.html requests them.
 */
export function preloadEarly(source: string, languages: readonly string[]): Plugin {
  return {
    name: "preload-early",
    apply: "build",
    enforce: "post",
    generateBundle: {
      order: "post",
      async handler(_, bundle) {
        const base = loadedWith(bundle, [`${source}main.tsx`]);
        const frame = loadedWith(bundle, [`${source}app/authenticated.ts`]);
        const needed = (...modules: string[]) => {
          const files = loadedWith(
            bundle,
            modules.map((module) => source + module),
          );
          return [...files].filter((file) => !base.has(file));
        };
        const screens = (await modulesOfScreens(source)).map(({ address, modules, areas }) => ({
          address,
          files: needed(...modules).filter((file) => !frame.has(file)),
          areas,
        }));
        const areas = new Set(screens.flatMap((screen) => screen.areas));
        const byLanguage = languages.map((code) => {
          const texts = `i18n/${code}/index.ts`;
          const signedIn = needed(texts, `i18n/${code}/authenticated.ts`, "app/authenticated.ts");
          const ofAreas = [...areas].map((area) => [area, needed(`i18n/${code}/${area}.json`)]);
          return [code, { signedOut: needed(texts), signedIn, areas: Object.fromEntries(ofAreas) }];
        });
        const files = { ...Object.fromEntries(byLanguage), screens };
        const page = bundle["index.html"];
        if (page?.type !== "asset" || !String(page.source).includes(placeholder))
          return this.error(`index.html has no ${placeholder}`);
        page.source = String(page.source).replace(placeholder, JSON.stringify(files));
      },
    },
  };
}

/** The modules and areas of texts of each screen and tab, with a regular expression of its address. */
async function modulesOfScreens(source: string) {
  const { module } = await runnerImport<{ screens: readonly Screen[] }>(`${source}app/routes.tsx`, {
    configFile: false,
    root: source,
    resolve: { alias: { "@": source.slice(0, -1) } },
  });
  return module.screens.flatMap(({ path, screen, parts = [], contents = {} }) =>
    [...Object.entries(contents), [":tab", undefined] as const].map(([tab, content]) => {
      const loading = [screen, ...parts, ...(content ? [content] : [])];
      return {
        address: path.replace(":tab", tab).replaceAll(/:\w+/g, "[^/]+"),
        modules: loading.flatMap(({ load }) => (load ? [importedBy(load)] : [])),
        areas: loading.flatMap(({ texts }) => texts),
      };
    }),
  );
}

/** The module that a function imports dynamically, from its source text. */
function importedBy(load: () => Promise<unknown>) {
  const module = /import[^(]*\("\/([^"]+)"\)/.exec(String(load))?.[1];
  if (!module) throw new Error(`the import of ${load} is not recognized`);
  return module;
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
