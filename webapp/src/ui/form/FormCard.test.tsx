import { act, fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { draftSaveMs } from "@/api/gen/constants";
import { session } from "@/api/session";
import { respond } from "@/test-api";
import { TextField } from "../fields/fields";
import { FormCard } from "./FormCard";

let sent: { verb: string; body: unknown }[];
let send: () => Promise<null>;

beforeEach(() => {
  vi.useFakeTimers();
  sent = [];
  send = () => Promise.resolve(null);
  const user = { id: 1, name: "H", phone_number: "9000000001", email: null, user_accounts: [] };
  session.start({ authToken: "a", refreshToken: "r", accountType: "super_admin", user });
  vi.stubGlobal("fetch", async (_: string, { method = "", body }: RequestInit) => {
    if (method === "GET") return respond("get", "/careops/drafts", { success: true, data: { drafts: [] } });
    sent.push({ verb: method, body: body ? JSON.parse(String(body)) : null });
    return respond(method === "PUT" ? "put" : "delete", "/careops/drafts/{draft_id}", { success: true });
  });
});
afterEach(() => {
  vi.useRealTimers();
  act(() => session.end("signedOut"));
});

/** A form above its list, as on a screen: it adds, or edits the record that is its key. */
function Notes() {
  const [editing, setEditing] = useState<number | null>(null);
  const close = () => setEditing(null);
  return (
    <MemoryRouter>
      <FormCard
        key={editing ?? "new"}
        label={editing ? "Edit note" : "New note"}
        submit="Save"
        editing={editing}
        initial={{ title: editing ? "Stored" : "" }}
        empty={() => ({ title: "" })}
        draft={editing ? `note.${editing}` : "note"}
        rules={{}}
        call={null}
        toRequest={() => ({ verb: "put", path: "/notes/{id}", options: {} })}
        send={() => send()}
        onSent={close}
        onRefused={() => undefined}
        onCancel={close}
      >
        {(ask) => <TextField label="Title" {...ask("title")} />}
      </FormCard>
      <button type="button" aria-label="Edit" onClick={() => setEditing(7)} />
    </MemoryRouter>
  );
}
const passTime = () => act(() => vi.advanceTimersByTimeAsync(2 * draftSaveMs));
const press = (name: string) => act(async () => void fireEvent.click(screen.getByRole("button", { name })));
const type = (value: string) =>
  act(async () => void fireEvent.input(screen.getByLabelText("Title"), { target: { value } }));
const isEditing = () => screen.queryByRole("form", { name: "Edit note" }) !== null;

it("cancelled edit without input leaves no draft", async () => {
  render(<Notes />);
  await press("Edit");
  await press("Cancel");
  expect(isEditing()).toBe(false);
  await passTime();
  expect(sent).toEqual([]);
});

it("cancelled edit with input asks first and keeps the input", async () => {
  render(<Notes />);
  await press("Edit");
  await type("Changed");
  await press("Cancel");
  expect(screen.getByRole("alertdialog", { name: "Discard changes?" })).toBeTruthy();
  await press("Keep editing");
  expect(screen.queryByRole("alertdialog")).toBeNull();
  expect(screen.getByLabelText("Title")).toHaveProperty("value", "Changed");
});

it("discarded edit deletes its draft and stores no other", async () => {
  render(<Notes />);
  await press("Edit");
  await type("Changed");
  await passTime();
  expect(sent).toMatchObject([{ verb: "PUT", body: { form: "note.7", values: { title: "Changed" } } }]);
  await press("Cancel");
  await press("Discard");
  expect(isEditing()).toBe(false);
  await passTime();
  expect(sent.map(({ verb }) => verb)).toEqual(["PUT", "DELETE"]);
});

it("saved edit leaves no draft", async () => {
  render(<Notes />);
  await press("Edit");
  await type("Changed");
  await press("Save");
  expect(isEditing()).toBe(false);
  await passTime();
  expect(sent).toEqual([]);
});

it("saved new record leaves an empty form and no draft", async () => {
  render(<Notes />);
  await type("First");
  await press("Save");
  expect(screen.getByLabelText("Title")).toHaveProperty("value", "");
  await passTime();
  expect(sent).toEqual([]);
});

it("cancelling while the form is sent warns that it may be saved", async () => {
  send = () => new Promise(() => undefined);
  render(<Notes />);
  await press("Edit");
  await type("Changed");
  await press("Save");
  await press("Cancel");
  expect(screen.getByText(/your changes may still be saved/)).toBeTruthy();
});
