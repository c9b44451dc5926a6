import { liveAgainMs } from "./gen/constants";
import { type Channel, useRealtime } from "./realtime";
import { type Pace, useThrottledRead } from "./useThrottledRead";

/**
 * Keep the screen current. Reload at once on an event of the channel (at most twice a second), and every 30 seconds
 * regardless, because a platform behind a gateway sends no events. A hidden tab reloads when it is shown again.
 */
export function useLiveRefresh(channel: Channel, reload: () => unknown, pace?: Partial<Pace>) {
  useRealtime(channel, useThrottledRead(reload, { restMs: liveAgainMs, ...pace }));
}
