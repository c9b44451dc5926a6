import { ApiError } from "./errors";
import { mustChange, stepUpRequired } from "./gen/constants";
import { session } from "./session";

/** What has to come before the server takes a call: a password of one's own, or one's password once more. */
export type First = "newPassword" | "confirmation";

const bySource = new Map<string, First>([
  [mustChange, "newPassword"],
  [stepUpRequired, "confirmation"],
]);

/** What a refusal wants first; nothing when it is final. */
export function wantedFirst(error: unknown): First | undefined {
  return error instanceof ApiError && error.status === 403 ? bySource.get(error.problems[0]?.source ?? "") : undefined;
}

interface Asked {
  first: First;
  done: Promise<boolean>;
  settle: (done: boolean) => void;
}
const listeners = new Set<() => void>();
let asked: Asked | null = null;

function publish(next: Asked | null) {
  asked = next;
  for (const listener of listeners) listener();
}

export const firstThings = {
  /** What is asked for right now; `screens/session/FirstThings` asks it. */
  get: () => asked?.first ?? null,
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
  /** Asks once, however many calls wait for it. True when it was given. */
  ask(first: First): Promise<boolean> {
    if (asked?.first === first) return asked.done;
    asked?.settle(false);
    let settle: Asked["settle"] = () => undefined;
    const done = new Promise<boolean>((resolve) => {
      settle = resolve;
    });
    publish({ first, done, settle });
    return done;
  },
  settle(done: boolean) {
    const was = asked;
    publish(null);
    was?.settle(done);
  },
};

session.onEnd(() => firstThings.settle(false));
