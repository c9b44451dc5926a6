import { ApiError, abortError } from "../errors";
import type { Middleware } from "./compose";

/** Turn what `fetch` throws into the errors of the client. An upload already throws them. */
export const convertNetworkErrors: Middleware<Response> = async (request, next) => {
  try {
    return await next(request);
  } catch (error) {
    if (request.options.form) throw error;
    if (request.signal.aborted) throw abortError("The call was replaced");
    throw error instanceof TypeError ? new ApiError(0) : error;
  }
};
