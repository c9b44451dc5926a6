import { fireEvent, render, renderHook, screen, waitFor, within } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { sameEffect } from "@/api/gen/proposableCalls";
import { SwrProvider } from "@/api/SwrProvider";
import { type AccountType, session } from "@/api/session";
import { respond, respondError } from "@/test-api";
import { pendingProposal } from "@/ui/context/proposalContext";
import { Toaster } from "@/ui/feedback/Toaster";
import { dismissAll } from "@/ui/feedback/toast";
import { emptyFreeze, endNow, stateOf, toPeriod } from "./freezeValues";
import { PoliciesScreen } from "./PoliciesScreen";
import { conditionsOf, policyCalls, toFormValues, toPolicy } from "./policyValues";
import type { ApprovalPolicy, FreezePeriod } from "./shared/policies";
import { usePolicyTexts } from "./shared/usePolicyTexts";

const policy: ApprovalPolicy = {
  call: "ActivateSpecModule",
  condition: "targets",
  field: null,
  at_least: 50,
  approvals: 1,
  roles: ["super_admin", "billing_admin", "customer_care"],
  enabled: false,
};
const discount: ApprovalPolicy = {
  ...policy,
  call: "UpdatePromoCode",
  condition: "field",
  field: "discount_percentage",
  at_least: 30,
  approvals: 2,
  roles: ["super_admin", "billing_admin"],
  enabled: true,
};
const period: FreezePeriod = {
  starts_at: "2020-11-30T18:30:00Z",
  ends_at: "2099-12-02T18:30:00Z",
  reason: "Yearly invoices",
};
let policies: ApprovalPolicy[];
let periods: FreezePeriod[];
/** Changes in their order, with the version that they expect. */
let sent: { path: string; body: { policies?: ApprovalPolicy[]; periods?: FreezePeriod[] }; version: string | null }[];
/** Answers to changes, in their order; afterwards all succeed. */
let answers: (() => Response)[];
let version: number;

beforeEach(() => {
  dismissAll();
  signIn("super_admin");
  policies = [policy, discount];
  periods = [period];
  sent = [];
  answers = [];
  version = 1;
  vi.stubGlobal("fetch", async (address: string, init: RequestInit = {}) => {
    const path = new URL(address, "http://console.example").pathname.replace("/api/careops/", "");
    // A form stores its draft if the test takes longer than a second and a half.
    if (path.startsWith("drafts/")) return respond("put", "/careops/drafts/{draft_id}", { success: true });
    if (init.method === "PUT") {
      const body = JSON.parse(String(init.body));
      sent.push({ path, body, version: new Headers(init.headers).get("if-match") });
      const answer = answers.shift()?.() ?? Response.json({ success: true });
      if (answer.ok) ({ policies = policies, periods = periods } = body);
      return answer;
    }
    const answer =
      path === "approval_policies"
        ? respond("get", "/careops/approval_policies", { success: true, data: { policies } })
        : path === "freeze_periods"
          ? respond("get", "/careops/freeze_periods", { success: true, data: { periods } })
          : respondError(404);
    answer.headers.set("etag", `"${version}"`);
    return answer;
  });
});

function signIn(accountType: AccountType) {
  const user = { id: 1, name: "G", phone_number: "9000000001", email: null, user_accounts: [] };
  session.start({ authToken: "a", refreshToken: "r", accountType, user });
}
async function open() {
  render(
    <MemoryRouter>
      <SwrProvider>
        <PoliciesScreen />
      </SwrProvider>
      <Toaster />
    </MemoryRouter>,
  );
  await screen.findByRole("table", { name: "Approval policies", busy: false });
}
const press = (name: string, inside: HTMLElement = document.body) =>
  fireEvent.click(within(inside).getByRole("button", { name }));
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const named = "Activate a module (Records within an hour: 50 or more)";

