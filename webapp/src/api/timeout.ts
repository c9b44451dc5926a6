import { TimedOut } from "./errors";

/** Time limit of a call including all retries, in milliseconds. Then the user sees an error. */
export const callTimeoutMs = 30_000;

/**
 * Run `work` with a signal that aborts with `outer` or after `limitMs`. The promise then rejects at once, even if
 * `work` ignores the signal. `Infinity` sets no limit.
 */
export async function withTimeout<T>(
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
