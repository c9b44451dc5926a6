import { readFileSync } from "node:fs";
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

interface Contract {
  paths: Record<string, { get: { responses: { 200: { content: Record<"application/json", { example: unknown }> } } } }>;
}
/** The example of the contract for the answer of a read. */
export function exampleAnswer<P extends PathOf<"get">>(path: P): Reply<P, "get"> {
  const contract: Contract = JSON.parse(readFileSync("server/careops_server/openapi.json", "utf-8"));
  return contract.paths[path]?.get.responses[200].content["application/json"].example as Reply<P, "get">;
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
