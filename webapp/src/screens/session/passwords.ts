import { api } from "@/api/client";
import { ApiError } from "@/api/errors";

export interface PasswordChange {
  old_password: string;
  new_password: string;
}

/** Change one's own password. Refusals are translated into the user's language. */
export async function changePassword(body: PasswordChange, say: (reason: Reason) => string) {
  await inOwnWords(api.post("/careops/session/password", { body }), say);
}

/** Step-up: confirm the password, which counts for a few minutes. */
export async function confirmSession(password: string, say: (reason: Reason) => string) {
  await inOwnWords(api.post("/careops/session/confirm", { body: { password } }), say);
}

const reasons = {
  wrong_password: "old",
  too_short: "short",
  password_unchanged: "same",
  password_easy: "easy",
  password_common: "common",
  password_personal: "ownWords",
  password_repeats: "repeated",
} as const;
export type Reason = (typeof reasons)[keyof typeof reasons];

async function inOwnWords(call: Promise<unknown>, say: (reason: Reason) => string) {
  try {
    await call;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const problems = error.problems.map(({ code, ...problem }) => {
      const reason: Reason | undefined = reasons[code as keyof typeof reasons];
      return reason ? { ...problem, title: say(reason) } : { ...problem, ...(code && { code }) };
    });
    throw new ApiError(error.status, problems, error.requestId);
  }
}
