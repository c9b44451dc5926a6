import type { components } from "@/api/gen/schema";
import type { PathOf, Reply } from "@/api/operations";
import { type Session, session } from "@/api/session";

/** A successful answer: exactly the fields of the contract (checked by its type). */
export function respond<V extends "get" | "post" | "put" | "delete", P extends PathOf<V>>(
  _verb: V,
  _path: P,
  body: Reply<P, V>,
): Response {
  return Response.json(body);
}

/** A refused answer, with optional problems. */
export function respondError(status: number, ...errors: components["schemas"]["Problem"][]): Response {
  const body: components["schemas"]["Errors"] = { success: false, errors, request_id: "r-1" };
  return Response.json(body, { status });
}

/** Sign in as a member of staff. */
export function startSession(
  accountType: Session["accountType"] = "super_admin",
  user: { id?: number; name?: string } = {},
) {
  session.start({
    authToken: "token",
    refreshToken: "refresh",
    accountType,
    user: { id: 1, name: "Harpreet", phone_number: "9000000001", email: null, user_accounts: [], ...user },
  });
}
