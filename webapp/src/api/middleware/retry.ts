import type { Middleware } from "./compose";

const retryDelayMs = 400;

/** Repeat a change once after a network failure. Its idempotency key makes this safe. */
export const retryOnce: Middleware<Response> = async (request, next) => {
  try {
    return await next(request);
  } catch (error) {
    const isNetworkFailure = error instanceof TypeError && !request.signal.aborted;
    if (!isNetworkFailure || !request.idempotencyKey || navigator.onLine === false) throw error;
    await new Promise((resolve) => setTimeout(resolve, retryDelayMs));
    return next(request);
  }
};
