import { exchanges } from "../exchanges";
import type { Middleware } from "./compose";

/** Note when a read began by the server's clock, and the id of a change. */
export const noteExchange: Middleware<Response> = (request, next) =>
  exchanges.note(request.verb === "get", request.url, () => next(request));
