import { compose } from "./middleware/compose";
import { addIdempotencyKey } from "./middleware/idempotencyKey";
import { convertNetworkErrors } from "./middleware/networkErrors";
import { noteExchange } from "./middleware/noteExchange";
import { recordCall } from "./middleware/recentCalls";
import { completeRequiredSteps } from "./middleware/requiredSteps";
import { retryOnce } from "./middleware/retry";
import { syncServerClock } from "./middleware/serverClock";
import { fetchMessagesOfError } from "./middleware/serverMessages";
import { addSessionToken } from "./middleware/sessionToken";
import { limitTime } from "./middleware/timeLimit";
import type { FilePath, Options, PathOf, Reply, Verb } from "./operations";
import { type CallOptions, type CallRequest, createRequest } from "./request";
import { type Downloaded, readAnswer, readFile } from "./responseBody";
import { transmit } from "./transport";

/* The request path, from top to bottom; the answer passes it from bottom to top (decision 458). */

/** A call: once for each action of the user, with the parsed answer as its result. */
const performCall = compose([fetchMessagesOfError, addIdempotencyKey, completeRequiredSteps, limitTime], answerCall);

async function answerCall(request: CallRequest): Promise<unknown> {
  const reply = await exchange(request);
  return (request.isDownload ? readFile : readAnswer)(reply, request.signal);
}

/** Its HTTP exchanges: again with a new token and after a network failure. */
const exchange = compose(
  [addSessionToken, convertNetworkErrors, retryOnce, recordCall, syncServerClock, noteExchange],
  transmit,
);

/** Perform a call without the types of its path. */
export const perform = async (verb: Verb, path: string, options: CallOptions, isDownload = false) =>
  performCall(createRequest(verb, path, options, isDownload));

function call<V extends Verb>(verb: V) {
  return <P extends PathOf<V> & string>(
    path: P,
    ...[options]: Record<never, never> extends Options<P, V> ? [Options<P, V>?] : [Options<P, V>]
  ) => perform(verb, path, (options ?? {}) as CallOptions) as Promise<Reply<P, V>>;
}
export const api = { get: call("get"), post: call("post"), put: call("put"), delete: call("delete") };

/** Time limit for a file upload or download. */
export const fileLimitMs = 30 * 60_000;

/** Download a file. Browsers keep large files on disk. */
export function download<P extends FilePath>(path: P, options: Options<P, "post">): Promise<Downloaded> {
  return perform("post", path, { limitMs: fileLimitMs, ...(options as CallOptions) }, true) as Promise<Downloaded>;
}
