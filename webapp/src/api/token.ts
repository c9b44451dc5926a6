let clockOffset = 0;

/** Store the offset to the server's clock, taken from the `Date` header of each answer. */
export function syncClock(dateHeader: string | null) {
  const server = Date.parse(dateHeader ?? "");
  if (!Number.isNaN(server)) clockOffset = server - Date.now();
}

/** The current time by the server's clock. */
export const serverNow = () => new Date(Date.now() + clockOffset);

/**
 * True if a token can be sent: not the text that `setItem("authToken", undefined)` stores, and only characters valid
 * in a header.
 */
export function isUsable(token: string | null): token is string {
  return !!token && /^[\w.~+/-]+=*$/.test(token) && !["undefined", "null", "NaN", "true", "false"].includes(token);
}

/** True if the `exp` of a JWT has passed. A token without `exp` is left to the server. */
export function isExpired(token: string): boolean {
  const expires = expiryOf(token);
  return expires !== null && expires * 1000 <= Date.now() + clockOffset;
}

function expiryOf(token: string): number | null {
  try {
    const claims: unknown = JSON.parse(atob((token.split(".")[1] ?? "").replaceAll("-", "+").replaceAll("_", "/")));
    if (typeof claims !== "object" || claims === null || !("exp" in claims)) return null;
    return typeof claims.exp === "number" ? claims.exp : null;
  } catch {
    return null;
  }
}
