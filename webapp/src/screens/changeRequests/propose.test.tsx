import { act, fireEvent, render, renderHook, screen, waitFor, within } from "@testing-library/react";
import { type ReactNode, useEffect } from "react";
import { MemoryRouter } from "react-router";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { ApiError } from "@/api/errors";
import type { ChangeCall } from "@/api/gen/proposableCalls";
import { request } from "@/api/mutation";
import { SwrProvider } from "@/api/SwrProvider";
import { session } from "@/api/session";
import { i18n } from "@/i18n";
import { useErrorDetail } from "@/lib/errors/useErrorText";
import { respond, respondError } from "@/test-api";
import { PendingProposal } from "@/ui/action/PendingProposal";
import { useConfirmedAction } from "@/ui/action/useAction";
import { PolicyNoticeContext, ProposalContext } from "@/ui/context/proposalContext";
import { ConfirmDialog } from "@/ui/dialog/ConfirmDialog";
import { Toaster } from "@/ui/feedback/Toaster";
import { dismissAll } from "@/ui/feedback/toast";
import { TextField } from "@/ui/fields/fields";
import type { GetFieldProps } from "@/ui/fields/useFieldProps";
import { FormCard } from "@/ui/form/FormCard";
import { FormDialog } from "@/ui/form/FormDialog";
import { useBulk } from "@/ui/selection/useBulk";
import { useSelection } from "@/ui/selection/useSelection";
import { PolicyNotice } from "./shared/PolicyNotice";
import { ProposeDialog } from "./shared/ProposeDialog";
import type { ApprovalPolicy } from "./shared/policies";

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
      problem: null,
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
let deletions: () => Response;
let policies: ApprovalPolicy[];
/** Number of times that the policies were read. */
let reads: number;
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
  policies = [];
  reads = 0;
  vi.stubGlobal("fetch", async (address: string, init?: RequestInit) => {
    const path = new URL(address, "http://console.example").pathname.replace("/api/careops/", "");
    if (init?.body) sent.push({ path, body: JSON.parse(String(init.body)) });
    if (path === "approval_policies") {
      reads += 1;
      return respond("get", "/careops/approval_policies", { success: true, data: { policies } });
    }
    if (path === "change_requests/preview") return next(previews);
    if (path === "change_requests") return next(creations);
    if (path.includes("billing_promo_codes")) return deletions();
    return respondError(404);
  });
});

