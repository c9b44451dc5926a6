import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { expect, test, vi } from "vitest";
import { SwrProvider } from "@/api/SwrProvider";
import { session } from "@/api/session";
import { respond, respondError } from "@/test-api";
import type { Proposal } from "./broadcasts";
import { Proposals } from "./Proposals";

const waiting: Proposal = {
  id: 7,
  kind: "web_upgrade",
  app_type: "doctor",
  state: "waiting",
  asked_at: "2026-11-20T09:30:07Z",
  asked_by: "Asha Rao",
  asked_by_id: 4,
  devices: 1840,
  decided_at: null,
  decided_by: null,
  reason: null,
  broadcast_id: null,
};
const declined: Proposal = {
  ...waiting,
  id: 6,
  app_type: "cms",
  state: "declined",
  decided_at: "2026-11-20T09:41:52Z",
  decided_by: "Harpreet Kaur",
  reason: "Not on a Monday",
};

function show(me: number, proposals: Proposal[]) {
  const user = { id: me, name: "H", phone_number: "9000000001", email: null, user_accounts: [] };
  session.start({ authToken: "a", refreshToken: "r", accountType: "super_admin", user });
  const sent: [string, unknown][] = [];
  vi.stubGlobal("fetch", async (url: string, { method, body }: RequestInit) => {
    const path = new URL(url, "http://localhost").pathname;
    if (method === "POST") sent.push([path, typeof body === "string" ? JSON.parse(body) : null]);
    if (path.endsWith("/decline"))
      return respond("post", "/careops/broadcasts/proposals/{proposal_id}/decline", { success: true });
    if (path.endsWith("/approve"))
      return respond("post", "/careops/broadcasts/proposals/{proposal_id}/approve", {
        success: true,
        data: { broadcast_id: 12, devices: 1840, proposal_id: null },
      });
    if (path.endsWith("/reach"))
      return respond("get", "/careops/broadcasts/reach", {
        success: true,
        data: { devices: 1841, users: 2, versions: [], wait_seconds: 0, needs_approval: true },
      });
    if (path.endsWith("/proposals"))
      return respond("get", "/careops/broadcasts/proposals", {
        success: true,
        data: { proposals, total_records: proposals.length, total_pages: 1 },
      });
    return respondError(404);
  });
  render(
    <MemoryRouter>
      <SwrProvider>
        <Proposals />
      </SwrProvider>
    </MemoryRouter>,
  );
  return sent;
}
const row = (name: RegExp) => screen.findByRole("row", { name });

// Proves SEC-65.console.
test("somebody else approves it, knowing whom it reaches now, or declines it with a reason", async () => {
  const sent = show(1, [waiting, declined]);
  const one = within(await row(/Web upgrade · Doctor.*Pending.*Asha Rao/));
  await userEvent.click(one.getByRole("button", { name: "Approve" }));
  const question = within(screen.getByRole("alertdialog", { name: "Send the web upgrade for Doctor?" }));
  await question.findByText(/1,841 devices.*Requested by Asha Rao/);
  await userEvent.click(question.getByRole("button", { name: "Approve and send" }));
  await waitFor(() => expect(sent.map(([path]) => path)).toEqual(["/api/careops/broadcasts/proposals/7/approve"]));
  await userEvent.click(one.getByRole("button", { name: "Decline" }));
  const form = within(screen.getByRole("dialog", { name: "Decline Web upgrade · Doctor?" }));
  await userEvent.type(form.getByLabelText(/^Reason/), "Too early");
  await userEvent.click(form.getByRole("button", { name: "Decline" }));
  await waitFor(() =>
    expect(sent.at(-1)).toEqual(["/api/careops/broadcasts/proposals/7/decline", { reason: "Too early" }]),
  );
  const other = within(await row(/Declined.*Not on a Monday/));
  expect(other.queryByRole("button", { name: "Decline" })).toBeNull();
});

// Proves SEC-65.own.
test("who asked may only take it back", async () => {
  show(4, [waiting]);
  const one = within(await row(/Pending/));
  expect(one.getByRole("button", { name: "Withdraw" })).toBeTruthy();
  expect(one.queryByRole("button", { name: "Approve" })).toBeNull();
});
