import { exchanges } from "./exchanges";
import { urlOf } from "./request";

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
  /** Server time in milliseconds since which everything on screen was read. */
  readSince: (): number =>
    Math.min(
      ...[...readings.values()].map(({ path, options }) =>
        exchanges.beginningOf(urlOf(path, options.path, options.query)),
      ),
    ),
  all: (): ActiveQuery[] => [...readings.values()],
};
