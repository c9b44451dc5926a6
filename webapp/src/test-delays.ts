import { afterAll, expect, vi } from "vitest";

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
function randomNumbers(seed: string) {
  let state = 0;
  for (const letter of seed) state = (Math.imul(state, 31) + letter.charCodeAt(0)) | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

type Fetch = (address: string, options?: RequestInit) => Promise<Response>;

/**
 * Delay every stubbed `fetch` at random by up to this number of milliseconds, partly before the request and partly
 * before its answer. Each test file has its own sequence of delays, which the seed repeats. A test with a fake clock
 * decides itself when answers arrive. A request that is still delayed after the last test of a file never ends, because
 * its answer would change a component without a document.
 */
export function delayAnswers(milliseconds: number, seed: string): void {
  const random = randomNumbers(seed + expect.getState().testPath);
  const { setTimeout, clearTimeout } = globalThis;
  const stubGlobal = vi.stubGlobal.bind(vi);
  const delayedRequests = new Set<ReturnType<typeof setTimeout>>();
  afterAll(() => delayedRequests.forEach(clearTimeout));

  function pause(signal: AbortSignal | null | undefined) {
    if (vi.isFakeTimers()) return;
    return new Promise<void>((resolve, reject) => {
      const stop = () => {
        clearTimeout(timer);
        reject(signal?.reason);
      };
      const timer = setTimeout(
        () => {
          delayedRequests.delete(timer);
          signal?.removeEventListener("abort", stop);
          resolve();
        },
        (random() * milliseconds) / 2,
      );
      delayedRequests.add(timer);
      signal?.addEventListener("abort", stop);
    });
  }
  const delayed =
    (answer: Fetch): Fetch =>
    async (address, options) => {
      await pause(options?.signal);
      const reply = await answer(address, options);
      await pause(options?.signal);
      return reply;
    };
  vi.stubGlobal = (name, value) => stubGlobal(name, name === "fetch" ? delayed(value as Fetch) : value);
}
