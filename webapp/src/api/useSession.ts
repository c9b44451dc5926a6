import { useStore } from "@/lib/state/store";
import { session } from "./session";

/** The user who must sign in again to continue with a form. */
export const useAwaited = () => useStore({ subscribe: session.subscribe, get: session.awaited });

export const useSession = () => useStore(session);
