import { renderHook } from "@testing-library/react";
import { expect, it } from "vitest";
import { session } from "@/api/session";
import type { ListState } from "@/lib/list/listState";
import type { Referral, ReferralQuery } from "./referrals";
import { useLiveReferrals } from "./useLiveReferrals";

const row = (id: number) => ({ id, unique_id: `REF-${id}` }) as Referral;
const list = (ids: number[], total: number, error?: Error): ListState<Referral> => ({
  rows: ids.map(row),
  total,
  error,
  loading: false,
  earlier: false,
  reload: () => Promise.resolve(),
});
const queryOf = (page: number) => ({ page, perpage: 10, values: { search: "", waiting: "" } }) as ReferralQuery;

it("counts new rows while another page is shown, despite a failed answer", () => {
  session.end("signedOut");
  const { result, rerender } = renderHook(({ state, page }) => useLiveReferrals(state, queryOf(page)), {
    initialProps: { state: list([7, 6], 12), page: 2 },
  });
  expect(result.current.elsewhere).toBe(0);
  rerender({ state: list([], 0, new Error("The line broke")), page: 2 });
  expect(result.current).toMatchObject({ elsewhere: 0, announced: 0 });
  rerender({ state: list([8, 7], 13), page: 2 });
  expect(result.current).toMatchObject({ elsewhere: 1, announced: 1 });
  rerender({ state: list([13, 12], 13), page: 1 });
  expect(result.current.elsewhere).toBe(0);
});
