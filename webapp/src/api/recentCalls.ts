/** One exchange with the server, without bodies, tokens and search words, because people copy it into tickets. */
interface RecentCall {
  at: Date;
  method: string;
  path: string;
  /** 0 if no answer came. */
  status: number;
  ms: number;
  requestId: string;
}

const most = 50;
const calls: RecentCall[] = [];

/** The last 50 calls of this tab, newest first. */
export const recentCalls = {
  add(call: RecentCall): void {
    calls.unshift(call);
    calls.length = Math.min(calls.length, most);
  },
  all: (): readonly RecentCall[] => [...calls],
};
