import type { PathOf, Reply } from "@/api/client";
import type { components } from "@/api/gen/schema";

/** The answer of a call that worked: the whole of what the contract says of it, and nothing else (the type check sees to it). */
export function answered<V extends "get" | "post" | "put" | "delete", P extends PathOf<V>>(
  _verb: V,
  _path: P,
  body: Reply<P, V>,
): Response {
  return Response.json(body);
}

/** The answer of a call that was refused, for these reasons if any. */
export function refused(status: number, ...errors: components["schemas"]["Problem"][]): Response {
  const body: components["schemas"]["Errors"] = { success: false, errors, request_id: "r-1" };
  return Response.json(body, { status });
}
