/** Number of due items. `capped` means that there are more. */
export interface DueCount {
  count: number;
  capped: boolean;
}
/** Due items of the user by address of a navigation entry. */
export interface CountsByPlace {
  entries: Readonly<Record<string, DueCount>>;
}

const listeners = new Set<() => void>();
let current: CountsByPlace | null = null;

/** The latest counts of Today; null before the first answer and if the server has none. The lazy `CountsReader` sets it. */
export const dueCounts = {
  get: (): CountsByPlace | null => current,
  set(next: CountsByPlace | null) {
    current = next;
    for (const listener of listeners) listener();
  },
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
