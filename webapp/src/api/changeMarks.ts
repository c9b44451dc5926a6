/** Time after a read in which further values that depend on it are drawn (milliseconds). */
const drawnMs = 1000;
/** Time after an own change in which its effects are read (milliseconds). */
const ownMs = 2000;
const latestDrawnMs = 10_000;
let reads = 0;
let drawnUntil = 0;
let ownUntil = 0;

/** Call `then` when the browser has drawn what was read, which takes a busy computer seconds. */
function afterDrawing(then: () => void): void {
  if (typeof requestIdleCallback === "function") requestIdleCallback(then, { timeout: latestDrawnMs });
  // Safari has no idle callback.
  else setTimeout(then, drawnMs);
}

/** Decides whether a value that changes on screen was changed by a colleague, so that it is marked. */
export const changeMarks = {
  /** Mark the values that a read changes. */
  async during(read: () => unknown): Promise<void> {
    reads += 1;
    try {
      await read();
    } finally {
      afterDrawing(() => {
        reads -= 1;
        drawnUntil = Date.now() + drawnMs;
      });
    }
  },
  /** Do not mark the effects of an own change, which the user expects. */
  noteOwnChange(): void {
    ownUntil = Date.now() + ownMs;
  },
  isOpen: () => (reads > 0 || Date.now() < drawnUntil) && Date.now() >= ownUntil,
};
