import { type ReactNode, useLayoutEffect } from "react";
import { SWRConfig, useSWRConfig } from "swr";

const fresh = { provider: () => new Map() };
/** Caches of ended sessions, about which SWR knows nothing any more. */
const ended = new WeakSet<object>();

/** Query cache of one session. The next session gets an empty cache, and requests of the old one are dropped. */
export function SwrProvider({ children }: { children: ReactNode }) {
  return (
    <SWRConfig value={fresh}>
      <SessionEnd />
      {children}
    </SWRConfig>
  );
}

function SessionEnd() {
  const { cache } = useSWRConfig();
  useLayoutEffect(() => {
    ended.delete(cache);
    return () => void ended.add(cache);
  }, [cache]);
  return null;
}

/** Reload data, except after the end of the session: a change may finish later, and SWR fails without its cache. */
export async function reloadUnlessEnded<Data>(cache: object, reload: () => Promise<Data>): Promise<Data | undefined> {
  return ended.has(cache) ? undefined : reload();
}
