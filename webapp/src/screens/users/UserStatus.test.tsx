import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { beforeEach, expect, it, vi } from "vitest";
import { SwrProvider } from "@/api/SwrProvider";
import { session } from "@/api/session";
import { respond } from "@/test-api";
import { UserStatus } from "./UserStatus";
import type { Account, User } from "./users";

const account: Account = {
  email: null,
  account_type: "customer_care",
  role: "owner",
  clinic_id: null,
  clinic_name: null,
  doctor_id: null,
  doctor_name: null,
  lab_id: null,
  lab_name: null,
  pharmacy_id: null,
  pharmacy_name: null,
};
let total: number;
let devices: number;
let queries: string[];
let changes: string[];

beforeEach(() => {
  const user = { id: 1, name: "G", phone_number: "9000000001", email: null, user_accounts: [] };
  session.start({ authToken: "a", refreshToken: "r", accountType: "super_admin", user });
  total = 6;
  devices = 0;
  queries = [];
  changes = [];
  vi.stubGlobal("fetch", async (address: string, { method = "GET" }: RequestInit = {}) => {
    const { pathname, search } = new URL(address, "http://console.example");
    if (pathname.endsWith("/devices"))
      return respond("get", "/admin/users/{user_id}/devices", {
        success: true,
        data: { devices: [], total_records: devices, total_pages: devices },
      });
    if (method !== "GET") {
      changes.push(`${method} ${pathname}`);
      return Response.json({ success: true, data: { message: "Done" } });
    }
    queries.push(search);
    const counts = { total_records: total, total_pages: total };
    return respond("get", "/careops/follow_ups", { success: true, data: { follow_ups: [] }, ...counts });
  });
});

function show(status: string, account_type = "customer_care") {
  const user = { id: 9, name: "Asha Rao", status, user_accounts: [{ ...account, account_type }] } as User;
  render(
    <MemoryRouter>
      <SwrProvider>
        <UserStatus user={user} />
      </SwrProvider>
    </MemoryRouter>,
  );
}
const left = "6 open follow-ups. Super admins have them in Today once they are due.";

it("names the open follow-ups of a colleague before blocking", async () => {
  show("ACTIVE");
  await waitFor(() => expect(queries).toEqual(["?owner=9&perpage=1"]));
  fireEvent.click(screen.getByRole("button", { name: /Status of this user/ }));
  fireEvent.click(await screen.findByRole("menuitemradio", { name: "Blocked" }));
  const question = within(await screen.findByRole("alertdialog", { name: "Block Asha Rao?" }));
  expect(await question.findByText(left)).toBeTruthy();
});

it("links the open follow-ups of a blocked colleague", async () => {
  show("BLOCKED");
  expect(await screen.findByText(left)).toBeTruthy();
  const link = await screen.findByRole("link", { name: "Open follow-ups" });
  expect(link.getAttribute("href")).toBe("/follow-ups?scope=unattended");
});

it("reads no follow-ups of users who are not staff", async () => {
  show("BLOCKED", "doctor");
  expect(await screen.findByRole("button", { name: /Status of this user/ })).toBeTruthy();
  expect(queries).toEqual([]);
});

async function block() {
  show("ACTIVE", "doctor");
  fireEvent.click(screen.getByRole("button", { name: /Status of this user/ }));
  fireEvent.click(await screen.findByRole("menuitemradio", { name: "Blocked" }));
  return within(await screen.findByRole("alertdialog", { name: "Block Asha Rao?" }));
}

it("deletes the devices of a user with the block, if chosen", async () => {
  devices = 2;
  const question = await block();
  fireEvent.click(await question.findByRole("checkbox", { name: /^Also delete their 2 devices\./ }));
  fireEvent.click(question.getByRole("button", { name: "Yes" }));
  await waitFor(() => expect(changes).toEqual(["PUT /api/admin/users/9", "DELETE /api/admin/users/9/delete_all"]));
});

it("keeps the devices of a user unless they are chosen", async () => {
  devices = 2;
  const question = await block();
  expect(await question.findByRole("checkbox")).toBeTruthy();
  fireEvent.click(question.getByRole("button", { name: "Yes" }));
  await waitFor(() => expect(changes).toEqual(["PUT /api/admin/users/9"]));
});
