import type { paths } from "./gen/schema";

/* Types of a call, derived from the OpenAPI document. */

export type Verb = "get" | "post" | "put" | "delete";
export type PathOf<V extends Verb> = {
  [P in keyof paths]: paths[P] extends Record<V, { responses: unknown }> ? P : never;
}[keyof paths];
type Operation<P extends keyof paths, V extends Verb> = Extract<paths[P][V], { responses: unknown }>;
type QueryOf<O> = O extends { parameters: { query?: infer Q } } ? Q : never;
type PathPartsOf<O> = O extends { parameters: { path: infer Q } } ? Q : never;
type BodyOf<O> = O extends { requestBody: { content: { "application/json": infer B } } }
  ? B
  : O extends { requestBody?: infer R }
    ? NonNullable<R> extends { content: { "application/json": infer B } }
      ? B | undefined
      : never
    : never;
type Part<K extends string, T> = [T] extends [never]
  ? { [k in K]?: never }
  : undefined extends T
    ? { [k in K]?: T }
    : { [k in K]: T };
export type Options<P extends keyof paths, V extends Verb> = Part<"query", QueryOf<Operation<P, V>>> &
  Part<"path", PathPartsOf<Operation<P, V>>> &
  Part<"body", BodyOf<Operation<P, V>>> &
  SendOptions;
export type Reply<P extends keyof paths, V extends Verb> =
  Operation<P, V> extends { responses: { 200: { content: { "application/json": infer R } } } } ? R : never;

/** Options of every call. It ends with its abort signal, and after `limitMs` at the latest (default: 30 seconds). */
export interface SendOptions {
  signal?: AbortSignal;
  limitMs?: number;
  /** ETag of the record as it was read. The server refuses with 412 if the record has changed since. */
  ifMatch?: string | undefined;
  /** Send the request even if the page is closed. */
  keepalive?: boolean;
  /** Search for similar spellings if nothing matches; `correctionsOf` returns the words used. */
  forgiving?: boolean;
}

/** Paths whose answer is a file. */
export type FilePath = {
  [P in keyof paths]: paths[P] extends {
    post: { responses: { 200: { content: { "text/csv": unknown } } } };
  }
    ? P
    : never;
}[keyof paths] &
  string;

/** Paths that take a form with files. */
export type FormPath = {
  [P in keyof paths]: paths[P] extends {
    post: { requestBody: { content: { "multipart/form-data": unknown } } };
  }
    ? P
    : never;
}[keyof paths] &
  string;
