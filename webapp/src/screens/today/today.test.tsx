import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { MemoryRouter, useLocation } from "react-router";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { SwrProvider } from "@/api/SwrProvider";
import { type AccountType, session } from "@/api/session";
import { addDays, formatDay, today } from "@/lib/time/dates";
import { respond, respondError } from "@/test-api";
import { Toaster } from "@/ui/feedback/Toaster";
import { dismissAll } from "@/ui/feedback/toast";
import { HeldItemBar } from "./shared/HeldItemBar";
import { heldItem, isSameRecord } from "./shared/heldItem";
import type { Item, Queue } from "./shared/today";
import { TodayScreen } from "./TodayScreen";

const item: Item = {
  source: "doctors",
  verb: "verify",
  record_id: "12",
  title: "Jairaj Tella",
  detail: "REG-75097",
  amount: null,
  record: "doctor:12",
  note_id: null,
  news: null,
  at: "2026-11-20T09:30:00Z",
  day: null,
  due_at: "2026-11-20T09:30:00Z",
  claimed_by: null,
  claimed_until: null,
  mine: false,
  snoozed_until: null,
  snoozed_by: null,
};
const queue: Queue = {
  source: "doctors",
  count: 1,
  count_capped: false,
  personal: false,
  oldest_at: item.at,
  oldest_day: null,
  older: 0,
  older_capped: false,
  items: [item],
  snoozed: 0,
  snoozed_items: [],
};
let queues: Queue[];
let next: Item | null;
let isDue: boolean;
/** Changes in their order: path and body. */
let sent: [path: string, body: unknown][];

beforeEach(() => {
  dismissAll();
  heldItem.set(null);
  signIn("super_admin");
  queues = [queue];
  next = item;
  isDue = true;
  sent = [];
  vi.stubGlobal("fetch", async (address: string, init: RequestInit = {}) => {
    const path = new URL(address, "http://console.example").pathname.replace("/api/careops/", "");
    if ((init.method ?? "GET") === "GET") {
      return respond("get", "/careops/today", { success: true, data: { sources: queues } });
    }
    sent.push([path, init.body ? JSON.parse(String(init.body)) : undefined]);
    if (path === "today/next") return respond("post", "/careops/today/next", { success: true, data: { item: next } });
    if (path.endsWith("/claim")) {
      const claimed = { success: true, data: { ...item, mine: true } } as const;
      return isDue ? respond("post", "/careops/today/{source}/{record_id}/claim", claimed) : respondError(404);
    }
    return Response.json({ success: true });
  });
});

function signIn(accountType: AccountType) {
  const user = { id: 1, name: "G", phone_number: "9000000001", email: null, user_accounts: [] };
  session.start({ authToken: "a", refreshToken: "r", accountType, user });
}
function Address() {
  return <output>{useLocation().pathname}</output>;
}
async function show(at = "/today") {
  render(
    <MemoryRouter initialEntries={[at]}>
      <SwrProvider>
        <HeldItemBar />
        {at === "/today" && <TodayScreen />}
      </SwrProvider>
      <Address />
      <Toaster />
    </MemoryRouter>,
  );
  if (at === "/today") await screen.findByRole("heading", { level: 1, name: "Today" });
}
const card = () => screen.findByRole("region", { name: "Doctors waiting for verification" });

