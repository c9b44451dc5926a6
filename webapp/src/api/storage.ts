/** In-memory storage of this tab if the browser blocks local storage; lost on reload. */
const memory = new Map<string, string>();

/** The browser may block local storage completely: then even reading the property throws. */
function stored<T>(read: (storage: Storage) => T, otherwise: () => T): T {
  try {
    return read(localStorage);
  } catch {
    return otherwise();
  }
}

/** Local storage, with this tab's memory as fallback. */
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
  /** Remove all keys one by one, because other tabs get one event per key. */
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
