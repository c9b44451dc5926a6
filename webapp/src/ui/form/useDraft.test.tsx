import { act, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { type Draft, draftsOf, isStorable } from "@/api/drafts";
import { session } from "@/api/session";
import { respond } from "@/test-api";
import { TextField } from "../fields/fields";
import { FormDialog } from "./FormDialog";

interface Sent {
  verb: string;
  path: string;
  body: Record<string, unknown>;
}
let sent: Sent[];
let drafts: Draft[];
const newest = { draft_id: "b", form: "city.7", values: { name: "Moga", gone: 1 }, began_with: { name: "Mog" } };
const older = { draft_id: "a", form: "city.7", values: { state: "Punjab" }, began_with: { state: "" } };
const at = { kept_at: "2026-11-20T09:30:00Z" };
const user = { id: 1, name: "Harpreet", phone_number: "9000000001", email: null, user_accounts: [] };
const signIn = (id: number) =>
  session.start({ authToken: "a", refreshToken: "r", accountType: "super_admin", user: { ...user, id } });

beforeEach(() => {
  sent = [];
  drafts = [];
  vi.stubGlobal("fetch", async (url: string, { method = "", body }: RequestInit) => {
    if (method === "GET") return respond("get", "/careops/drafts", { success: true, data: { drafts } });
    sent.push({ verb: method, path: url, body: JSON.parse(String(body ?? "{}")) });
    return respond(method === "PUT" ? "put" : "delete", "/careops/drafts/{draft_id}", { success: true });
  });
  signIn(1);
});
afterEach(() => act(() => session.end("signedOut")));

function show() {
  return render(
    <MemoryRouter>
      <FormDialog
        title="City"
        submit="Save"
        initial={{ name: "Abohar", state: "", password: "" }}
        rules={{}}
        draft="city.7"
        call={null}
        toRequest={() => ({ verb: "put", path: "/cities/{id}", options: {} })}
        send={async () => null}
        onSent={() => undefined}
        onClose={() => undefined}
      >
        {(ask) => (
          <>
            <TextField label="Name" {...ask("name")} />
            <TextField label="State" {...ask("state")} />
            <TextField label="Password" {...ask("password")} />
          </>
        )}
      </FormDialog>
    </MemoryRouter>,
  );
}
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));

it("stores the input without secrets when the page is left and deletes it after sending", async () => {
  show();
  await userEvent.type(field("State"), "Pun");
  await userEvent.type(field("Password"), "secret");
  dispatchEvent(new Event("pagehide"));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]?.body).toEqual({ form: "city.7", values: { state: "Pun" }, began_with: { state: "" } });
  await press("Save");
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent[1]).toMatchObject({ verb: "DELETE", path: sent[0]?.path });
});

it("offers drafts of two tabs in sequence and reports later changes", async () => {
  drafts = [
    { ...newest, ...at },
    { ...older, ...at },
  ];
  show();
  expect((await screen.findByText(/^2 unsaved drafts, the latest from 20-11-2026 3:00 PM/)).textContent).toContain(
    "Moga",
  );
  expect(field("Name").value).toBe("Abohar");
  await press("Use draft");
  expect(screen.getByRole("alertdialog", { name: "Replace what is in the form?" }).textContent).toContain("Moga");
  const question = within(screen.getByRole("alertdialog"));
  await userEvent.click(question.getByRole("button", { name: "Cancel" }));
  expect(field("Name").value).toBe("Abohar");
  await press("Use draft");
  await press("Replace");
  expect([field("Name").value, field("State").value]).toEqual(["Moga", ""]);
  expect(document.activeElement).toBe(field("Name"));
  await waitFor(() => expect(sent).toHaveLength(2));
  // The new draft of this tab is stored before the old one is deleted.
  expect(sent.map(({ verb }) => verb)).toEqual(["PUT", "DELETE"]);
  expect(sent[1]?.path).toBe("/api/careops/drafts/b");
  await press("Discard");
  expect(await screen.findByText(/Someone has changed the same fields since/)).toBeTruthy();
  await waitFor(() => expect(sent[2]).toMatchObject({ verb: "DELETE", path: "/api/careops/drafts/a" }));
});

it("asks before it replaces the input", async () => {
  drafts = [{ ...older, ...at }];
  show();
  await screen.findByText(/^Unsaved draft from/);
  await userEvent.type(field("State"), "Har");
  await press("Use draft");
  expect(field("State").value).toBe("Har");
  await press("Replace");
  expect(field("State").value).toBe("Punjab");
});

it("never sends a draft of another person", async () => {
  const { unmount } = show();
  await userEvent.type(field("State"), "Pun");
  const store = draftsOf("city.7");
  act(() => signIn(2));
  unmount();
  await store.keep("c", { state: "Pun" }, {}, false);
  expect(await store.list()).toEqual([]);
  expect(sent).toEqual([]);
});

it("ignores failures of drafts", async () => {
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("no network")));
  show();
  await userEvent.type(field("State"), "Pun");
  dispatchEvent(new Event("pagehide"));
  expect(await draftsOf("city.7").list()).toEqual([]);
  expect(field("State").value).toBe("Pun");
  expect(screen.queryByRole("alert")?.textContent ?? "").toBe("");
});

it.each([
  ["file", new File(["x"], "x.csv"), false],
  ["rows", [{ id: 1, name: "x" }], true],
  ["new_password", "x", false],
  ["account_number", "1234", false],
  ["fees", Number.NaN, false],
  ["city", null, true],
])("stores %s with %o: %s", (name, value, expected) => {
  expect(isStorable(name, value)).toBe(expected);
});
