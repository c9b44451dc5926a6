import type { Plugin } from "vite";
import { reachable } from "./reachable.ts";

const dynamicImport = /\bimport\(([`"'])\.\/([^`"']+\.js)\1\)/g;

/**
 * Make every dynamic import fetch its files first (src/lib/browser/fetchFirst.ts). Browsers remember a module that
 * failed to load until the page reloads, so a failed import cannot be retried. A fetch can.
 */
export function fetchFirst(): Plugin {
  return {
    name: "fetch-first",
    apply: "build",
    // Vite's own preloading would import files before they are fetched, and browsers remember failed imports.
    config: () => ({ build: { modulePreload: { resolveDependencies: () => [] } } }),
    generateBundle: {
      order: "post",
      handler(_, bundle) {
        /** All files of a chunk: its own and those of its static imports, recursively. */
        const loadedWith = (file: string) =>
          reachable(file, (id) => {
            const chunk = bundle[id];
            return chunk?.type === "chunk" ? chunk.imports : [];
          });
        for (const chunk of Object.values(bundle)) {
          if (chunk.type !== "chunk") continue;
          const loadedFiles = loadedWith(chunk.fileName);
          const written = new Set<string>();
          chunk.code = chunk.code.replace(dynamicImport, (load: string, _quote: string, name: string) => {
            const target = `assets/${name}`;
            written.add(target);
            const files = [...loadedWith(target)].filter((file) => !loadedFiles.has(file));
            return `fetchFirst(${JSON.stringify(files)},()=>${load})`;
          });
          const missed = chunk.dynamicImports.filter((file) => !written.has(file));
          if (missed.length > 0) this.error(`${chunk.fileName} imports ${missed} in a form that is not recognized`);
        }
      },
    },
  };
}
