import { act, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { MemoryRouter, useLocation } from "react-router";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { SwrProvider } from "@/api/SwrProvider";
import { session } from "@/api/session";
import { personalCount } from "@/screens/today/shared/dueCounts";
import type { Item, Queue } from "@/screens/today/shared/today";
import { respond, respondError } from "@/test-api";
import { Toaster } from "@/ui/feedback/Toaster";
import { PersonalItemsButton } from "./PersonalItemsButton";

const item: Item = {
  source: "mentions",
  verb: "mark_read",
  record_id: "1",
  title: "Basant Avenue Clinic",
  detail: "Arjun Pillai: Ask about IPD",
  amount: null,
  record: "clinic:41",
  note_id: 7,
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
const second: Item = { ...item, record_id: "2", title: "Jairaj Tella", record: "doctor:12", note_id: 8 };
const followUp: Item = { ...item, source: "follow_ups", record_id: "3", title: "Call back", note_id: null };
let mentions: Item[];
let followUps: Item[];
let followUpSource: string;
let refused: boolean;
let sent: unknown[];

const queue = (source: string, items: Item[], count = items.length): Queue => ({
  source,
  count,
  count_capped: false,
  personal: source !== "payments",
  oldest_at: null,
  oldest_day: null,
  older: 0,
  older_capped: false,
  items,
  snoozed: 0,
  snoozed_items: [],
});

beforeEach(() => {
  const user = { id: 1, name: "G", phone_number: "9000000001", email: null, user_accounts: [] };
  session.start({ authToken: "a", refreshToken: "r", accountType: "super_admin", user });
  mentions = [item, second];
  followUps = [followUp];
  followUpSource = "follow_ups";
  refused = false;
  sent = [];
  vi.stubGlobal("fetch", async (_address: string, init: RequestInit = {}) => {
    if (init.method === "PUT") {
      if (refused) return respondError(500);
      const body = JSON.parse(String(init.body));
      sent.push(body);
      mentions = mentions.filter(({ note_id }) => !body.note_ids.includes(note_id));
      return respond("put", "/careops/mentions/read", { success: true });
    }
    const sources = [queue("mentions", mentions), queue(followUpSource, followUps, 12), queue("payments", [item])];
    return respond("get", "/careops/today", { success: true, data: { sources } });
  });
});
afterEach(() => act(() => personalCount.set(null)));

function Address() {
  return <p data-testid="address">{useLocation().pathname}</p>;
}
function show(count = 3) {
  render(
    <MemoryRouter initialEntries={["/clinics"]}>
      <SwrProvider>
        <PersonalItemsButton />
      </SwrProvider>
      <Address />
      <Toaster />
    </MemoryRouter>,
  );
  act(() => personalCount.set({ count, capped: false }));
}
async function open(name = "3 mentions, news and follow-ups") {
  fireEvent.click(screen.getByRole("button", { name }));
  return within(await screen.findByRole("group", { name: "Mentions, news and follow-ups" }));
}

it("has no button without counts", () => {
  show();
  act(() => personalCount.set(null));
  expect(screen.queryByRole("button")).toBeNull();
});

it.each([
  [0, "Mentions, news and follow-ups"],
  [1, "1 mention, news or follow-up"],
  [1234, "1,234 mentions, news and follow-ups"],
])("names %s items", (count, name) => {
  show(count);
  expect(screen.getByRole("button", { name })).toBeTruthy();
});

it("lists the newest mentions first, then follow-ups, with links to their records", async () => {
  show();
  const panel = await open();
  await panel.findByRole("link", { name: "Call back" });
  expect(panel.getAllByRole("link").map((link) => [link.textContent, link.getAttribute("href")])).toEqual([
    ["Jairaj Tella", expect.stringMatching(/^\/doctor-details\/12/)],
    ["Basant Avenue Clinic", expect.stringMatching(/^\/clinics-details\/41/)],
    ["Call back", expect.stringMatching(/^\/clinics-details\/41/)],
    ["Open Today", "/today"],
  ]);
  expect(panel.getByText("11 more in Today")).toBeTruthy();
  fireEvent.click(panel.getByRole("link", { name: "Call back" }));
  expect(screen.getByTestId("address").textContent).toMatch(/^\/clinics-details\/41/);
});

it("lists news of change requests with their kind", async () => {
  const news: Item = {
    ...item,
    source: "change_request_news",
    title: "Billing",
    note_id: null,
    record: "change_request:7",
  };
  followUps = [
    { ...news, news: "objection", detail: "Asha: They left" },
    { ...news, record_id: "4", news: "kept", detail: "3" },
    { ...news, record_id: "5", news: "revision", detail: "title,window" },
  ];
  followUpSource = "change_request_news";
  show();
  const panel = await open();
  expect((await panel.findAllByRole("link", { name: "Billing" }))[0]?.getAttribute("href")).toBe("/change-requests/7");
  expect(panel.getByText("Objection: Asha: They left")).toBeTruthy();
  expect(panel.getByText("Applied; 3 records were kept, because others had changed them")).toBeTruthy();
  expect(panel.getByText("Revised: title, time window")).toBeTruthy();
});

it("marks mentions as read and keeps the focus in the popup", async () => {
  show();
  const panel = await open();
  const mark = await panel.findByRole("button", { name: "Mark as read: Jairaj Tella" });
  mark.focus();
  fireEvent.click(mark);
  await waitFor(() => expect(panel.queryByText("Jairaj Tella")).toBeNull());
  expect(document.activeElement).toBe(panel.getByRole("link", { name: "Basant Avenue Clinic" }));
  expect(sent).toEqual([{ note_ids: [8] }]);
});

it("marks all shown mentions as read", async () => {
  followUps = [];
  show();
  const panel = await open();
  fireEvent.click(await panel.findByRole("button", { name: "Mark all shown as read" }));
  await waitFor(() => expect(panel.queryByText("Jairaj Tella")).toBeNull());
  expect(sent).toEqual([{ note_ids: [8, 7] }]);
});

it("reports a failure and keeps the mention", async () => {
  refused = true;
  show();
  const panel = await open();
  fireEvent.click(await panel.findByRole("button", { name: "Mark as read: Jairaj Tella" }));
  await screen.findByText("There was some error while processing the request.");
  expect(panel.getByText("Jairaj Tella")).toBeTruthy();
});
