import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter, RouterProvider } from "react-router";
import { beforeEach, expect, test, vi } from "vitest";
import { SwrProvider } from "@/api/SwrProvider";
import { respond, startSession } from "@/test-api";
import { Toaster } from "@/ui/feedback/Toaster";
import { MentionsScreen } from "./MentionsScreen";

const mention = {
  note_id: 7,
  record: "clinic:41",
  record_name: "Basant Clinic",
  text: "@Arjun Pillai please call the owner",
  author_name: "Meera Deshpande",
  created_at: "2026-11-02T04:00:00Z",
  read_at: null as string | null,
};
let mentions = [mention];
let sent: unknown[] = [];
let queries: string[] = [];

beforeEach(() => {
  mentions = [mention, { ...mention, note_id: 6, record_name: "Model Town Lab", read_at: "2026-11-01T04:00:00Z" }];
  sent = [];
  queries = [];
  startSession("customer_care", { id: 2, name: "Arjun Pillai" });
  vi.stubGlobal("fetch", async (address: string, init?: RequestInit) => {
    const url = new URL(address, "http://console.example");
    if (init?.method === "PUT") {
      sent.push(JSON.parse(String(init.body)));
      mentions = mentions.map((unread) => ({ ...unread, read_at: "2026-11-03T04:00:00Z" }));
      return respond("put", "/careops/mentions/read", { success: true });
    }
    if (url.pathname !== "/api/careops/mentions") return Response.json({ success: true, data: {} });
    queries.push(url.search);
    const pages = { total_records: mentions.length, total_pages: 1 };
    return respond("get", "/careops/mentions", { success: true, data: { mentions }, ...pages });
  });
  render(
    <SwrProvider>
      <RouterProvider router={createMemoryRouter([{ path: "/", element: <MentionsScreen /> }])} />
      <Toaster />
    </SwrProvider>,
  );
});
const row = async (name: string) => within(await screen.findByRole("row", { name: new RegExp(name) }));

test("a mention shows its record, and is marked as read by its button", async () => {
  const unread = await row("Basant Clinic");
  expect(unread.getByRole("link", { name: "Basant Clinic" }).getAttribute("href")).toContain("/clinics-details/41/");
  await userEvent.click(unread.getByRole("button", { name: "Mark as read: Basant Clinic" }));
  await waitFor(() => expect(screen.queryByRole("button", { name: /^Mark as read/ })).toBeNull());
  expect(sent).toEqual([{ note_ids: [7] }]);
});

test("all mentions are marked as read at once", async () => {
  await row("Basant Clinic");
  await userEvent.click(screen.getByRole("button", { name: "Mark all as read" }));
  expect(await screen.findByText("All mentions are marked as read")).toBeTruthy();
  expect(sent).toEqual([{}]);
});

test("the filter shows only unread mentions, or only read ones", async () => {
  await row("Basant Clinic");
  await userEvent.selectOptions(screen.getByRole("combobox", { name: "Show" }), "unread");
  await waitFor(() => expect(queries.at(-1)).toContain("unread=true"));
  await userEvent.selectOptions(screen.getByRole("combobox", { name: "Show" }), "read");
  await waitFor(() => expect(queries.at(-1)).toContain("unread=false"));
});

test("the tabs lead to the other parts of Today", async () => {
  const tabs = within(screen.getByRole("navigation", { name: "Parts of Today" }));
  expect(tabs.getAllByRole("link").map((tab) => tab.getAttribute("href"))).toEqual([
    "/today",
    "/follow-ups",
    "/mentions",
  ]);
  expect(tabs.getByRole("link", { current: "page" }).textContent).toBe("Mentions");
});
