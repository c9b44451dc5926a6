import type { ReactNode } from "react";
import { SWRConfig } from "swr";

const fresh = { provider: () => new Map() };

/** What has been read, for one session: the next one's starts empty, with nothing of the old one under way. */
export function CallCache({ children }: { children: ReactNode }) {
  return <SWRConfig value={fresh}>{children}</SWRConfig>;
}
