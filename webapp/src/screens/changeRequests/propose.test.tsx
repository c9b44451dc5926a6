import { fireEvent, render, screen, within } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { request } from "@/api/changeRequest";
import type { ChangeCall } from "@/api/gen/proposableCalls";
import { SwrProvider } from "@/api/SwrProvider";
import { session } from "@/api/session";
import { respond, respondError } from "@/test-api";
import { ConfirmDialog } from "@/ui/ConfirmDialog";
import { FormDialog } from "@/ui/FormDialog";
import { TextField } from "@/ui/fields/fields";
import { ProposalContext } from "@/ui/proposalContext";
import { Toaster } from "@/ui/Toaster";
import { dismissAll } from "@/ui/toast";
import { ProposeDialog } from "./shared/ProposeDialog";

const preview = {
  targets: 1,
  changes: 1,
  unchanged: 0,
  refused: 0,
  groups: [
    {
      call: "UpdateUniversity",
      planned: "change",
      before: { name: "Panjab" },
      after: { name: "Panjab University" },
      error: null,
      undoable: true,
      count: 1,
    },
  ],
  more_groups: 0,
  not_undoable: 0,
  first: [],
};
let previews: (() => Response)[];
let creations: (() => Response)[];
let sent: { path: string; body: Record<string, unknown> }[];
const onClose = vi.fn();
const onSave = vi.fn();
const previewed = (changes = {}) =>
  respond("post", "/careops/change_requests/preview", { success: true, data: { ...preview, ...changes } });
const created = () => Response.json({ success: true, data: { request: { id: 12 } } });
const next = (answers: (() => Response)[]) =>
  (answers.length > 1 ? answers.shift() : answers[0])?.() ?? respondError(404);

beforeEach(() => {
  dismissAll();
  onClose.mockReset();
  onSave.mockReset();
  const user = { id: 1, name: "G", phone_number: "9000000001", email: null, user_accounts: [] };
  session.start({ authToken: "a", refreshToken: "r", accountType: "super_admin", user });
  previews = [previewed];
  creations = [created];
  sent = [];
  vi.stubGlobal("fetch", async (address: string, init?: RequestInit) => {
    const path = new URL(address, "http://console.example").pathname.replace("/api/careops/", "");
    if (init?.body) sent.push({ path, body: JSON.parse(String(init.body)) });
    if (path === "change_requests/preview") return next(previews);
    if (path === "change_requests") return next(creations);
    return respondError(404);
  });
});

function Frame({ children }: { children: React.ReactNode }) {
  return (
    <MemoryRouter>
      <SwrProvider>
        <ProposalContext value={ProposeDialog}>{children}</ProposalContext>
      </SwrProvider>
      <Toaster />
    </MemoryRouter>
  );
}
function showForm(call: ChangeCall = "UpdateUniversity") {
  render(
    <Frame>
      <FormDialog
        title="Edit"
        submit="Save"
        initial={{ name: "Panjab" }}
        draft={null}
        rules={{ name: { required: true } }}
        call={call}
        toRequest={({ name }) =>
          request.put("/admin/basic_universities/{university_id}", {
            path: { university_id: 3 },
            body: { name, city: null, state: null } as never,
          })
        }
        onSent={onSave}
        onClose={onClose}
      >
        {(ask) => <TextField label="Name" {...ask("name")} />}
      </FormDialog>
    </Frame>,
  );
  fireEvent.change(screen.getByLabelText("Name"), { target: { value: "Panjab University" } });
}
async function propose() {
  fireEvent.click(screen.getByRole("button", { name: "Propose…" }));
  return screen.findByRole("dialog", { name: "Propose this change" });
}
function fill(dialog: HTMLElement, texts: Record<string, string>) {
  for (const [label, value] of Object.entries(texts))
    fireEvent.change(within(dialog).getByLabelText(label), { target: { value } });
}
const submit = (dialog: HTMLElement) => fireEvent.click(within(dialog).getByRole("button", { name: "Propose" }));
const texts = {
  Title: "Full name",
  Reason: "As in the register",
  "Ticket (web address, optional)": "https://t.example/1",
};

