import type { components } from "@/api/gen/schema";
import type { PathOf, Reply } from "@/api/operations";

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
