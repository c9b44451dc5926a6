import { session } from "./session";

/** Ends the session here and, where it can be reached, on the server. Signing out never waits and never fails. */
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