describe("the policies", () => {
  it("offer to propose a looser list, which a second super admin approves", async () => {
    const change = { call: "SaveApprovalPolicies", parameters: { policies: [policy] } };
    const loosened = {
      ...policy,
      call: "SaveApprovalPolicies",
      condition: "loosened",
      at_least: null,
      roles: ["super_admin"],
    };
    const problem = {
      source: "",
      title: "This change needs approval: propose it instead",
      code: "approval_required",
      policy: loosened,
      change_request: { changes: [change] },
    };
    answers = [() => Response.json({ success: false, errors: [problem], request_id: "r-1" }, { status: 409 })];
    await open();
    press("Remove the policy Update a promo code (Discount in percent: 30 or more)");
    press("Remove", await screen.findByRole("alertdialog", { name: "Remove this policy?" }));
    const words =
      "Save the approval policies: This needs the approval of 1 other person (Super admin) because it loosens a policy or ends a freeze period early.";
    expect(await screen.findByText(words)).toBeTruthy();
    press("Propose…");
    expect(pendingProposal.get()).toEqual([change]);
    expect(policies).toHaveLength(2);
  });

  it("name the changes with the same effect in their form", async () => {
    await open();
    press(`Edit the policy ${named}`);
    const words = "Changes with the same effect need the same approval: Deactivate a module, Switch clinic features.";
    expect(await screen.findByText(words)).toBeTruthy();
  });

  it("name also the changes that cannot be proposed", () => {
    const { callName } = renderHook(() => usePolicyTexts()).result.current;
    const calls = new Set([...policyCalls, ...Object.values(sameEffect).flat()]);
    expect([...calls].filter((call) => callName(call) === call)).toEqual([]);
  });

  it("are listed in plain words", async () => {
    await open();
    const table = within(screen.getByRole("table", { name: "Approval policies" }));
    const texts = [
      "Activate a module",
      "Records within an hour: 50 or more",
      "Any staff member",
      "Discount in percent: 30 or more",
      "2 approvals",
      "Super admin or Billing admin",
    ];
    for (const text of texts) expect(table.getByText(text)).toBeTruthy();
  });

  it("are read-only for others", async () => {
    signIn("customer_care");
    await open();
    expect(screen.getByText("Off")).toBeTruthy();
    expect(screen.queryByRole("switch")).toBeNull();
    expect(screen.queryByRole("button")).toBeNull();
  });

  it("are switched on at once, also if someone else saves at the same time", async () => {
    await open();
    answers = [() => respondError(412, { source: "if-match", title: "It has changed", code: "changed" })];
    fireEvent.click(screen.getByRole("switch", { name: named }));
    expect(await screen.findByText("The policy is on")).toBeTruthy();
    expect(sent.map(({ version: read }) => read)).toEqual(['"1"', '"1"']);
    expect(sent.at(-1)?.body.policies).toEqual([{ ...policy, enabled: true }, discount]);
    await waitFor(() => expect(screen.getByRole("switch", { name: named }).getAttribute("aria-checked")).toBe("true"));
  });

  it("are switched off after a question", async () => {
    policies = [{ ...policy, enabled: true }];
    await open();
    fireEvent.click(screen.getByRole("switch", { name: named }));
    const question = await screen.findByRole("alertdialog", { name: "Switch off this policy?" });
    expect(sent).toEqual([]);
    press("Switch off", question);
    expect(await screen.findByText("The policy is off")).toBeTruthy();
    expect(sent[0]?.body.policies).toEqual([policy]);
  });

  it("report a failed switch, and show what holds", async () => {
    await open();
    answers = [() => respondError(409, { source: "policies", title: "Not behind a gateway", code: "gateway" })];
    fireEvent.click(screen.getByRole("switch", { name: named }));
    expect(await screen.findByText("Not behind a gateway")).toBeTruthy();
    expect(screen.getByRole("switch", { name: named }).getAttribute("aria-checked")).toBe("false");
  });

  it("are removed after a question", async () => {
    await open();
    press(`Remove the policy ${named}`);
    press("Remove", await screen.findByRole("alertdialog", { name: "Remove this policy?" }));
    expect(await screen.findByText("The policy is removed")).toBeTruthy();
    expect(sent[0]?.body.policies).toEqual([discount]);
  });

  it("are added, and a refusal appears at its field and keeps the input", async () => {
    await open();
    press("Add a policy");
    const dialog = await screen.findByRole("dialog", { name: "Add a policy" });
    press("Add", dialog);
    expect(await within(dialog).findByText("Choose a change")).toBeTruthy();
    fireEvent.change(within(dialog).getByLabelText("Change"), { target: { value: "UpdateClinic" } });
    fireEvent.click(within(dialog).getByRole("radio", { name: /^If a value is high/ }));
    type("Smallest number that needs approval", "20");
    fireEvent.click(within(dialog).getByRole("checkbox", { name: "Customer care" }));
    const refused = {
      source: "policies.2.at_least",
      title: "No policy can cover this",
      code: "approval_policy_invalid",
    };
    answers = [() => respondError(422, refused)];
    press("Add", dialog);
    expect(await within(dialog).findByText("No policy can cover this")).toBeTruthy();
    expect(within(dialog).getByLabelText<HTMLInputElement>("Smallest number that needs approval").value).toBe("20");
    press("Add", dialog);
    expect(await screen.findByText("The policy is added")).toBeTruthy();
    expect(sent.at(-1)?.body.policies?.[2]).toEqual({
      ...policy,
      call: "UpdateClinic",
      condition: "field",
      field: "rooms_count",
      at_least: 20,
      roles: ["super_admin", "billing_admin"],
      enabled: true,
    });
  });

  it("saves a broadcast policy after fields of another change were refused", async () => {
    await open();
    press("Add a policy");
    const dialog = await screen.findByRole("dialog", { name: "Add a policy" });
    const choose = (value: string) => fireEvent.change(within(dialog).getByLabelText("Change"), { target: { value } });
    choose("UpdateClinic");
    fireEvent.click(within(dialog).getByRole("radio", { name: /^If a value is high/ }));
    fireEvent.change(within(dialog).getByLabelText("Value"), { target: { value: "" } });
    press("Add", dialog);
    expect(await within(dialog).findByText("Choose a value")).toBeTruthy();
    choose("SendRelogin");
    type("Smallest number that needs approval", "50");
    press("Add", dialog);
    await waitFor(() => expect(sent).toHaveLength(1));
    const broadcast = { call: "SendRelogin", condition: "devices", field: null, at_least: 50 };
    expect(sent[0]?.body.policies?.at(-1)).toMatchObject(broadcast);
  });

  it("are edited on top of what someone else has saved since", async () => {
    await open();
    press(`Edit the policy ${named}`);
    const dialog = await screen.findByRole("dialog", { name: "Edit the policy" });
    policies = [{ ...policy, enabled: true }, discount];
    version = 2;
    type("Number of approvals", "3");
    press("Save", dialog);
    expect(await screen.findByText("The policy is saved")).toBeTruthy();
    expect(sent[0]?.version).toBe('"2"');
    expect(sent[0]?.body.policies).toEqual([discount, { ...policy, enabled: true, approvals: 3 }]);
  });
});

