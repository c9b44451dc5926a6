let clockOffset = 0;

/** The server's clock is the one that counts; the `Date` header of every answer tells it. */
export function setClock(dateHeader: string | null) {
  const server = Date.parse(dateHeader ?? "");
  if (!Number.isNaN(server)) clockOffset = server - Date.now();
}

/** This moment by the server's clock. */
export const serverNow = () => new Date(Date.now() + clockOffset);

/** A token that can be sent at all: not what `setItem("authToken", undefined)` leaves, no characters no header takes. */
export function isUsable(token: string | null): token is string {
  return !!token && /^[\w.~+/-]+=*$/.test(token) && !["undefined", "null", "NaN", "true", "false"].includes(token);
}

/** Whether a JWT's `exp` has passed. A token that tells nothing is left to the server. */
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
