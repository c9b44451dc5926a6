import { ApiError } from "@/api/errors";
import type { components } from "@/api/gen/schema";
import { type Mutation, request, send } from "@/api/mutation";

export type PasswordChange = components["schemas"]["ChangePasswordRequest"];

/** Change one's own password. */
export const changePasswordRequest = (body: PasswordChange) => request.post("/careops/session/password", { body });

/** Step-up: confirm the password, which counts for a few minutes. */
export const confirmSessionRequest = (password: string) =>
  request.post("/careops/session/confirm", { body: { password } });

const reasons = {
  wrong_password: "old",
  too_short: "short",
  password_unchanged: "same",
  password_easy: "easy",
  password_common: "common",
  password_personal: "ownWords",
  password_repeats: "repeated",
} as const;
type Reason = (typeof reasons)[keyof typeof reasons];

/** Send a password. Refusals are translated into the user's language. */
export async function sendPassword<Answer>(change: Mutation<Answer>, say: (reason: Reason) => string) {
  try {
    return await send(change);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const problems = error.problems.map(({ code, ...problem }) => {
      const reason: Reason | undefined = reasons[code as keyof typeof reasons];
      return reason ? { ...problem, title: say(reason) } : { ...problem, ...(code && { code }) };
    });
    throw new ApiError(error.status, problems, error.requestId);
  }
}
