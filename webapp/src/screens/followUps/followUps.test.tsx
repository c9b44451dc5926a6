import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter, RouterProvider } from "react-router";
import { beforeEach, expect, test, vi } from "vitest";
import { SwrProvider } from "@/api/SwrProvider";
import { session } from "@/api/session";
import { respond } from "@/test-api";
import { Toaster } from "@/ui/feedback/Toaster";
import { FollowUpsScreen } from "./FollowUpsScreen";
import { FollowUpDialog } from "./shared/FollowUpDialog";
import type { FollowUp } from "./shared/followUps";

const followUp: FollowUp = {
  id: 9,
  record: "clinic:41",
  record_name: "Basant Clinic",
  what: "Call the owner",
  owner_id: null,
  owner_role: "customer_care",
  owner_name: null,
  due: "2001-01-01",
  state: "open",
  closed_reason: null,
  created_by: "Meera",
  created_at: "2001-01-01T04:00:00Z",
  closed_at: null,
  closed_by: null,
  handed_over_by: null,
  handed_over_at: null,
  handover_note: null,
};
let rows: FollowUp[] = [];
let sent: { method: string; path: string; body: unknown }[] = [];
let queries: string[] = [];

beforeEach(() => {
  rows = [followUp];
  sent = [];
  queries = [];
  const user = { id: 2, name: "Arjun Pillai", phone_number: "9000000002", email: null, user_accounts: [] };
  session.start({ authToken: "a", refreshToken: "r", accountType: "customer_care", user });
  vi.stubGlobal("fetch", async (address: string, init?: RequestInit) => {
    const url = new URL(address, "http://console.example");
    const path = url.pathname.replace("/api", "");
    const method = init?.method ?? "GET";
    const staff = [{ id: 4, name: "Meera Deshpande", account_type: "super_admin" }];
    if (path === "/careops/staff") return respond("get", "/careops/staff", { success: true, data: { staff } });
    if (path.startsWith("/careops/drafts"))
      return respond("get", "/careops/drafts", { success: true, data: { drafts: [] } });
    if (method !== "GET") {
      sent.push({ method, path, body: init?.body ? JSON.parse(String(init.body)) : null });
      return Response.json({ success: true, data: { id: 9, handed_over: 1 } });
    }
    if (path === "/careops/follow_ups") {
      queries.push(url.search);
      const pages = { total_records: rows.length, total_pages: 1 };
      return respond("get", "/careops/follow_ups", { success: true, data: { follow_ups: rows }, ...pages });
    }
    return Response.json({ success: true, data: {} });
  });
});

function show(content: React.ReactNode) {
  const router = createMemoryRouter([{ path: "/", element: content }]);
  render(
    <SwrProvider>
      <RouterProvider router={router} />
      <Toaster />
    </SwrProvider>,
  );
}

test("list starts with own follow-ups and marks overdue ones", async () => {
  show(<FollowUpsScreen />);
  expect(await screen.findByText("Overdue")).toBeTruthy();
  expect(screen.getByRole("link", { name: "Basant Clinic" }).getAttribute("href")).toContain("/clinics-details/41/");
  expect(new URLSearchParams(queries[0]).get("mine")).toBe("true");
});

test("a cancelled follow-up needs a reason", async () => {
  show(<FollowUpsScreen />);
  await userEvent.click(await screen.findByRole("button", { name: "Cancel: Call the owner" }));
  await userEvent.click(await screen.findByRole("button", { name: "Cancel follow-up" }));
  expect(await screen.findByText("Enter why it is cancelled")).toBeTruthy();
  expect(sent).toEqual([]);
  await userEvent.type(screen.getByRole("textbox", { name: /Reason/ }), "They left");
  await userEvent.click(screen.getByRole("button", { name: "Cancel follow-up" }));
  const body = { state: "cancelled", reason: "They left" };
  await waitFor(() => expect(sent).toEqual([{ method: "POST", path: "/careops/follow_ups/9/close", body }]));
});

test("follow-up is closed at once and reopened by Undo", async () => {
  show(<FollowUpsScreen />);
  await userEvent.click(await screen.findByRole("button", { name: "Done: Call the owner" }));
  await userEvent.click(await screen.findByRole("button", { name: "Undo" }));
  await waitFor(() =>
    expect(sent).toEqual([
      { method: "POST", path: "/careops/follow_ups/9/close", body: { state: "done" } },
      { method: "POST", path: "/careops/follow_ups/9/reopen", body: null },
    ]),
  );
});

test("several follow-ups are handed over with a note", async () => {
  show(<FollowUpsScreen />);
  await screen.findByText("Overdue");
  const [, box] = screen.getAllByRole("checkbox");
  await userEvent.click(box as HTMLElement);
  await userEvent.click(screen.getByRole("button", { name: "Hand over…" }));
  await userEvent.selectOptions(await screen.findByRole("combobox", { name: /Owner/ }), "Everyone: Billing admin");
  await userEvent.type(screen.getByRole("textbox", { name: /Note/ }), "On leave");
  await userEvent.click(screen.getByRole("button", { name: "Hand over" }));
  const body = { ids: [9], owner_id: null, owner_role: "billing_admin", note: "On leave" };
  await waitFor(() => expect(sent).toEqual([{ method: "POST", path: "/careops/follow_ups/hand_over", body }]));
});

test("a new follow-up belongs to the user unless another owner is chosen", async () => {
  show(<FollowUpDialog record={{ kind: "clinic", id: 41 }} onClose={() => undefined} />);
  await userEvent.type(await screen.findByRole("textbox", { name: /What is to be done/ }), "Call them");
  await userEvent.click(screen.getByRole("button", { name: "Add follow-up" }));
  await waitFor(() => expect(sent[0]).toMatchObject({ body: { record: "clinic:41", what: "Call them", owner_id: 2 } }));
});
