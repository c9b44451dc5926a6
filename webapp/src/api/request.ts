import type { SendOptions, Verb } from "./operations";
import { session } from "./session";

/** A form with files and a callback for upload progress (0 to 1). */
interface FormUpload {
  body: FormData;
  onProgress: (fraction: number) => void;
}
/** Options of a call without the types of its path. */
export interface CallOptions extends SendOptions {
  form?: FormUpload;
  query?: Record<string, unknown>;
  path?: Record<string, unknown>;
  body?: unknown;
}
/** One call on its way through the middlewares, which pass on a copy with their part filled in. */
export interface CallRequest {
  verb: Verb;
  /** The path of the contract, such as `/admin/clinics/{id}`. */
  path: string;
  options: CallOptions;
  /** The answer is a file, not JSON. */
  isDownload: boolean;
  url: string;
  body: string | undefined;
  /** Aborts with the caller, at the end of the session, and at the time limit. */
  signal: AbortSignal;
  idempotencyKey: string | undefined;
  token: string | null;
}

export function createRequest(verb: Verb, path: string, options: CallOptions, isDownload: boolean): CallRequest {
  const lifetime = session.lifetime();
  return {
    verb,
    path,
    options,
    isDownload,
    url: urlOf(path, options.path, options.query),
    body: options.body === undefined ? undefined : JSON.stringify(options.body),
    signal: options.signal ? AbortSignal.any([options.signal, lifetime]) : lifetime,
    idempotencyKey: undefined,
    token: null,
  };
}

/** Build the address of a call. The query omits undefined, null and empty values. */
export function urlOf(path: string, parts: Record<string, unknown> = {}, query: Record<string, unknown> = {}): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(parts[name])));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== null && value !== "") search.set(name, String(value));
  return `/api${filled}${search.size ? `?${search}` : ""}`;
}
