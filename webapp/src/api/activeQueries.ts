/** A call that a screen reads, in the form of `api.get`. */
export interface ActiveQuery {
  path: string;
  options: { path?: Record<string, unknown>; query?: Record<string, unknown> };
}

const readings = new Map<object, ActiveQuery>();

/** The calls that the current screen reads, in order; the console shows them as commands (`app/commands`). */
export const activeQueries = {
  /** Register a read; the returned function removes it. */
  add(reading: ActiveQuery): () => void {
    const place = {};
    readings.set(place, reading);
    return () => void readings.delete(place);
  },
  all: (): ActiveQuery[] => [...readings.values()],
};
