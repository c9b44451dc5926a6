import type { components, operations, paths } from "./schema.js";

export type { components, operations, paths };

/** A record or answer by its name: `Schema<"Clinic">`. */
export type Schema<Name extends keyof components["schemas"]> = components["schemas"][Name];

/** The name of a call: `"ListClinics"`. */
export type CallName = keyof operations;
