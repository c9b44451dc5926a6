import type { CallRequest } from "../request";

type Handler<Result> = (request: CallRequest) => Promise<Result>;
/** A step of the request path. It changes the request, calls `next` (not at all, once, or again), or replaces its result. */
export type Middleware<Result> = (request: CallRequest, next: Handler<Result>) => Promise<Result>;

/** Build the handler that runs the middlewares in their order, the first outermost, and `last` in the middle. */
export function compose<Result>(middlewares: readonly Middleware<Result>[], last: Handler<Result>): Handler<Result> {
  return middlewares.reduceRight<Handler<Result>>((next, middleware) => (request) => middleware(request, next), last);
}
