import { fileNameIn } from "@/lib/fileNames";
import { batchLimit } from "./batchLimit";
import { type CapturedRequest as Change, captureRequest } from "./dryRun";
import { ApiError, InvalidToken, SessionOver } from "./errors";
import { exemptPaths } from "./gen/constants";
import type { paths } from "./gen/schema";
import { recentCalls } from "./recentCalls";
import { renewSession } from "./refresh";
import { requiredStepOf, requiredSteps } from "./requiredSteps";
import { isSuccess, normalizeResponse, toApiError } from "./responses";
import { session } from "./session";
import { saveCorrections } from "./spellingCorrections";
import { storage } from "./storage";
import { callTimeoutMs, withTimeout } from "./timeout";
import { isExpired, isUsable, syncClock } from "./token";
import { upload } from "./upload";
import { saveVersion } from "./versions";

/* ---- types derived from the OpenAPI document ---- */
type Verb = "get" | "post" | "put" | "delete";
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
  Waiting;
export type Reply<P extends keyof paths, V extends Verb> =
  Operation<P, V> extends { responses: { 200: { content: { "application/json": infer R } } } } ? R : never;

/** Time limits of a call: its abort signal, and at most `limitMs` (default: 30 seconds). */
interface Waiting {
  signal?: AbortSignal;
  limitMs?: number;
  /** ETag of the record as it was read. The server refuses with 412 if the record has changed since. */
  ifMatch?: string | undefined;
  /** Send the request even if the page is closed. */
  keepalive?: boolean;
  /** Search for similar spellings if nothing matches; `correctionsOf` returns the words used. */
  forgiving?: boolean;
}
interface Request {
  verb: Verb;
  url: string;
  body: string | undefined;
  signal: AbortSignal;
  key: string | undefined;
  ifMatch: string | undefined;
  keepalive: boolean | undefined;
  forgiving: boolean | undefined;
  read: Read;
  form: Sending | undefined;
}
type Read = (reply: Response, signal: AbortSignal) => Promise<unknown>;
/** A form with files and a callback for upload progress (0 to 1). */
interface Sending {
  body: FormData;
  onProgress: (part: number) => void;
}

/** Public paths need no token, and their 401 is an answer, not the end of a session (A-8, B-89). */
const withoutToken: readonly string[] = exemptPaths;
const retryDelayMs = 400;
/** Time limit for a file upload or download. */
const fileLimitMs = 30 * 60_000;

/** Build the address of a call. The query omits undefined, null and empty values. */
export function urlOf(path: string, parts: Record<string, unknown> = {}, query: Record<string, unknown> = {}): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(parts[name])));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== null && value !== "") search.set(name, String(value));
  return `/api${filled}${search.size ? `?${search}` : ""}`;
}

/**
 * Idempotency keys of changes with an unknown outcome. A repeated submit reuses its key, so the server applies it
 * once.
 */
const unsettled = new Map<string, string>();
/** An idempotency key. */
export const newIdempotencyKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");

/** True if the change certainly did not happen: refused or aborted. No answer or a broken answer leaves it open. */
const isKnown = (error: unknown) =>
  !(error instanceof ApiError) || (error.status >= 400 && error.status < 500 && error.status !== 408);

async function perform(verb: Verb, path: string, options: Loose, read: Read = readAnswer): Promise<unknown> {
  if (verb !== "get" && captureRequest({ verb, path, options } satisfies Change))
    throw new DOMException("The change was written down, not sent", "AbortError");
  const url = urlOf(path, options.path, options.query);
  const body = options.body === undefined ? undefined : JSON.stringify(options.body);
  const submit = `${verb} ${url} ${body}`;
  const isOnce = read === readFile || options.form !== undefined;
  // Exports produce a new file per request, and uploads with the same name may differ, so their keys are not reused.
  const key = verb === "get" || isOnce ? undefined : (unsettled.get(submit) ?? newIdempotencyKey());
  const lifetime = session.lifetime();
  const outer = options.signal ? AbortSignal.any([options.signal, lifetime]) : lifetime;
  if (key) unsettled.set(submit, key);
  try {
    const answer = await afterFirstThings(() =>
      withTimeout(options.limitMs ?? callTimeoutMs, outer, async (signal) => {
        const { ifMatch, keepalive, forgiving, form } = options;
        const request = { verb, url, body, signal, key, ifMatch, keepalive, forgiving, read, form };
        return withoutToken.includes(path) ? read(await transmit(request, null), signal) : authorised(request);
      }),
    );
    unsettled.delete(submit);
    return answer;
  } catch (error) {
    if (isKnown(error)) unsettled.delete(submit);
    throw error;
  }
}

/** Send the call. If the server requires a new password or a step-up first, ask for it and send the call again. */
async function afterFirstThings(send: () => Promise<unknown>): Promise<unknown> {
  try {
    return await send();
  } catch (error) {
    const first = requiredStepOf(error);
    if (!first) throw error;
    if (!(await requiredSteps.ask(first))) throw new DOMException("It was not given", "AbortError");
    return afterFirstThings(send);
  }
}

/** Send with the stored token. If it is expired or refused, renew it and send once more. */
async function authorised(request: Request): Promise<unknown> {
  let token = storedToken();
  if (isExpired(token)) token = await renewed(token);
  let reply = await transmit(request, token);
  if (reply.status === 401) reply = await transmit(request, await renewed(token));
  if (reply.status === 401) throw over();
  if (reply.status === 403) {
    const refusal = toApiError(reply, await jsonOf(reply, request.signal));
    throw requiredStepOf(refusal) ? refusal : over();
  }
  return request.read(reply, request.signal);
}

