import { afterEach, expect, test, vi } from "vitest";
import type { AccountType } from "@/api/session";
import { session } from "@/api/session";
import { respond, respondError } from "@/test-api";
import { searchRecords } from "./records";

afterEach(() => vi.unstubAllGlobals());

/** Search on a platform whose lists are empty and that answers so for payments; return the hits and the references. */
async function search(text: string, answer: () => Response, account: AccountType = "super_admin") {
  const user = { id: 1, name: "H", phone_number: "9000000001", email: null, user_accounts: [] };
  session.start({ authToken: "a", refreshToken: "r", accountType: account, user });
  const queries: (string | null)[] = [];
  vi.stubGlobal("fetch", async (input: string | URL | Request) => {
    const url = new URL(input instanceof Request ? input.url : input, location.href);
    if (url.pathname !== "/api/careops/payments") return respondError(500);
    queries.push(url.searchParams.get("reference"));
    return answer();
  });
  const groups = await searchRecords(text, account, new AbortController().signal);
  const group = groups.find(({ label }) => label === "payments");
  return { queries, hits: group?.hits, failed: group?.failed };
}
const at = { clinic_id: null, user_id: null, name: null, created_at: null };
const answer = () =>
  respond("get", "/careops/payments", {
    success: true,
    data: [
      { ...at, kind: "payment", id: 512, clinic_id: 41, name: "Navjeevan Polyclinic" },
      { ...at, kind: "subscription", id: 7, user_id: 9, name: "Simran Gill" },
      { ...at, kind: "invoice", id: 8, user_id: 9, name: "Simran Gill" },
    ],
  });

test.each([
  "pay_L0nSsccovt6zyp",
  "order_L0nS83FfCHaWqV",
  "INV-2026-000512",
  "PAY_L0NSSCCOVT6ZYP",
  "inv-2026-000512",
  "vt6zyp",
])("%s opens the payment or user", async (id) => {
  const { queries, hits } = await search(` ${id.slice(0, 7)} ${id.slice(7)}\n`, answer);
  expect(queries).toEqual([id]);
  expect(hits).toEqual([
    { to: `/payments?search=${id}`, name: id, note: "Navjeevan Polyclinic" },
    { to: "/users-details/9?tab=billing", name: id, note: "Simran Gill" },
  ]);
});

test("other words request no payment", async () => {
  const { queries, hits } = await search("payal sharma", answer);
  expect(queries).toEqual([]);
  expect(hits).toEqual([]);
});

test("platform without this call finds none and a failure is reported", async () => {
  const problem = { source: "not_offered", title: "This platform does not offer this" };
  expect(await search("pay_L0nSsccovt6zyp", () => respondError(404, problem))).toMatchObject({
    hits: [],
    failed: false,
  });
  expect(await search("pay_L0nSsccovt6zyp", () => respondError(500))).toMatchObject({ hits: [], failed: true });
});
