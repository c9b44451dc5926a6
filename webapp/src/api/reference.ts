import useSWR from "swr";
import { ApiError } from "./errors";
import index from "./gen/reference/index.json";
import type { Access } from "./session";

/* The API reference, generated from the contract (sdk/generators/api_reference.py). Each area is fetched when needed. */

/** A parameter, or a field of a body or an answer. */
export interface ReferenceField {
  name: string;
  type: string;
  required?: boolean;
  nullable?: boolean;
  limits?: string;
  choices?: unknown[];
  default?: unknown;
  text?: string;
  /** Name of the model inside it. */
  model?: string;
  /** The fields inside it, if they have no model. */
  fields?: ReferenceField[];
}
export interface ReferenceParameter extends ReferenceField {
  in: "path" | "query";
}
type CallAccess = Access | "anyone" | "apps";

/** The request of the example. */
export interface ExampleRequest {
  path?: Record<string, string | number>;
  query?: Record<string, unknown>;
  body?: Record<string, unknown>;
  /** Names of the files by field. */
  files?: Record<string, string>;
}

export interface ReferenceCall {
  name: string;
  method: "GET" | "POST" | "PUT" | "DELETE";
  path: string;
  summary: string;
  description?: string;
  access: CallAccess;
  /** Scope that an API key needs; absent if keys cannot make the call. */
  scope?: string;
  /** Every API key can make it. */
  anyKey?: boolean;
  stepUp?: boolean;
  /** It changes something. */
  changes?: boolean;
  addition?: boolean;
  paged?: boolean;
  etag?: boolean;
  /** Name of the read whose ETag it accepts. */
  ifMatch?: string;
  idempotent?: boolean;
  batch?: boolean;
  budget: "reads" | "writes" | "anonymous";
  bodyIn?: string;
  form?: boolean;
  /** Fields that fewer accounts may send, with the access that they need. */
  restricted?: Record<string, Access>;
  parameters: ReferenceParameter[];
  body: ReferenceField[];
  answer: ReferenceField[];
  /** Content types, if the answer is a file. */
  files?: string[];
  answerExample?: unknown;
  example: ExampleRequest;
  codes: string[];
}
export type ReferenceModels = Record<string, { text?: string; fields: ReferenceField[] }>;
interface ReferenceArea {
  calls: ReferenceCall[];
  models: ReferenceModels;
}
export interface ReferenceEntry {
  name: string;
  method: string;
  path: string;
  summary: string;
  area: string;
  /** Names of all fields, separated by spaces. */
  fields: string;
}
interface ErrorCodes {
  /** Codes that every call can have. */
  common: string[];
  codes: Record<string, { statuses: number[]; title: string; meaning: string }>;
}

/** Introduction, areas and calls, for the search. */
export const referenceIndex: {
  guide: string;
  /** Default limits of requests per minute. */
  limits: Record<ReferenceCall["budget"], number>;
  areas: readonly { name: string; text: string }[];
  calls: readonly ReferenceEntry[];
} = index;

// Not inlined, because the page may fetch only from its own origin.
const files = import.meta.glob<string>(["./gen/reference/*.json", "!./gen/reference/index.json"], {
  eager: true,
  query: "?url&no-inline",
  import: "default",
});

async function load<File>(name: string): Promise<File> {
  const reply = await fetch(files[`./gen/reference/${name}.json`] ?? "").catch(() => null);
  if (!reply?.ok) throw new ApiError(reply?.status ?? 0);
  return reply.json();
}

const once = { shouldRetryOnError: false, revalidateIfStale: false, revalidateOnFocus: false } as const;
const useFile = <File>(name: string | null) =>
  useSWR<File, Error>(name && `reference/${name}`, () => load<File>(name ?? ""), once);

/** Fetch the calls of an area. `null` fetches nothing. */
export const useReferenceArea = (area: string | null) => useFile<ReferenceArea>(area);
export const useErrorCodes = () => useFile<ErrorCodes>("error_codes");