async function renewed(refused: string): Promise<string> {
  if (!(await renewSession(refused))) throw over();
  return storedToken();
}

function storedToken(): string {
  // Read from local storage directly, because another tab or a person may have changed it.
  const token = storage.get("authToken");
  if (isUsable(token)) return token;
  session.end("invalidToken");
  throw new InvalidToken("Invalid token provided");
}

function over(): SessionOver {
  session.end("unauthorized");
  return new SessionOver("Unauthorized!");
}

/** Send one request. A change that fails in the network is repeated once; its idempotency key makes this safe. */
async function transmit(request: Request, token: string | null, again = request.key !== undefined): Promise<Response> {
  try {
    const reply = await noted(request, () => exchange(request, token));
    syncClock(reply.headers.get("date"));
    return reply;
  } catch (error) {
    if (request.form) throw error;
    if (request.signal.aborted) throw replaced();
    if (!(error instanceof TypeError)) throw error;
    if (!again || navigator.onLine === false) throw new ApiError(0);
    await new Promise((resolve) => setTimeout(resolve, retryDelayMs));
    return transmit(request, token, false);
  }
}

/** Record the exchange in the recent calls, with or without an answer. */
async function noted({ verb, url }: Request, send: () => Promise<Response>): Promise<Response> {
  const at = new Date();
  const began = performance.now();
  const [path = url] = url.split("?");
  const note = (status: number, requestId: string) =>
    recentCalls.add({
      at,
      method: verb.toUpperCase(),
      path,
      status,
      ms: Math.round(performance.now() - began),
      requestId,
    });
  try {
    const reply = await send();
    note(reply.status, reply.headers.get("x-request-id") ?? "");
    return reply;
  } catch (error) {
    note(0, "");
    throw error;
  }
}

async function exchange(request: Request, token: string | null): Promise<Response> {
  if (request.form) return transmitForm(request, request.form, token);
  return fetch(request.url, {
    method: request.verb.toUpperCase(),
    headers: {
      "content-type": "application/json",
      ...(token && { authorization: `Bearer ${token}` }),
      ...(request.key && { "idempotency-key": request.key }),
      ...(request.ifMatch && { "if-match": request.ifMatch }),
      ...(request.forgiving && { "careops-forgiving": "slips" }),
    },
    ...(request.body !== undefined && { body: request.body }),
    ...(request.keepalive && { keepalive: true }),
    signal: request.signal,
  });
}

async function transmitForm({ url, signal }: Request, form: Sending, token: string | null): Promise<Response> {
  const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {};
  return upload({ method: "POST", url, headers, signal, ...form });
}

const replaced = () => new DOMException("The call was replaced", "AbortError");

/**
 * Parse the answer as JSON, or return null if it is not JSON. An aborted answer rejects instead, because it is not an
 * answer.
 */
async function jsonOf(reply: Response, signal: AbortSignal): Promise<unknown> {
  return reply.json().catch(() => {
    if (signal.aborted) throw replaced();
    return null;
  });
}

async function readAnswer(reply: Response, signal: AbortSignal): Promise<unknown> {
  const answer = await jsonOf(reply, signal);
  if (reply.ok && isSuccess(answer)) {
    batchLimit.readHeader(reply.headers.get("careops-changes"));
    saveCorrections(answer, reply.headers.get("careops-spelt"));
    return saveVersion(normalizeResponse(answer), reply.headers.get("etag"));
  }
  throw toApiError(reply, answer);
}

/** A downloaded file. */
export interface Downloaded {
  name: string;
  content: Blob;
}
/** Read the whole file before saving, so that a broken download never looks complete. */
async function readFile(reply: Response, signal: AbortSignal): Promise<Downloaded> {
  const named = reply.headers.get("content-disposition");
  if (!reply.ok || named === null) throw toApiError(reply, await jsonOf(reply, signal));
  try {
    return { name: fileNameIn(named), content: await reply.blob() };
  } catch (error) {
    if (error instanceof TypeError) throw new ApiError(0);
    throw error;
  }
}

interface Loose extends Waiting {
  form?: Sending;
  query?: Record<string, unknown>;
  path?: Record<string, unknown>;
  body?: unknown;
}
function call<V extends Verb>(verb: V) {
  return <P extends PathOf<V> & string>(
    path: P,
    ...[options]: Record<never, never> extends Options<P, V> ? [Options<P, V>?] : [Options<P, V>]
  ) => perform(verb, path, (options ?? {}) as Loose) as Promise<Reply<P, V>>;
}
export const api = { get: call("get"), post: call("post"), put: call("put"), delete: call("delete") };

/** Paths whose answer is a file. */
type FilePath = {
  [P in keyof paths]: paths[P] extends {
    post: { responses: { 200: { content: { "text/csv": unknown } } } };
  }
    ? P
    : never;
}[keyof paths] &
  string;

/** Download a file. Browsers keep large files on disk. */
export function download<P extends FilePath>(path: P, options: Options<P, "post">): Promise<Downloaded> {
  return perform("post", path, { limitMs: fileLimitMs, ...(options as Loose) }, readFile) as Promise<Downloaded>;
}

/** Paths that take a form with files. */
type FormPath = {
  [P in keyof paths]: paths[P] extends {
    post: { requestBody: { content: { "multipart/form-data": unknown } } };
  }
    ? P
    : never;
}[keyof paths] &
  string;

/** Send a form with files under the rules of any other call, with the time limit for files. */
export function sendForm<P extends FormPath>(path: P, options: Options<P, "post"> & { form: Sending }) {
  return perform("post", path, { limitMs: fileLimitMs, ...(options as Loose) }) as Promise<Reply<P, "post">>;
}
