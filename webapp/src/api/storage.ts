/** What this tab remembers where the browser lets it store nothing: gone with a reload, like nothing stored at all. */
const memory = new Map<string, string>();

/** The browser may refuse local storage altogether: merely naming it then throws. */
function stored<T>(read: (storage: Storage) => T, otherwise: () => T): T {
  try {
    return read(localStorage);
  } catch {
    return otherwise();
  }
}

/** Local storage, or this tab's memory where there is none. */
export const storage = {
  get: (key: string): string | null =>
    stored(
      (s) => s.getItem(key),
      () => memory.get(key) ?? null,
    ),
  set: (key: string, value: string): void =>
    stored(
      (s) => s.setItem(key, value),
      () => void memory.set(key, value),
    ),
  remove: (key: string): void =>
    stored(
      (s) => s.removeItem(key),
      () => void memory.delete(key),
    ),
  /** Everything, key by key: other tabs are told of each one. */
  empty(): void {
    memory.clear();
    stored(
      (s) => {
        for (const key of Object.keys(s)) s.removeItem(key);
      },
      () => undefined,
    );
  },
  clear(): void {
    memory.clear();
    stored(
      (s) => s.clear(),
      () => undefined,
    );
  },
};
