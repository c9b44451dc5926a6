/** Longest wait for the answers of running requests (milliseconds). */
const settleMs = 1000;

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const running = new Set<Promise<unknown>>();
/** Number of reads and of own changes that are remembered; older ones are only read once more. */
const remembered = 1000;
/** Server time in milliseconds at which the latest answered read of an address began, or its lower limit. */
const beginnings = new Map<string, number>();
/** Ids of the requests with which this tab changed something. */
const ownChanges = new Set<string>();
/** Latest known server time in milliseconds. */
let latestMs = Number.NEGATIVE_INFINITY;

function forgetOldest(collection: Map<string, unknown> | Set<string>) {
  if (collection.size > remembered) collection.delete(collection.keys().next().value ?? "");
}

/** When this tab read, and which requests changed something for it. All times are the server's. */
export const exchanges = {
  /** Note an exchange from its start to its answer. */
  async note(isRead: boolean, url: string, send: () => Promise<Response>): Promise<Response> {
    // The lower limit for a read without an answer, or with one that did not come from the server itself.
    const sentMs = latestMs;
    if (isRead && !beginnings.has(url)) beginnings.set(url, sentMs);
    const sending = send();
    running.add(sending);
    try {
      const reply = await sending;
      const header = reply.headers.get("x-received-ms");
      const beganMs = header === null ? sentMs : Number(header);
      latestMs = Math.max(latestMs, beganMs);
      const id = reply.headers.get("x-request-id");
      if (isRead) {
        // Deleted first, because a map keeps the place of a key that it has.
        beginnings.delete(url);
        beginnings.set(url, beganMs);
      } else if (id) ownChanges.add(id);
      forgetOldest(beginnings);
      forgetOldest(ownChanges);
      return reply;
    } finally {
      running.delete(sending);
    }
  },
  beginningOf: (url: string): number => beginnings.get(url) ?? Number.NEGATIVE_INFINITY,
  /** True if this tab sent all of these requests. */
  areOwn: (requestIds: readonly string[]): boolean =>
    requestIds.length > 0 && requestIds.every((id) => ownChanges.has(id)),
  /** Call `then` when the requests that are running now are answered, or after a second. */
  whenSettled(then: () => void): void {
    if (running.size === 0) then();
    else void Promise.race([Promise.allSettled(running), wait(settleMs)]).then(then);
  },
};
