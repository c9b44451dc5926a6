import { abortError } from "../errors";
import { requiredStepOf, requiredSteps } from "../requiredSteps";
import type { Middleware } from "./compose";

/**
 * If the server requires a new password or a step-up first, ask the user for it and send the call again. The time
 * limit is inside, so that it does not run while the user types.
 */
export const completeRequiredSteps: Middleware<unknown> = async (request, next) => {
  try {
    return await next(request);
  } catch (error) {
    const step = requiredStepOf(error);
    if (!step) throw error;
    if (!(await requiredSteps.ask(step))) throw abortError("The required step was cancelled");
    return completeRequiredSteps(request, next);
  }
};
