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
  "Password is invalid.": "old",
  "New password must have at least 15 characters": "short",
  "This is the password you have. Please choose another one.": "same",
  "This password is too easy to guess. Please choose another one.": "easy",
  "This password is made of very common ones. Please choose another one.": "common",
  "This password is made of your name, number or address. Please choose another one.": "ownWords",
  "This password repeats itself. Please choose another one.": "repeated",
} as const;
export type Reason = (typeof reasons)[keyof typeof reasons];

async function inOwnWords(call: Promise<unknown>, say: (reason: Reason) => string) {
  try {
    await call;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const problems = error.problems.map((problem) => {
      const reason: Reason | undefined = reasons[problem.title as keyof typeof reasons];
      return reason ? { ...problem, title: say(reason) } : problem;
    });
    throw new ApiError(error.status, problems, error.requestId);
  }
}
