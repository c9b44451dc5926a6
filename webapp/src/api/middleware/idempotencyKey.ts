import { randomId } from "@/lib/browser/randomId";
import { ApiError } from "../errors";
import type { Middleware } from "./compose";

/** Keys of changes with an unknown outcome, by verb, address and body. */
const unsettled = new Map<string, string>();

/** True if the change certainly did not happen: refused or aborted. No answer or a broken answer leaves it open. */
const isRejected = (error: unknown) =>
  !(error instanceof ApiError) || (error.status >= 400 && error.status < 500 && error.status !== 408);

/**
 * Give a change an idempotency key, and the same one if the user submits it again after an unknown outcome, so the
 * server applies it once. Exports produce a new file per request, and uploads with the same name may differ, so they
 * have no key.
 */
export const addIdempotencyKey: Middleware<unknown> = async (request, next) => {
  const { verb, url, body, options, isDownload } = request;
  if (verb === "get" || isDownload || options.form) return next(request);
  const change = `${verb} ${url} ${body}`;
  const idempotencyKey = unsettled.get(change) ?? randomId();
  unsettled.set(change, idempotencyKey);
  try {
    const answer = await next({ ...request, idempotencyKey });
    unsettled.delete(change);
    return answer;
  } catch (error) {
    if (isRejected(error)) unsettled.delete(change);
    throw error;
  }
};
