import { ApiError } from "./errors";
import { mustChange, stepUpRequired } from "./gen/constants";
import { session } from "./session";

/** A step that the server requires before a call: setting a new password, or a step-up with the password. */
export type RequiredStep = "newPassword" | "confirmation";

const bySource = new Map<string, RequiredStep>([
  [mustChange, "newPassword"],
  [stepUpRequired, "confirmation"],
]);

/** Return the step that a refusal requires first; undefined if the refusal is final. */
export function requiredStepOf(error: unknown): RequiredStep | undefined {
  return error instanceof ApiError && error.status === 403 ? bySource.get(error.problems[0]?.source ?? "") : undefined;
}

interface Asked {
  first: RequiredStep;
  done: Promise<boolean>;
  settle: (done: boolean) => void;
}
const listeners = new Set<() => void>();
let step: Asked | null = null;

function publish(next: Asked | null) {
  step = next;
  for (const listener of listeners) listener();
}

export const requiredSteps = {
  /** The step requested now; `screens/session/RequiredSteps` shows its dialog. */
  get: () => step?.first ?? null,
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
  /** Ask once for all waiting calls. Resolves to true if the user completed the step. */
  ask(first: RequiredStep): Promise<boolean> {
    if (step?.first === first) return step.done;
    step?.settle(false);
    let settle: Asked["settle"] = () => undefined;
    const done = new Promise<boolean>((resolve) => {
      settle = resolve;
    });
    publish({ first, done, settle });
    return done;
  },
  settle(done: boolean) {
    const was = step;
    publish(null);
    was?.settle(done);
  },
};

session.onEnd(() => requiredSteps.settle(false));