function Frame({ children }: { children: React.ReactNode }) {
  return (
    <MemoryRouter>
      <SwrProvider>
        <ProposalContext value={ProposeDialog}>
          <PolicyNoticeContext value={PolicyNotice}>
            {children}
            <PendingProposal />
          </PolicyNoticeContext>
        </ProposalContext>
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
/** Choose "Propose…" from the menu of Save. */
async function chooseToPropose() {
  fireEvent.click(screen.getByRole("button", { name: "Other ways" }));
  fireEvent.click(await screen.findByRole("menuitem", { name: "Propose…" }));
}
async function propose() {
  await chooseToPropose();
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
  it("proposes the changes of Save after a preview and closes", async () => {
    showForm();
    const dialog = await propose();
    expect(await within(dialog).findByText("1 record changes.")).toBeTruthy();
    expect(within(dialog).getByText("Panjab University")).toBeTruthy();
    fill(dialog, texts);
    fireEvent.click(within(dialog).getByRole("radio", { name: "Stop at the first one" }));
    submit(dialog);
    expect(await screen.findByText("Change request 12 was created")).toBeTruthy();
    expect(sent.at(-1)?.body).toEqual({
      title: "Full name",
      reason: "As in the register",
      ticket: "https://t.example/1",
      on_conflict: "stop",
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

  it("proposes window, first records and order in Indian time", async () => {
    showForm();
    const dialog = await propose();
    await within(dialog).findByText("1 record changes.");
    const section = dialog.querySelector("details") as HTMLDetailsElement;
    expect(section.open).toBe(false);
    fireEvent.click(within(dialog).getByText("When and how"));
    expect(within(section).getByText(/^Times are in India time/)).toBeTruthy();
    expect(within(section).queryByText(/yesterday/)).toBeNull();
    fill(dialog, {
      ...texts,
      "Not before": "30-11-2099",
      "Not before this time": "09:00",
      "Not after": "30-11-2099",
      "Not after this time": "08:30",
      "Change these records first": "5",
      "Then wait (minutes)": "20",
      "Only after change request (number)": "11",
    });
    submit(dialog);
    expect(await within(section).findByText("The end must be after the start")).toBeTruthy();
    expect(section.open).toBe(true);
    fill(dialog, { "Not after this time": "18:00" });
    submit(dialog);
    expect(await screen.findByText("Change request 12 was created")).toBeTruthy();
    expect(sent.at(-1)?.body).toMatchObject({
      apply_from: "2099-11-30T09:00:00+05:30",
      apply_until: "2099-11-30T18:00:00+05:30",
      canary: { targets: 5, wait_minutes: 20 },
      after: 11,
    });
  });

  it("does not propose invalid input", async () => {
    showForm();
    fireEvent.change(screen.getByLabelText("Name"), { target: { value: "" } });
    await chooseToPropose();
    await waitFor(() => expect(screen.getByLabelText("Name").getAttribute("aria-invalid")).toBe("true"));
    expect(screen.queryByRole("dialog", { name: "Propose this change" })).toBeNull();
    expect(sent).toEqual([]);
  });

  it("offers nothing for a call that a change request cannot contain", () => {
    showForm("CreateClinicAdmin");
    expect(screen.queryByRole("button", { name: "Other ways" })).toBeNull();
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
  ])("keeps the input after a %d, and can be sent again", async (status, problem) => {
    creations = [() => (problem ? respondError(status, problem) : respondError(status)), created];
    showForm();
    const dialog = await propose();
    await within(dialog).findByText("1 record changes.");
    fill(dialog, texts);
    submit(dialog);
    expect(await within(dialog).findByText("Reference: r-1")).toBeTruthy();
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

  it("shows the first page of a large proposal, which is sent as a whole", async () => {
    previews = [() => previewed({ targets: 500, changes: 0, unchanged: 500 })];
    const changes = Array.from({ length: 1200 }, (_, id) => ({ call: "VerifyDoctor", parameters: { id } }));
    render(
      <Frame>
        <ProposeDialog changes={changes} onProposed={onSave} onClose={onClose} />
      </Frame>,
    );
    const dialog = await screen.findByRole("dialog", { name: "Propose this change" });
    expect(await within(dialog).findByText("500 records need no change.")).toBeTruthy();
    expect(within(dialog).getByText(/^Preview of the first 500 of 1,200 records/)).toBeTruthy();
    expect(sent.at(-1)?.body).toEqual({ changes: changes.slice(0, 500) });
    fill(dialog, texts);
    submit(dialog);
    expect(await screen.findByText("Change request 12 was created")).toBeTruthy();
    expect(sent.at(-1)?.body).toMatchObject({ changes });
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

it("question proposes in place of Yes", async () => {
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

describe("a change that a policy refuses", () => {
  const covered = {
    call: "DeletePromoCode",
    condition: "targets",
    field: null,
    at_least: 50,
    approvals: 1,
    roles: ["super_admin"],
    enabled: true,
  };
  const reason =
    "Delete a promo code: This needs the approval of 1 other person (Super admin) if it changes 50 records or more within an hour.";
  const refusal = (id = 5) =>
    new ApiError(409, [
      {
        source: "",
        title: "This change needs approval: propose it instead",
        code: "approval_required",
        detail: "DeletePromoCode of 50 records or more within an hour needs 1 approval by super_admin",
        policy: covered,
        change_request: { changes: [{ call: "DeletePromoCode", parameters: { code_id: id } }] },
      },
    ]);
  const refuse = async () => {
    throw refusal();
  };
  const form = {
    submit: "Save",
    initial: { name: "" },
    draft: null,
    rules: {},
    call: "UpdateUniversity",
    toRequest: () => request.delete("/admin/billing_promo_codes/{code_id}", { path: { code_id: 5 } }),
    send: refuse,
    onSent: onSave,
  } as const;
  const field = (ask: GetFieldProps<{ name: string }>) => <TextField label="Name" {...ask("name")} />;
  function Bulk() {
    const list = { rows: [{ id: 5 }, { id: 6 }], total: 2, error: undefined, loading: false, earlier: false };
    const reload = async () => undefined;
    const rowKey = ({ id }: { id: number }) => id;
    const selection = useSelection({ list: { ...list, reload }, rowKey, scope: "", read: async () => list });
    const bulk = useBulk({ selection, rowKey, nameOf: ({ id }) => `Code ${id}`, reload });
    const each = {
      most: 1,
      send: async ([row]: readonly { id: number }[]) => {
        throw refusal(row?.id);
      },
      undo: async () => ({ done: [], unchanged: [], failed: [], left: [] }),
      trail: () => ({ record: "clinic:1", isAbout: () => false }),
      addressOf: () => "/",
      unchanged: () => "",
    };
    const work = { title: "Deleting", each, done: () => "Deleted", rows: list.rows };
    return (
      <>
        <button type="button" onClick={() => void bulk.run(work)}>
          {"Save"}
        </button>
        {bulk.dialog}
      </>
    );
  }
  function Question() {
    const { ask, dialog } = useConfirmedAction({
      title: "Delete?",
      ask: "Sure?",
      yes: "Save",
      toRequest: form.toRequest,
      fallback: "It failed",
      reload: () => undefined,
    });
    useEffect(() => ask(), [ask]);
    return dialog;
  }
  const looks: Record<string, ReactNode> = {
    dialog: (
      <FormDialog<{ name: string }> title="Edit" fallback="It failed" onClose={onClose} {...form}>
        {field}
      </FormDialog>
    ),
    "dialog with notifications": (
      <FormDialog<{ name: string }> title="Edit" failures="notified" onClose={onClose} {...form}>
        {field}
      </FormDialog>
    ),
    card: (
      <FormCard<{ name: string }>
        label="Add"
        editing={null}
        empty={() => ({ name: "" })}
        onRefused={onSave}
        onCancel={onClose}
        {...form}
      >
        {field}
      </FormCard>
    ),
    question: <Question />,
    "bulk action": <Bulk />,
  };
  beforeEach(() => {
    deletions = () => Response.json({ success: false, errors: refusal().problems, request_id: "r-1" }, { status: 409 });
  });

  it.each(Object.entries(looks))("%s names policy and approvers, and proposes the change", async (look, element) => {
    render(<Frame>{element}</Frame>);
    fireEvent.click(screen.getByRole("button", { name: "Save" }));
    expect((await screen.findAllByText(reason)).length).toBeGreaterThan(0);
    expect(screen.queryByText(/It failed|DeletePromoCode|super_admin/)).toBeNull();
    const buttons = screen.getAllByRole("button", { name: "Propose…" });
    const main = buttons.at(-1) as HTMLElement;
    if (look !== "question") expect(main.className).toContain("primary");
    expect(screen.queryByRole("button", { name: "Save" })?.className ?? "").not.toContain("primary");
    fireEvent.click(main);
    const dialog = await screen.findByRole("dialog", { name: "Propose this change" });
    await within(dialog).findByText("1 record changes.");
    const ids = look === "bulk action" ? [5, 6] : [5];
    const changes = ids.map((code_id) => ({ call: "DeletePromoCode", parameters: { code_id } }));
    expect(sent.at(-1)?.body).toEqual({ changes });
  });

  it.each(["dialog", "card"])("keeps Save as the main button of a %s if it cannot be proposed", async (look) => {
    const problems = refusal().problems.map(({ change_request, ...problem }) => problem);
    deletions = () => Response.json({ success: false, errors: problems, request_id: "r-1" }, { status: 409 });
    const send = async () => {
      throw new ApiError(409, problems);
    };
    const forms = {
      dialog: (
        <FormDialog<{ name: string }> title="Edit" onClose={onClose} {...form} send={send}>
          {field}
        </FormDialog>
      ),
      card: (
        <FormCard<{ name: string }>
          label="Add"
          editing={null}
          empty={() => ({ name: "" })}
          onRefused={onSave}
          onCancel={onClose}
          {...form}
          send={send}
        >
          {field}
        </FormCard>
      ),
    };
    render(<Frame>{forms[look as keyof typeof forms]}</Frame>);
    fireEvent.click(screen.getByRole("button", { name: "Save" }));
    expect((await screen.findAllByText(reason)).length).toBeGreaterThan(0);
    expect(screen.getByRole("button", { name: "Save" }).className).toContain("primary");
  });

  it.each([
    ["hi", /सुपर|एडमिन/],
    ["pb", /ਸੁਪਰ|ਐਡਮਿਨ/],
  ])("is explained in %s", async (language, words) => {
    await i18n.loadNamespaces(["changeRequests"]);
    await act(() => i18n.changeLanguage(language));
    const detail = renderHook(() => useErrorDetail()).result.current(refusal());
    expect(detail).toMatch(words);
    expect(detail).not.toMatch(/DeletePromoCode|super_admin|Delete/);
    await act(() => i18n.changeLanguage("en"));
  });
});

describe("the policies of a call", () => {
  const policy: ApprovalPolicy = {
    call: "UpdateUniversity",
    condition: "always",
    field: null,
    at_least: null,
    approvals: 1,
    roles: ["super_admin"],
    enabled: true,
  };
  const staff = ["super_admin", "customer_care", "billing_admin"];
  it.each([
    [{}, "This needs the approval of 1 other person (Super admin)."],
    [
      { condition: "targets", at_least: 50, roles: staff },
      "This needs the approval of 1 other staff member if it changes 50 records or more within an hour.",
    ],
    [
      { condition: "field", field: "discount_percentage", at_least: 30, approvals: 2, roles: staff.slice(0, 2) },
      "This needs the approval of 2 other people (Super admin or Customer care) if “Discount in percent” is 30 or more.",
    ],
    [
      { condition: "staff_blocked", roles: staff },
      "This needs the approval of 1 other staff member if it ends the access of a staff member.",
    ],
    [{ condition: "later", approvals: 2, roles: staff }, "This needs the approval of 2 other staff members."],
  ])("are in its form: %j", async (changes, text) => {
    policies = [{ ...policy, ...changes }];
    showForm();
    expect(await screen.findByText(text)).toBeTruthy();
    expect(await screen.findByRole("button", { name: "Propose…" })).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Other ways" })).toBeNull();
  });

  it("are left out if they are off or cover another call", async () => {
    policies = [
      { ...policy, enabled: false },
      { ...policy, call: "UpdateClinic" },
    ];
    showForm();
    await waitFor(() => expect(reads).toBe(1));
    expect(screen.queryByText(/^This needs/)).toBeNull();
    expect(screen.getByRole("button", { name: "Other ways" })).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Propose…" })).toBeNull();
  });

  it("are not read for a call that cannot be proposed", () => {
    showForm("SignOut");
    expect(reads).toBe(0);
  });

  it("are in its question", async () => {
    policies = [{ ...policy, call: "DeletePromoCode" }];
    render(
      <Frame>
        <ConfirmDialog title="Delete?" call="DeletePromoCode" onYes={() => undefined} onNo={onClose}>
          {null}
        </ConfirmDialog>
      </Frame>,
    );
    expect(await screen.findByText(/^This needs the approval of 1 other person/)).toBeTruthy();
  });

  it("are read for a form on a screen when something is entered", async () => {
    policies = [policy];
    render(
      <Frame>
        <FormCard<{ name: string }>
          label="Add"
          submit="Save"
          editing={null}
          initial={{ name: "" }}
          empty={() => ({ name: "" })}
          draft={null}
          rules={{}}
          call="UpdateUniversity"
          toRequest={() => null}
          onSent={onSave}
          onRefused={onSave}
          onCancel={onClose}
        >
          {(ask) => <TextField label="Name" {...ask("name")} />}
        </FormCard>
      </Frame>,
    );
    expect(reads).toBe(0);
    fireEvent.change(screen.getByLabelText("Name"), { target: { value: "Panjab" } });
    expect(await screen.findByText(/^This needs the approval of 1 other person/)).toBeTruthy();
  });
});