describe("the page of Today", () => {
  it("shows each source with its items, and links them", async () => {
    queues = [{ ...queue, count: 200, count_capped: true, older: 3 }];
    await show();
    const shown = within(await card());
    expect(shown.getByText("200+")).toBeTruthy();
    expect(shown.getByRole("link", { name: "Open list: Doctors waiting for verification" }).getAttribute("href")).toBe(
      "/doctors?status=unverified",
    );
    expect(shown.getByText("All 203+")).toBeTruthy();
    expect(shown.getByRole("link", { name: "Jairaj Tella" }).getAttribute("href")).toBe(
      "/doctor-details/12/basic-details",
    );
    expect(screen.getByText(/200\+ due · 0 for you/)).toBeTruthy();
  });

  it("puts the user's own items first, with their verbs", async () => {
    const followUp: Item = {
      ...item,
      source: "follow_ups",
      verb: "close",
      record_id: "9",
      title: "Call back",
      record: "clinic:41",
      day: addDays(today(), -3),
    };
    const mention: Item = {
      ...item,
      source: "mentions",
      verb: "mark_read",
      title: "Jairaj",
      record: "doctor:12",
      note_id: 5,
    };
    queues = [
      queue,
      { ...queue, source: "follow_ups", personal: true, items: [followUp] },
      { ...queue, source: "mentions", personal: true, items: [mention] },
    ];
    await show();
    const own = within(await screen.findByRole("region", { name: "For you" }));
    const addressOf = (name: string) => own.getByRole("link", { name }).getAttribute("href");
    expect(addressOf("Call back")).toMatch(/^\/clinics-details\/41/);
    expect(addressOf("Jairaj")).toMatch(/^\/doctor-details\/12/);
    expect(own.getByText("3 days late")).toBeTruthy();
    expect(screen.getByText(/3 due · 2 for you/)).toBeTruthy();
    expect(screen.getAllByRole("region")[0]?.textContent).toContain("For you");
    fireEvent.click(own.getByRole("button", { name: "Mark as read: Jairaj" }));
    await waitFor(() => expect(sent).toContainEqual(["mentions/read", { note_ids: [5] }]));
    fireEvent.click(own.getByRole("button", { name: "Done: Call back" }));
    await waitFor(() => expect(sent).toContainEqual(["follow_ups/9/close", { state: "done" }]));
    fireEvent.click(await screen.findByRole("button", { name: "Undo" }));
    await waitFor(() => expect(sent.at(-1)?.[0]).toBe("follow_ups/9/reopen"));
  });

  it("hides a handled payment for 30 days with a note", async () => {
    const payment: Item = {
      ...item,
      source: "payments",
      verb: "handle",
      record_id: "512",
      title: "pay_1",
      record: "clinic:41",
    };
    queues = [{ ...queue, source: "payments", items: [payment] }];
    await show();
    fireEvent.click(await screen.findByRole("button", { name: "Handled…: pay_1" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Handled: pay_1" }));
    fireEvent.click(dialog.getByRole("button", { name: "Handled" }));
    expect(await dialog.findByText("Enter what was done")).toBeTruthy();
    expect(sent).toEqual([]);
    fireEvent.change(dialog.getByRole("textbox", { name: /^What was done/ }), { target: { value: "Paid in cash" } });
    fireEvent.click(dialog.getByRole("button", { name: "Handled" }));
    const body = { until: addDays(today(), 30), note: "Paid in cash" };
    await waitFor(() => expect(sent).toEqual([["today/payments/512/snooze", body]]));
  });

  it("ends a campaign after a question, and opens the form of a doctor with its claim", async () => {
    const campaign: Item = { ...item, source: "campaigns", verb: "end", record_id: "3", title: "July" };
    queues = [{ ...queue, source: "campaigns", items: [campaign] }, queue];
    await show();
    fireEvent.click(await screen.findByRole("button", { name: "End campaign: July" }));
    fireEvent.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: "End campaign" }));
    await waitFor(() => expect(sent.at(-1)).toEqual(["/api/admin/ad_campaigns/3", { active: false }]));
    fireEvent.click(screen.getByRole("button", { name: "Verify…: Jairaj Tella" }));
    await waitFor(() => expect(sent.at(-1)?.[0]).toBe("today/doctors/12/claim"));
    expect(await screen.findByText("/doctor-details/12/basic-details")).toBeTruthy();
    expect(await screen.findByRole("region", { name: "Item from Today" })).toBeTruthy();
  });

  it("shows three items of a card, and the ten most urgent ones on request", async () => {
    const items = Array.from({ length: 5 }, (_, at) => ({ ...item, record_id: String(at), title: `Doctor ${at}` }));
    queues = [{ ...queue, source: "subscriptions", count: 5, items }];
    await show();
    const shown = within(await screen.findByRole("region", { name: "Subscriptions ending within 14 days" }));
    expect(shown.getAllByRole("listitem")).toHaveLength(3);
    fireEvent.click(shown.getByRole("button", { name: "Show 5" }));
    expect(shown.getAllByRole("listitem")).toHaveLength(5);
  });

  it("shows the age of the oldest item in days", async () => {
    queues = [{ ...queue, oldest_at: `${addDays(today(), -30)}T09:30:00Z` }];
    await show();
    expect(await screen.findByText("oldest 30 days")).toBeTruthy();
  });

  it("groups the digits of a phone number", async () => {
    queues = [{ ...queue, source: "invitations", items: [{ ...item, source: "invitations", detail: "9683303864" }] }];
    await show();
    expect(await screen.findByText(/\+91 96833 03864/)).toBeTruthy();
  });

  it("shows who works on an item", async () => {
    queues = [{ ...queue, items: [{ ...item, claimed_by: "Arjun Pillai" }] }];
    await show();
    expect(within(await card()).getByText(/Arjun Pillai is working on it/)).toBeTruthy();
  });

  it("reports that nothing is due and omits unknown sources", async () => {
    queues = [
      { ...queue, count: 0, items: [], oldest_at: null },
      { ...queue, source: "of_tomorrow" },
    ];
    await show();
    expect(await screen.findByText("Nothing is due")).toBeTruthy();
  });

  it("snoozes an item and shows a snoozed one again", async () => {
    queues = [{ ...queue, snoozed: 1, snoozed_items: [{ ...item, snoozed_until: "2026-12-01", snoozed_by: "Arjun" }] }];
    await show();
    fireEvent.click(within(await card()).getByRole("button", { name: "Snooze Jairaj Tella" }));
    fireEvent.click(await screen.findByRole("menuitem", { name: /^In 3 days/ }));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]?.[0]).toBe("today/doctors/12/snooze");
    fireEvent.click(screen.getByText("1 snoozed"));
    expect(screen.getByText(/until 01-12-2026, by Arjun/)).toBeTruthy();
    fireEvent.click(screen.getByRole("button", { name: "Show Jairaj Tella now", hidden: true }));
    await waitFor(() => expect(sent[1]?.[0]).toBe("today/doctors/12/unsnooze"));
  });

  it("snoozes an item until any day of the coming year", async () => {
    await show();
    fireEvent.click(within(await card()).getByRole("button", { name: "Snooze Jairaj Tella" }));
    fireEvent.click(await screen.findByRole("menuitem", { name: "Another day…" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Snooze Jairaj Tella" }));
    const field = dialog.getByRole("textbox", { name: /^Day/ });
    expect(dialog.getByText('DD-MM-YYYY, or "30 Nov", "tomorrow", "month end"')).toBeTruthy();
    const now = today();
    for (const [typed, refusal] of [
      ["", "Choose a day"],
      [formatDay(now), `Choose ${formatDay(addDays(now, 1))} or a later day`],
      [formatDay(addDays(now, 366)), `Choose ${formatDay(addDays(now, 365))} or an earlier day`],
    ] as const) {
      fireEvent.change(field, { target: { value: typed } });
      fireEvent.click(dialog.getByRole("button", { name: "Snooze" }));
      expect(await dialog.findByText(refusal)).toBeTruthy();
      expect(document.activeElement).toBe(field);
    }
    expect(sent).toEqual([]);
    fireEvent.change(field, { target: { value: formatDay(addDays(now, 365)) } });
    fireEvent.click(dialog.getByRole("button", { name: "Snooze" }));
    await waitFor(() => expect(sent).toEqual([["today/doctors/12/snooze", { until: addDays(now, 365) }]]));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  it("opens the next item, renews its claim, and releases it", async () => {
    await show();
    await card();
    fireEvent.click(screen.getByRole("button", { name: "Next" }));
    const bar = within(await screen.findByRole("region", { name: "Item from Today" }));
    expect(screen.getByText("/doctor-details/12/basic-details")).toBeTruthy();
    expect(bar.getByText("Jairaj Tella")).toBeTruthy();
    expect(bar.getByRole("status").textContent).toMatch(/Doctors waiting for verification · .* · REG-75097/);
    expect(bar.getByText("1 of 1")).toBeTruthy();
    fireEvent.click(bar.getByRole("button", { name: "Put back" }));
    await waitFor(() => expect(sent.at(-1)?.[0]).toBe("today/doctors/12/release"));
    expect(screen.getByText("/today")).toBeTruthy();
    expect(screen.queryByRole("region", { name: "Item from Today" })).toBeNull();
  });

  it("reports that no item is free", async () => {
    next = null;
    await show();
    await card();
    fireEvent.click(screen.getByRole("button", { name: "Next" }));
    expect(await screen.findByText("Nothing else is due")).toBeTruthy();
  });
});

it("recognizes the tabs of one record", () => {
  expect(isSameRecord("/clinics-details/7/payments", "/clinics-details/7/doctors")).toBe(true);
  expect(isSameRecord("/clinics-details/7/payments", "/clinics-details/8/payments")).toBe(false);
});
