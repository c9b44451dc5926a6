import { captureRequest } from "../dryRun";
import { abortError } from "../errors";
import type { Middleware } from "./compose";

/** Record a change instead of sending it in a dry run. Reads are sent, because the change may need them. */
export const captureDryRun: Middleware<unknown> = async (request, next) => {
  const { verb, path, options } = request;
  if (verb !== "get" && captureRequest({ verb, path, options }))
    throw abortError("The change was written down, not sent");
  return next(request);
};
