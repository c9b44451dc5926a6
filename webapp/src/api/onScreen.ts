/** A call that a screen reads from, as `api.get` takes it. */
export interface Reading {
  path: string;
  options: { path?: Record<string, unknown>; query?: Record<string, unknown> };
}

const readings = new Map<object, Reading>();

/** What the parts on screen read, the first to come first: told as commands (`app/commands`). */
export const onScreen = {
  /** Until the function it gives is called. */
  add(reading: Reading): () => void {
    const place = {};
    readings.set(place, reading);
    return () => void readings.delete(place);
  },
  all: (): Reading[] => [...readings.values()],
};
