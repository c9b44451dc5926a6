import { useSyncExternalStore } from "react";
import { session } from "./session";

/** Whoever has to sign in again to go on with what is half filled. */
export function useAwaited() {
  return useSyncExternalStore(session.subscribe, session.awaited);
}

export function useSession() {
  return useSyncExternalStore(session.subscribe, session.get);
}
