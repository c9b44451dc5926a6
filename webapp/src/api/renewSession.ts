import { ApiError } from "./errors";
import { normalizeResponse } from "./responses";
import { session } from "./session";
import { callTimeoutMs, withTimeout } from "./timeout";
import { syncClock } from "./token";

/** Time that a write to local storage by another tab may take to arrive here. */
const storageDelayMs = 250;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

let renewing: Promise<boolean> | null = null;

/**
 * Exchange the refresh token for new tokens; false if the server refuses it. Only one refresh runs at a time across
 * all tabs: the others find the new tokens in local storage. Throws if the server did not answer.
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
  syncClock(reply.headers.get("date"));
  if (reply.ok && isPair(tokens)) {
    // The user signed out during the request; stay signed out.
    if (!session.get()) return false;
    session.renew(tokens.auth_token, tokens.refresh_token);
    return true;
  }
  // A busy or failing server is not a refusal: this call fails, the session continues.
  if (reply.status === 429 || reply.status >= 500) throw new ApiError(reply.status);
  await pause(storageDelayMs);
  const later = session.reread();
  return later !== null && later.authToken !== refusedToken;
}

async function ask(refreshToken: string): Promise<{ reply: Response; tokens: unknown }> {
  try {
    return await withTimeout(callTimeoutMs, session.lifetime(), async (signal) => {
      const reply = await fetch("/api/auth/refresh", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ refresh_token: refreshToken }),
        signal,
      });
      return { reply, tokens: normalizeResponse(await reply.json().catch(() => null)) };
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

/** `navigator.locks` exists only on HTTPS and localhost. Elsewhere each tab refreshes on its own. */
async function oneTabAtATime(work: () => Promise<boolean>): Promise<boolean> {
  const locks: LockManager | undefined = navigator.locks;
  return locks ? locks.request("careops session", work) : work();
}
