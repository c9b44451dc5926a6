import { reachable } from "./reachable.ts";

/** What is asked of the bundler about a module. */
interface Graph {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null;
}

/** Everything a file needs at once: what it imports, and what that imports, without what is only fetched on demand. */
const neededBy = (root: string, graph: Graph) => reachable(root, (id) => graph.getModuleInfo(id)?.importedIds ?? []);

/**
 * Which file of the build a module belongs to. `base` is what a first visit waits for, whatever main.tsx imports;
 * `console` is what the frame and the first screens are drawn with, without those screens' own code but for the parts
 * that others draw as well. Every area is a file of its own, and so are its texts; what several of them share is `shared`
 * (vite.config.ts). A new file finds its place by what imports it.
 */
export function chunks(source: string) {
  let known: { base: Set<string>; console: Set<string> } | undefined;
  return (id: string, graph: Graph): string | null => {
    if (id.endsWith("/index.html")) return "base";
    known ??= { base: neededBy(`${source}main.tsx`, graph), console: neededBy(`${source}app/inside.ts`, graph) };
    if (known.base.has(id)) return "base";
    // Parts that the first screens share with others: as files of their own each would be one more to wait for.
    const isPart = /\/src\/(screens\/[^/]+\/parts|app\/shortcuts)\//.test(id);
    if (!isPart && /\/src\/(screens|app)\/(?!.*\.css)/.test(id)) return null;
    return known.console.has(id) ? "console" : null;
  };
}
