const fetched = new Map<string, Promise<void>>();
/** Only the production build writes these calls: not development, and not tests that read the sources without Vite. */
let guarded = !import.meta.env?.PROD;

const failedImports = new Set<string>();
/** A failed import, which the browser remembers until the page reloads. */
export class ImportFailed extends Error {}

/**
 * Fetch files before imports from now on. Call this when the first screen is loaded: a guarded import requests each
 * file twice (the second time from the browser's cache), and before that a reload loses nothing.
 */
export function guardImports() {
  guarded = true;
}

/**
 * Fetch files of the build, then import them from the browser's cache. A failed fetch imports nothing, so the caller
 * can try again. The build inserts the calls (build/fetch-first.ts).
 */
async function fetchFirst<Module>(files: string[], load: () => Promise<Module>): Promise<Module> {
  try {
    if (guarded) await Promise.all(files.map(fetchOnce));
  } catch (error) {
    if (files.some((file) => failedImports.has(file))) throw new ImportFailed(String(error), { cause: error });
    throw error;
  }
  try {
    const loaded = await load();
    for (const file of files) fetched.set(file, Promise.resolve());
    return loaded;
  } catch (error) {
    for (const file of files) failedImports.add(file);
    throw new ImportFailed(String(error), { cause: error });
  }
}
Object.assign(globalThis, { fetchFirst });

function fetchOnce(file: string): Promise<void> {
  const pending = fetched.get(file) ?? fetchFile(file);
  fetched.set(file, pending);
  pending.catch(() => fetched.delete(file));
  return pending;
}

async function fetchFile(file: string) {
  try {
    // biome-ignore lint/style/noRestrictedGlobals: fetches build files, not API calls
    const response = await fetch(`/${file}`);
    if (!response.ok) throw new Error(`status ${response.status}`);
    // The browser caches a file only after the whole body is read.
    await response.arrayBuffer();
  } catch (error) {
    throw new Error(`Failed to load ${file}: ${error}`);
  }
}
