import { session } from "./session";

/** End the session here and, if reachable, on the server. Signing out never waits and never fails. */
export function signOut() {
  const token = session.get()?.authToken;
  if (token)
    fetch("/api/careops/sign_out", {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
      body: "{}",
      keepalive: true,
    }).catch(() => undefined);
  session.end("signedOut");
}
