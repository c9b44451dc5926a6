import { recentCalls } from "../recentCalls";
import type { Middleware } from "./compose";

/** Record each exchange in the recent calls, with or without an answer, without the search words in its query. */
export const recordCall: Middleware<Response> = async (request, next) => {
  const { verb, url } = request;
  const at = new Date();
  const began = performance.now();
  const [path = url] = url.split("?");
  const record = (status: number, requestId: string) => {
    const ms = Math.round(performance.now() - began);
    recentCalls.add({ at, method: verb.toUpperCase(), path, status, ms, requestId });
  };
  try {
    const reply = await next(request);
    record(reply.status, reply.headers.get("x-request-id") ?? "");
    return reply;
  } catch (error) {
    record(0, "");
    throw error;
  }
};
