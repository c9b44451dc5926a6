import { TimedOut } from "./errors";

/** How long a call may take, all its tries together, before the user is told (milliseconds). */
export const callLimitMs = 30_000;

/**
 * Runs `work` with a signal that ends it with `outer`, or after `limitMs`: then it rejects at once, whether `work`
 * listens or not. `Infinity` waits as long as `work` does.
 */
export async function within<T>(
  limitMs: number,
  outer: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  if (limitMs === Infinity) return work(outer);
  const late = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new TimedOut());
      late.abort();
    }, limitMs);
  });
  try {
    return await Promise.race([tooLate, work(AbortSignal.any([outer, late.signal]))]);
  } finally {
    clearTimeout(timer);
  }
}
