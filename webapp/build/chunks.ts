import { reachable } from "./reachable.ts";

/** Information of the bundler about a module. */
interface Graph {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null;
}

/** All modules that a file loads at once: its static imports, recursively, without dynamic ones. */
const neededBy = (root: string, graph: Graph) => reachable(root, (id) => graph.getModuleInfo(id)?.importedIds ?? []);

/**
 * Assign a module to a chunk. `base` is needed by the first visit: the imports of main.tsx. `console` is needed by the
 * frame and the first screens: their code is separate, except for parts that others use too. Each area is one chunk,
 * and so are its texts; modules used by several areas are in `shared` (vite.config.ts). The imports of a new file
 * decide its chunk.
 */
export function chunks(source: string) {
  let modules: { base: Set<string>; console: Set<string> } | undefined;
  return (id: string, graph: Graph): string | null => {
    if (id.endsWith("/index.html")) return "base";
    modules ??= {
      base: neededBy(`${source}main.tsx`, graph),
      console: neededBy(`${source}app/authenticated.ts`, graph),
    };
    if (modules.base.has(id)) return "base";
    // Shared by the first screens and others; as separate chunks each would cost another request.
    const isShared = /\/src\/(screens\/[^/]+\/shared|app\/shortcuts)\//.test(id);
    if (!isShared && /\/src\/(screens|app)\/(?!.*\.css)/.test(id)) return null;
    return modules.console.has(id) ? "console" : null;
  };
}
