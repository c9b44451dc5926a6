import { settled } from "./answers";
import { callLimitMs, within } from "./deadline";
import { ApiError } from "./errors";
import { session } from "./session";
import { setClock } from "./token";

/** How long another tab's write to local storage may take to reach this one. */
const storageDelayMs = 250;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

let renewing: Promise<boolean> | null = null;

/**
 * Trades the refresh token for new ones; false when it is refused. One refresh at a time, in this tab and in all the
 * others: whoever comes second finds the new tokens already there. Throws when the server could not be asked.
 */
export function renewSession(refusedToken: string): Promise<boolean> {
  renewing ??= oneTabAtATime(() => renew(refusedToken)).finally(() => {
    renewing = null;
  });
  return renewing;
}

async function renew(refusedToken: string): Promise<boolean> {
  const stored = session.reread();
  if (!stored) return false;
  if (stored.authToken !== refusedToken) return true;
  if (!stored.refreshToken) return false;
  const { reply, tokens } = await ask(stored.refreshToken);
  setClock(reply.headers.get("date"));
  if (reply.ok && isPair(tokens)) {
    // Signed out while the answer was under way: it stays so.
    if (!session.get()) return false;
    session.renew(tokens.auth_token, tokens.refresh_token);
    return true;
  }
  // Busy or broken is no refusal: the session is not over, this call is.
  if (reply.status === 429 || reply.status >= 500) throw new ApiError(reply.status);
  await pause(storageDelayMs);
  const later = session.reread();
  return later !== null && later.authToken !== refusedToken;
}

async function ask(refreshToken: string): Promise<{ reply: Response; tokens: unknown }> {
  try {
    return await within(callLimitMs, session.lifetime(), async (signal) => {
      const reply = await fetch("/api/auth/refresh", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ refresh_token: refreshToken }),
        signal,
      });
      return { reply, tokens: settled(await reply.json().catch(() => null)) };
    });
  } catch (error) {
    if (error instanceof TypeError) throw new ApiError(0);
    throw error;
  }
}

function isPair(value: unknown): value is { auth_token: string; refresh_token: string } {
  if (typeof value !== "object" || value === null || !("auth_token" in value && "refresh_token" in value)) return false;
  return typeof value.auth_token === "string" && typeof value.refresh_token === "string";
}

/** `navigator.locks` exists on https and on localhost only; elsewhere a tab looks after itself alone. */
async function oneTabAtATime(work: () => Promise<boolean>): Promise<boolean> {
  const locks: LockManager | undefined = navigator.locks;
  return locks ? locks.request("careops session", work) : work();
}
