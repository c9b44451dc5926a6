import { syncClock } from "../token";
import type { Middleware } from "./compose";

/** Take the server's clock from each answer, because the expiry of a token is judged by it. */
export const syncServerClock: Middleware<Response> = async (request, next) => {
  const reply = await next(request);
  syncClock(reply.headers.get("date"));
  return reply;
};