describe("a form", () => {
  it("proposes what Save would send, after a preview, and closes", async () => {
    showForm();
    const dialog = await propose();
    expect(await within(dialog).findByText("1 record changes.")).toBeTruthy();
    expect(within(dialog).getByText("Panjab University")).toBeTruthy();
    fill(dialog, texts);
    submit(dialog);
    expect(await screen.findByText("Change request 12 was created")).toBeTruthy();
    expect(sent.at(-1)?.body).toEqual({
      title: "Full name",
      reason: "As in the register",
      ticket: "https://t.example/1",
      changes: [
        {
          call: "UpdateUniversity",
          parameters: { university_id: 3, name: "Panjab University", city: null, state: null },
        },
      ],
    });
    expect(onSave).not.toHaveBeenCalled();
    expect(onClose).toHaveBeenCalledOnce();
  });

  it("does not propose invalid input", () => {
    showForm();
    fireEvent.change(screen.getByLabelText("Name"), { target: { value: "" } });
    fireEvent.click(screen.getByRole("button", { name: "Propose…" }));
    expect(screen.queryByRole("dialog", { name: "Propose this change" })).toBeNull();
    expect(sent).toEqual([]);
  });

  it("offers nothing for a call that a change request cannot contain", () => {
    showForm("UpdateDoctor");
    expect(screen.queryByRole("button", { name: "Propose…" })).toBeNull();
  });

  it("requires title and reason, and a web address for the ticket", async () => {
    showForm();
    const dialog = await propose();
    await within(dialog).findByText("1 record changes.");
    fill(dialog, { "Ticket (web address, optional)": "ticket 7" });
    submit(dialog);
    expect(await within(dialog).findByText("Enter a title")).toBeTruthy();
    expect(within(dialog).getByText("Enter a reason for the reviewers")).toBeTruthy();
    expect(within(dialog).getByLabelText("Ticket (web address, optional)").getAttribute("aria-invalid")).toBe("true");
    expect(sent.filter(({ path }) => path === "change_requests")).toEqual([]);
  });

  it.each([
    [422, { source: "changes.0.name", title: "x", code: "taken" }],
    [409, { source: "changes", title: "This is done one by one" }],
    [500, undefined],
  ])("keeps what was typed after a %d, and can be sent again", async (status, problem) => {
    creations = [() => (problem ? respondError(status, problem) : respondError(status)), created];
    showForm();
    const dialog = await propose();
    await within(dialog).findByText("1 record changes.");
    fill(dialog, texts);
    submit(dialog);
    expect(await within(dialog).findByRole("alert", { name: "" })).toBeTruthy();
    for (const [label, value] of Object.entries(texts))
      expect(within(dialog).getByLabelText(label)).toHaveProperty("value", value);
    submit(dialog);
    expect(await screen.findByText("Change request 12 was created")).toBeTruthy();
  });
});

describe("the preview", () => {
  it("can be requested again after a failure, and nothing is proposed before", async () => {
    previews = [() => respondError(500), previewed];
    showForm();
    const dialog = await propose();
    const retry = await within(dialog).findByRole("button", { name: "Retry" });
    expect(within(dialog).getByRole("button", { name: "Propose" })).toHaveProperty("disabled", true);
    fireEvent.click(retry);
    expect(await within(dialog).findByText("1 record changes.")).toBeTruthy();
  });

  it("counts what would change, stay or be refused", async () => {
    previews = [() => previewed({ changes: 1200, unchanged: 2, refused: 1 })];
    showForm();
    const dialog = await propose();
    expect(
      await within(dialog).findByText("1,200 records change. 2 records need no change. 1 change would be refused."),
    ).toBeTruthy();
  });

  it("proposes nothing if no record would change", async () => {
    previews = [() => previewed({ changes: 0, unchanged: 1 })];
    showForm();
    const dialog = await propose();
    expect(await within(dialog).findByText("No record would change. 1 record needs no change.")).toBeTruthy();
    fill(dialog, texts);
    submit(dialog);
    expect(within(dialog).getByRole("button", { name: "Propose" }).getAttribute("aria-disabled")).toBe("true");
    expect(sent.filter(({ path }) => path === "change_requests")).toEqual([]);
  });
});

it("a question proposes in place of Yes", async () => {
  const onYes = vi.fn();
  render(
    <Frame>
      <ConfirmDialog
        title="Delete?"
        call="DeletePromoCode"
        toRequest={() => request.delete("/admin/billing_promo_codes/{code_id}", { path: { code_id: 5 } })}
        onYes={onYes}
        onNo={onClose}
      >
        {null}
      </ConfirmDialog>
    </Frame>,
  );
  const dialog = await propose();
  await within(dialog).findByText("1 record changes.");
  fill(dialog, texts);
  submit(dialog);
  expect(await screen.findByText("Change request 12 was created")).toBeTruthy();
  expect(sent[0]?.body).toEqual({ changes: [{ call: "DeletePromoCode", parameters: { code_id: 5 } }] });
  expect([onYes.mock.calls.length, onClose.mock.calls.length]).toEqual([0, 1]);
});
