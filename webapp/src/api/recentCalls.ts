/** One exchange with the server. Neither bodies and tokens nor what was searched for: it is copied into tickets. */
export interface RecentCall {
  at: Date;
  method: string;
  path: string;
  /** 0 where no answer came. */
  status: number;
  ms: number;
  requestId: string;
}

const most = 50;
const calls: RecentCall[] = [];

/** The last 50 calls of this browser tab, the newest first. */
export const recentCalls = {
  add(call: RecentCall): void {
    calls.unshift(call);
    calls.length = Math.min(calls.length, most);
  },
  all: (): readonly RecentCall[] => [...calls],
};
