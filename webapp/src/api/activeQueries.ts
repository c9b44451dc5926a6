/** A call that a screen reads, in the form of `api.get`. */
export interface Reading {
  path: string;
  options: { path?: Record<string, unknown>; query?: Record<string, unknown> };
}

const readings = new Map<object, Reading>();

/** The calls that the current screen reads, in order; the console shows them as commands (`app/commands`). */
export const onScreen = {
  /** Register a read; the returned function removes it. */
  add(reading: Reading): () => void {
    const place = {};
    readings.set(place, reading);
    return () => void readings.delete(place);
  },
  all: (): Reading[] => [...readings.values()],
};
