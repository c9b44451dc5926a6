import { InvalidToken, SessionOver } from "../errors";
import { exemptPaths } from "../gen/constants";
import { renewSession } from "../renewSession";
import { requiredStepOf } from "../requiredSteps";
import { parseJson, toApiError } from "../responses";
import { session } from "../session";
import { storage } from "../storage";
import { isExpired, isUsable } from "../token";
import type { Middleware } from "./compose";

/** Public paths need no token, and their 401 is an answer, not the end of a session (A-8, B-89). */
const publicPaths: readonly string[] = exemptPaths;

/** Send with the stored token. If it is expired or refused, renew it and send once more. */
export const addSessionToken: Middleware<Response> = async (request, next) => {
  if (publicPaths.includes(request.path)) return next(request);
  let token = readToken();
  if (isExpired(token)) token = await renewToken(token);
  let reply = await next({ ...request, token });
  if (reply.status === 401) reply = await next({ ...request, token: await renewToken(token) });
  if (reply.status === 401) throw endSession();
  if (reply.status === 403) {
    const refusal = toApiError(reply, await parseJson(reply, request.signal));
    throw requiredStepOf(refusal) ? refusal : endSession();
  }
  return reply;
};

async function renewToken(refused: string): Promise<string> {
  if (!(await renewSession(refused))) throw endSession();
  return readToken();
}

/** Read local storage directly, because another tab or a person may have changed the token. */
function readToken(): string {
  const token = storage.get("authToken");
  if (isUsable(token)) return token;
  session.end("invalidToken");
  throw new InvalidToken("Invalid token provided");
}

function endSession(): SessionOver {
  session.end("unauthorized");
  return new SessionOver("Unauthorized!");
}
