import { callTimeoutMs, withTimeout } from "../timeout";
import type { Middleware } from "./compose";

/** End a call after its time limit. The limit covers token refresh, retries and reading the answer. */
export const limitTime: Middleware<unknown> = (request, next) =>
  withTimeout(request.options.limitMs ?? callTimeoutMs, request.signal, (signal) => next({ ...request, signal }));
