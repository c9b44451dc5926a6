import { useSyncExternalStore } from "react";
import { session } from "./session";

/** The user who must sign in again to continue with a form. */
export function useAwaited() {
  return useSyncExternalStore(session.subscribe, session.awaited);
}

export function useSession() {
  return useSyncExternalStore(session.subscribe, session.get);
}
