import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter, RouterProvider } from "react-router";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { SwrProvider } from "@/api/SwrProvider";
import { session } from "@/api/session";
import { respond } from "@/test-api";
import { NoteComposer } from "./NoteComposer";
import { NoteEntry } from "./NoteEntry";
import { mentionsIn, type Note } from "./notes";

const staff = [
  { id: 2, name: "Arjun Pillai", account_type: "customer_care" },
  { id: 3, name: "Arjun", account_type: "billing_admin" },
  { id: 4, name: "Meera Deshpande", account_type: "super_admin" },
];
const note: Note = {
  id: 7,
  record: "clinic:41",
  record_name: "Basant Clinic",
  text: "Ask @Arjun Pillai\nabout IPD",
  mentions: [{ user_id: 2, name: "Arjun Pillai" }],
  pinned: false,
  author_id: 2,
  author_name: "Arjun Pillai",
  source: null,
  created_at: new Date().toISOString(),
  edited_at: null,
  deleted_at: null,
  deleted_by: null,
};
let sent: { method: string; path: string; body: unknown }[] = [];

beforeEach(() => {
  sent = [];
  const user = { id: 2, name: "Arjun Pillai", phone_number: "9000000002", email: null, user_accounts: [] };
  session.start({ authToken: "a", refreshToken: "r", accountType: "customer_care", user });
  vi.stubGlobal("fetch", async (address: string, init?: RequestInit) => {
    const path = new URL(address, "http://console.example").pathname.replace("/api", "");
    const method = init?.method ?? "GET";
    if (path === "/careops/staff") {
      const typed = new URL(address, "http://console.example").searchParams.get("search_text");
      const matches = typed === null ? staff : typed === "मीरा" ? staff.slice(2) : [];
      return respond("get", "/careops/staff", { success: true, data: { staff: matches } });
    }
    if (path === "/careops/drafts") return respond("get", "/careops/drafts", { success: true, data: { drafts: [] } });
    if (method !== "GET" && !path.startsWith("/careops/drafts"))
      sent.push({ method, path, body: init?.body ? JSON.parse(String(init.body)) : null });
    if (path === "/careops/notes")
      return respond("post", "/careops/notes", { success: true, data: { note: { id: 7, warnings: [] } } });
    return Response.json({ success: true, data: { note: { id: 7, warnings: [] } } });
  });
});

function show(content: React.ReactNode) {
  const router = createMemoryRouter([{ path: "/", element: content }]);
  render(
    <SwrProvider>
      <RouterProvider router={router} />
    </SwrProvider>,
  );
}

describe("mentionsIn", () => {
  test.each([
    ["Ask @Arjun Pillai", [2]],
    ["Ask @Arjun and @Meera Deshpande", [4, 3]],
    ["@Arjun Pillai and @Arjun", [2, 3]],
    ["arjun@example.com", []],
  ])("%j has the mention %j", (text, ids) => {
    expect(mentionsIn(text, staff)).toEqual(ids);
  });
});

test("a note with a mention is written with the keyboard", async () => {
  show(<NoteComposer record={{ kind: "clinic", id: 41 }} />);
  const field = await screen.findByRole("textbox", { name: /Note/ });
  await userEvent.type(field, "Ask @mee");
  expect(await screen.findByRole("option", { name: /Meera Deshpande/ })).toBeTruthy();
  await userEvent.keyboard("{Enter}about IPD");
  expect((field as HTMLTextAreaElement).value).toBe("Ask @Meera Deshpande about IPD");
  await userEvent.click(screen.getByRole("button", { name: "Add note" }));
  await waitFor(() =>
    expect(sent).toEqual([
      {
        method: "POST",
        path: "/careops/notes",
        body: { record: "clinic:41", text: "Ask @Meera Deshpande about IPD", mentions: [4] },
      },
    ]),
  );
});

test.each(["Call:@mee", "Call,@mee", "मैंने@mee", "(@mee", "फ़ोन: @mee"])("%s offers colleagues", async (text) => {
  show(<NoteComposer record={{ kind: "clinic", id: 41 }} />);
  await userEvent.type(await screen.findByRole("textbox", { name: /Note/ }), text);
  expect(await screen.findByRole("option", { name: /Meera Deshpande/ })).toBeTruthy();
});

test.each(["care@mee", "first.last@mee"])("the address %s offers no colleagues", async (text) => {
  show(<NoteComposer record={{ kind: "clinic", id: 41 }} />);
  const field = await screen.findByRole("textbox", { name: /Note/ });
  await userEvent.type(field, "@mee");
  expect(await screen.findByRole("option", { name: /Meera Deshpande/ })).toBeTruthy();
  await userEvent.clear(field);
  await userEvent.type(field, text);
  await waitFor(() => expect(screen.queryByRole("option")).toBeNull());
});

test("a name in another script finds the colleague", async () => {
  show(<NoteComposer record={{ kind: "clinic", id: 41 }} />);
  const field = await screen.findByRole("textbox", { name: /Note/ });
  await userEvent.type(field, "@मीरा");
  expect(await screen.findByRole("option", { name: /Meera Deshpande/ })).toBeTruthy();
  await userEvent.keyboard("{Enter}");
  expect((field as HTMLTextAreaElement).value).toBe("@Meera Deshpande ");
});

test("numbers that look like a card are a warning before saving", async () => {
  show(<NoteComposer record={{ kind: "clinic", id: 41 }} />);
  const field = await screen.findByRole("textbox", { name: /Note/ });
  await userEvent.type(field, "Card 4111 1111 1111 1111");
  expect(await screen.findByText(/looks like a payment card/)).toBeTruthy();
});

test("the author pins, edits and removes a new note", async () => {
  show(<NoteEntry note={note} />);
  await userEvent.click(await screen.findByRole("button", { name: "Pin note" }));
  await waitFor(() => expect(sent).toEqual([{ method: "PUT", path: "/careops/notes/7", body: { pinned: true } }]));
  expect(screen.getByRole("button", { name: "Edit note" })).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Remove note" }));
  await userEvent.click(await screen.findByRole("button", { name: "Remove" }));
  await waitFor(() => expect(sent[1]).toMatchObject({ method: "DELETE", path: "/careops/notes/7" }));
});

test("other users can only pin, and an old note cannot be edited", async () => {
  show(
    <>
      <NoteEntry note={{ ...note, author_id: 4 }} />
      <NoteEntry note={{ ...note, id: 8, created_at: "2026-01-01T00:00:00Z" }} />
    </>,
  );
  expect(await screen.findAllByRole("button", { name: "Pin note" })).toHaveLength(2);
  expect(screen.queryByRole("button", { name: "Edit note" })).toBeNull();
  expect(screen.getAllByRole("button", { name: "Remove note" })).toHaveLength(1);
});

test("a removed note names who removed it", async () => {
  show(<NoteEntry note={{ ...note, text: null, deleted_at: "2026-11-20T09:30:00Z", deleted_by: "Meera" }} />);
  expect(await screen.findByText(/Note removed by Meera/)).toBeTruthy();
  expect(screen.queryByRole("article")).toBeNull();
});
