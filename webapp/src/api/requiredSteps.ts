import { createStore } from "@/lib/state/store";
import { hasStatus } from "./errors";
import { mustChange, stepUpRequired } from "./gen/constants";
import { session } from "./session";

/** A step that the server requires before a call: setting a new password, or a step-up with the password. */
type RequiredStep = "newPassword" | "confirmation";

const bySource = new Map<string, RequiredStep>([
  [mustChange, "newPassword"],
  [stepUpRequired, "confirmation"],
]);

/** Return the step that a refusal requires first; undefined if the refusal is final. */
export function requiredStepOf(error: unknown): RequiredStep | undefined {
  return hasStatus(error, 403) ? bySource.get(error.problems[0]?.source ?? "") : undefined;
}

interface Asked {
  first: RequiredStep;
  done: Promise<boolean>;
  settle: (done: boolean) => void;
}
const openStep = createStore<Asked | null>(null);

export const requiredSteps = {
  /** The step requested now; `screens/session/RequiredSteps` shows its dialog. */
  get: () => openStep.get()?.first ?? null,
  subscribe: openStep.subscribe,
  /** Ask once for all waiting calls. Resolves to true if the user completed the step. */
  ask(first: RequiredStep): Promise<boolean> {
    const step = openStep.get();
    if (step?.first === first) return step.done;
    step?.settle(false);
    let settle: Asked["settle"] = () => undefined;
    const done = new Promise<boolean>((resolve) => {
      settle = resolve;
    });
    openStep.set({ first, done, settle });
    return done;
  },
  settle(done: boolean) {
    const step = openStep.get();
    openStep.set(null);
    step?.settle(done);
  },
};

session.onEnd(() => requiredSteps.settle(false));
