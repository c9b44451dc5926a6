import { beforeEach, expect, it, vi } from "vitest";
import { FakeSocket, newestSocket, setUpSockets } from "@/test-socket";
import { socketForbidden, socketOver } from "./gen/constants";
import { type Channel, liveConnection } from "./realtime";

type State = typeof liveConnection.state;
const triggers = ["start", "attempt", "confirm", "expire", "retry", "refuse", "stop"] as const;
type Trigger = (typeof triggers)[number];

/** The next state for each trigger, in their order. */
const table: Record<State, readonly State[]> = {
  closed: ["waiting", "closed", "closed", "closed", "closed", "closed", "closed"],
  waiting: ["waiting", "connecting", "waiting", "waiting", "waiting", "waiting", "closed"],
  connecting: ["connecting", "connecting", "open", "connecting", "waiting", "closed", "closed"],
  open: ["open", "open", "open", "connecting", "waiting", "closed", "closed"],
};
const next = (state: State, trigger: Trigger) => table[state][triggers.indexOf(trigger)];
/** The triggers that lead from the start to each state. Each way ends with a socket that can still report something. */
const ways: Record<State, readonly Trigger[]> = {
  closed: ["start", "attempt", "confirm", "stop"],
  waiting: ["start", "attempt", "confirm", "retry"],
  connecting: ["start", "attempt"],
  open: ["start", "attempt", "confirm"],
};

/** The pending renewal of the session. */
let renewal: { resolve: (isRenewed: boolean) => void; reject: (error: unknown) => void } | null;
vi.mock("./renewSession", () => ({
  renewSession: () =>
    new Promise((resolve, reject) => {
      renewal = { resolve, reject };
    }),
}));
let subscriptions: Map<Channel, () => void>;
/** True after a failure, until a confirmation. Then an expired session is not renewed again. */
let hasFailed: boolean;

setUpSockets();
beforeEach(() => {
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
  subscriptions = new Map();
  renewal = null;
  hasFailed = false;
  return () => fire.stop();
});

function subscribe(channel: Channel) {
  subscriptions.set(
    channel,
    liveConnection.subscribe(channel, () => undefined),
  );
}
function unsubscribe(channel: Channel) {
  subscriptions.get(channel)?.();
  subscriptions.delete(channel);
}
function close(code: number) {
  const socket = FakeSocket.all.at(-1);
  if (socket) socket.readyState = 3;
  socket?.onclose?.({ code });
}

/** What happens outside of the connection. */
const fire: Record<Trigger, () => unknown> = {
  start() {
    if (!subscriptions.has("admin")) subscribe("admin");
    else if (subscriptions.has("today")) unsubscribe("today");
    else subscribe("today");
  },
  async attempt() {
    // The timer of another state must not start an attempt.
    if (liveConnection.state === "closed") await vi.advanceTimersByTimeAsync(60_000);
    while (liveConnection.state === "waiting") await vi.advanceTimersToNextTimerAsync();
  },
  confirm() {
    const socket = newestSocket();
    if (socket.readyState === 0) socket.open();
    socket.deliver({ event: "ready", id: 1 });
    if (liveConnection.state === "open") hasFailed = false;
  },
  expire: () => close(socketOver),
  retry() {
    if (liveConnection.state === "waiting") return dispatchEvent(new Event("online"));
    hasFailed = liveConnection.state !== "closed";
    return renewal ? renewal.reject(new TypeError("Failed to fetch")) : close(1006);
  },
  refuse: () => (renewal ? renewal.resolve(false) : close(socketForbidden)),
  stop() {
    for (const channel of subscriptions.keys()) unsubscribe(channel);
    hasFailed = false;
  },
};
async function step(trigger: Trigger) {
  await fire[trigger]();
  // The end of a renewal arrives without a timer.
  for (let count = 0; count < 10; count += 1) await Promise.resolve();
  if (liveConnection.state !== "connecting") renewal = null;
}

const cells = (Object.keys(ways) as State[]).flatMap((state) => triggers.map((trigger) => [state, trigger] as const));

it.each(cells)("%s connection follows the table after %s", async (state, trigger) => {
  for (const earlier of ways[state]) await step(earlier);
  expect(liveConnection.state).toBe(state);
  await fire[trigger]();
  expect(liveConnection.state).toBe(next(state, trigger));
});

it("session that cannot be renewed closes the connection", async () => {
  for (const trigger of [...ways.open, "expire", "refuse"] as const) await step(trigger);
  expect(liveConnection.state).toBe("closed");
});

it("connection that was stopped during a renewal ignores its end", async () => {
  for (const trigger of [...ways.open, "expire", "stop", "start"] as const) await fire[trigger]();
  renewal?.reject(new TypeError("Failed to fetch"));
  await vi.advanceTimersByTimeAsync(0);
  expect([liveConnection.state, FakeSocket.all.length]).toEqual(["connecting", 2]);
});

it("session that expires again after its renewal closes the connection", async () => {
  for (const trigger of [...ways.open, "expire"] as const) await step(trigger);
  renewal?.resolve(true);
  renewal = null;
  await vi.advanceTimersByTimeAsync(0);
  for (const trigger of ["attempt", "expire"] as const) await step(trigger);
  expect(liveConnection.state).toBe("closed");
});

it.each([1, 2, 3])("random walk %i of 1,000 steps follows the table", async (seed) => {
  let random = seed;
  // Mostly the way to an open connection.
  const drawn = [...triggers, "start", "attempt", "confirm"] as const;
  const visited = new Set<string>();
  for (let count = 0; count < 1000; count += 1) {
    random = (random * 48_271) % 2_147_483_647;
    const trigger = drawn[Math.floor((random / 2_147_483_647) * drawn.length)] ?? "start";
    const { state } = liveConnection;
    if (FakeSocket.all.length === 0 && trigger !== "start" && trigger !== "attempt") continue;
    // Without a socket, nothing can confirm the subscription or expire.
    if (renewal && (trigger === "confirm" || trigger === "expire")) continue;
    if (hasFailed && trigger === "expire") continue;
    await step(trigger);
    expect([count, state, trigger, liveConnection.state]).toEqual([count, state, trigger, next(state, trigger)]);
    expect(FakeSocket.all.filter(({ readyState }) => readyState === 1).length).toBeLessThanOrEqual(1);
    if (liveConnection.state === "open") expect(newestSocket().readyState).toBe(1);
    visited.add(String([state, trigger]));
  }
  expect(cells.map(String).filter((cell) => !visited.has(cell))).toEqual([]);
});