describe("the values of a policy", () => {
  it.each([policy, discount, { ...policy, condition: "always", at_least: null }])("survive the form", (example) => {
    expect(toPolicy(toFormValues(example))).toEqual(example);
  });

  it("have the conditions of their call", () => {
    expect(conditionsOf("DeleteDevice")).toEqual(["always", "targets"]);
    expect(conditionsOf("UpdateUser")).toContain("staff_blocked");
    expect(conditionsOf("SendRelogin")).toEqual(["devices", "always"]);
  });
});

describe("freeze periods", () => {
  it("are added in Indian time, and end after they begin", async () => {
    await open();
    press("Add a freeze period");
    const dialog = await screen.findByRole("dialog", { name: "Add a freeze period" });
    expect(within(dialog).getAllByText(/"tomorrow"/)).toHaveLength(2);
    type("From", "30-11-2098");
    type("Start time", "18:00");
    type("Until", "30-11-2098");
    type("End time", "17:30");
    fireEvent.change(within(dialog).getByLabelText("Reason"), { target: { value: "Audit" } });
    press("Add", dialog);
    expect(await within(dialog).findByText("The end must be after the start")).toBeTruthy();
    type("End time", "19:30");
    answers = [() => respondError(422, { source: "periods.1.ends_at", title: "Too long", code: "x" })];
    press("Add", dialog);
    expect(await within(dialog).findByText("Too long")).toBeTruthy();
    press("Add", dialog);
    expect(await screen.findByText("The freeze period is added")).toBeTruthy();
    expect(sent.at(-1)?.body.periods).toEqual([
      period,
      { starts_at: "2098-11-30T18:00:00+05:30", ends_at: "2098-11-30T19:30:00+05:30", reason: "Audit" },
    ]);
  });

  it("end now if they have started", async () => {
    await open();
    expect(screen.getByText("Active")).toBeTruthy();
    press("End now");
    press("End now", await screen.findByRole("alertdialog", { name: "End this freeze period now?" }));
    expect(await screen.findByText("The freeze period has ended")).toBeTruthy();
    const [ended] = sent[0]?.body.periods ?? [];
    expect(ended).toMatchObject({ starts_at: period.starts_at, reason: period.reason });
    expect(Date.parse(ended?.ends_at ?? "")).toBeLessThanOrEqual(Date.now());
  });

  it("are removed if they have not started", async () => {
    periods = [{ ...period, starts_at: "2099-01-01T00:00:00Z" }];
    await open();
    expect(screen.getByText("Planned")).toBeTruthy();
    press("Remove");
    press("Remove", await screen.findByRole("alertdialog", { name: "Remove this freeze period?" }));
    expect(await screen.findByText("The freeze period is removed")).toBeTruthy();
    expect(sent[0]?.body.periods).toEqual([]);
  });

  it("begin by default with the half hour in India", () => {
    const now = new Date("2026-11-21T18:45:59Z");
    expect(emptyFreeze(now)).toMatchObject({ starts_at: "2026-11-22", start_time: "00:00" });
    const values = { ...emptyFreeze(now), ends_at: "2026-11-22", end_time: "02:00", reason: " Audit " };
    expect(toPeriod(values)).toEqual({
      starts_at: "2026-11-22T00:00:00+05:30",
      ends_at: "2026-11-22T02:00:00+05:30",
      reason: "Audit",
    });
    expect(stateOf(toPeriod(values), now)).toBe("active");
    expect(stateOf(endNow(toPeriod(values), now), now)).toBe("over");
  });
});

it("offers another attempt if the policies cannot be read", async () => {
  vi.stubGlobal("fetch", async () => respondError(500));
  render(
    <MemoryRouter>
      <SwrProvider>
        <PoliciesScreen />
      </SwrProvider>
    </MemoryRouter>,
  );
  expect(await screen.findByRole("button", { name: "Retry" })).toBeTruthy();
});
