import { changeMarks } from "./changeMarks";
import { fileLimitMs, perform } from "./client";
import type { FormPath, Options, PathOf, Reply, Verb } from "./operations";

/**
 * A change as data. Save sends it, and "Show as command" shows it (decision 480). `Answer` is the type of the answer,
 * without a value at run time.
 */
export interface Mutation<Answer = unknown> {
  verb: MutationVerb;
  path: string;
  options: {
    path?: Record<string, unknown>;
    query?: Record<string, unknown>;
    body?: unknown;
    ifMatch?: string | undefined;
    /** A form with files, in place of a body. */
    form?: { body: FormData } | undefined;
  };
  /** Pictures to upload first. Text in a record never counts as one. */
  pictures?: readonly PendingPicture[];
  /** The file of a picture, and the request with its address once it is uploaded. */
  upload?: { file: File; complete: (address: string) => Mutation<Answer> | null };
  readonly answer?: Answer;
}
type MutationVerb = Exclude<Verb, "get">;

/** A picture and the placeholder for its address. */
export interface PendingPicture {
  placeholder: string;
  bucket: string;
  file: string;
}

type PartsOf<P extends PathOf<V>, V extends Verb> = Omit<
  Options<P, V>,
  "signal" | "limitMs" | "keepalive" | "forgiving"
>;

function build<V extends MutationVerb>(verb: V) {
  return <P extends PathOf<V> & string>(
    path: P,
    ...[options]: Record<never, never> extends Options<P, V> ? [PartsOf<P, V>?] : [PartsOf<P, V>]
  ): Mutation<Reply<P, V>> => ({ verb, path, options: { ...(options as Mutation["options"]) } });
}
/** Build the request of a change, typed by the contract; `send` sends it. */
export const request = {
  post: build("post"),
  put: build("put"),
  delete: build("delete"),
  /** A form with files. */
  form: <P extends FormPath>(path: P, options: PartsOf<P, "post"> & { form: { body: FormData } }) =>
    ({ verb: "post", path, options: { ...options } }) as Mutation<Reply<P, "post">>,
};

/** Build a request with the address of a picture. A file that is not uploaded yet has a placeholder as its address. */
export function withPicture<Answer>(
  bucket: string,
  picture: File | string | null,
  build: (address: string | null) => Mutation<Answer> | null,
): Mutation<Answer> | null {
  if (!(picture instanceof File)) return build(picture || null);
  const placeholder = `${bucket}:${picture.name}`;
  const built = build(placeholder);
  const pictures = [{ placeholder, bucket, file: picture.name }];
  return built && { ...built, pictures, upload: { file: picture, complete: build } };
}

interface Sending {
  signal?: AbortSignal;
  /** Reports how much of a form with files is sent, from 0 to 1. */
  onProgress?: (fraction: number) => void;
  /** Time limit in milliseconds, if it differs from that of other calls. */
  limitMs?: number;
}
/** Send a change. A form with files has the time limit for files. */
export function send<Answer>(
  change: Mutation<Answer>,
  { signal, limitMs, onProgress = () => undefined }: Sending = {},
) {
  const { form, ...options } = change.options;
  changeMarks.noteOwnChange();
  return perform(change.verb, change.path, {
    ...options,
    ...(form && { limitMs: fileLimitMs, form: { ...form, onProgress } }),
    ...(limitMs && { limitMs }),
    ...(signal && { signal }),
  }).finally(changeMarks.noteOwnChange) as Promise<Answer>;
}
