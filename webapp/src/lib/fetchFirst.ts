const fetched = new Map<string, Promise<void>>();
/** Nothing writes the calls in development, nor where tests of the build read its sources without Vite. */
let guarded = !import.meta.env?.PROD;

/** Whether imports fetch their files first, and so can be repeated. */
export const areImportsGuarded = () => guarded;

/**
 * Fetch files first from now on. Called when the first screen is there: a guarded import requests each file twice, the
 * second time from the browser's cache, and before that there is nothing on the page that a reload could lose.
 */
export function guardImports() {
  guarded = true;
}

/**
 * Fetches files of the build, then imports them from the browser's cache. If a fetch fails, nothing was imported, so the
 * caller can try again. The build writes the calls (build/fetch-first.ts).
 */
async function fetchFirst<Module>(files: string[], load: () => Promise<Module>): Promise<Module> {
  if (guarded) await Promise.all(files.map(fetchOnce));
  const loaded = await load();
  for (const file of files) fetched.set(file, Promise.resolve());
  return loaded;
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
    // biome-ignore lint/style/noRestrictedGlobals: files of the build, not calls of the API.
    const response = await fetch(`/${file}`);
    if (!response.ok) throw new Error(`status ${response.status}`);
    // The browser caches a file when all of it was read.
    await response.arrayBuffer();
  } catch (error) {
    throw new Error(`Failed to load ${file}: ${error}`);
  }
}
