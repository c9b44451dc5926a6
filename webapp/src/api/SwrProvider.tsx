import type { ReactNode } from "react";
import { SWRConfig } from "swr";

const fresh = { provider: () => new Map() };

/** Query cache of one session. The next session gets an empty cache, and requests of the old one are dropped. */
export function SwrProvider({ children }: { children: ReactNode }) {
  return <SWRConfig value={fresh}>{children}</SWRConfig>;
}
