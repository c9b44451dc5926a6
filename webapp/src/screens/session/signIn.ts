import { api } from "@/api/client";
import { ApiError, hasStatus } from "@/api/errors";
import { countryCode } from "@/api/gen/constants";
import { mainAccountType, session } from "@/api/session";

export type Refusal = "password" | "phoneOrPassword" | "needAdmin" | "tooMany" | "blocked" | "failed";

/** Documented sources of a refused sign-in (A 8), and that of a blocked account; all others are "failed". */
const refusals = new Map<string, Refusal>([
  ["password", "password"],
  ["mobile_number_or_password", "phoneOrPassword"],
  ["username_or_password", "needAdmin"],
  ["user_status", "blocked"],
]);

/**
 * Start a session, or return the refusal. An account without access to the console is refused even if the platform
 * accepts it.
 */
export async function signIn(phone: string, password: string): Promise<"signedIn" | Refusal> {
  try {
    const form = { country_code: countryCode, phone_number: phone, password };
    const reply = await api.post("/auth/sign_in", { body: { user_signin_form: form } });
    const { user } = reply.data;
    const accountType = mainAccountType(user.user_accounts);
    if (!accountType) return "needAdmin";
    session.start({ authToken: reply.auth_token, refreshToken: reply.refresh_token, accountType, user });
    return "signedIn";
  } catch (error) {
    if (hasStatus(error, 429)) return "tooMany";
    const source = error instanceof ApiError ? error.problems[0]?.source : undefined;
    return refusals.get(source ?? "") ?? "failed";
  }
}
