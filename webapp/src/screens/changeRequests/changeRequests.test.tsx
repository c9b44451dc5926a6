import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { MemoryRouter, Route, Routes } from "react-router";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { callSummaries, proposableCalls } from "@/api/gen/proposableCalls";
import { SwrProvider } from "@/api/SwrProvider";
import { session } from "@/api/session";
import en from "@/i18n/en/changeRequests.json";
import { respond, respondError } from "@/test-api";
import { Toaster } from "@/ui/feedback/Toaster";
import { dismissAll } from "@/ui/feedback/toast";
import { ChangeRequestScreen } from "./ChangeRequestScreen";
import { ChangeRequestsScreen } from "./ChangeRequestsScreen";
import { Progress } from "./NextStep";
import { auditAddress, parseRecord, recordAddress, recordName } from "./records";
import {
  type ChangeGroup,
  type ChangeRequest,
  type ChangeRequestDetail,
  type RequestTarget,
  type Review,
  readChanges,
} from "./shared/changeRequests";
import { OpenRequests } from "./shared/OpenRequests";

const request: ChangeRequest = {
  id: 7,
  status: "open",
  title: "Billing for Ludhiana",
  reason: "They signed the contract",
  ticket: "https://tickets.example/88",
  revision: 1,
  digest: "a".repeat(64),
  calls: ["ActivateSpecModule"],
  on_conflict: "skip",
  author_id: 4,
  author_name: "Meera Deshpande",
  created_at: "2026-11-20T09:30:07Z",
  revised_at: "2026-11-20T09:30:07Z",
  targets: 3,
  planned: 3,
  done: 0,
  unchanged: 0,
  kept: 0,
  failed: 0,
  left: 3,
  applied_by_id: null,
  applied_by: null,
  applied_at: null,
  ended_at: null,
  end_reason: null,
  end_note: null,
  proposed_from: null,
  proposed_again_as: null,
  missed_start_at: null,
  closed_by: null,
  closed_at: null,
  job_id: null,
  not_undoable: 0,
  undoes: null,
  undoes_run: null,
  excluded: 0,
  undone_by: null,
  differences: null,
  apply_from: null,
  apply_until: null,
  canary: null,
  after: null,
  paused_at: null,
  paused_by: null,
  pause_reason: null,
  waits_until: null,
};
const group: ChangeGroup = {
  call: "ActivateSpecModule",
  planned: "change",
  before: { Billing: false },
  after: { Billing: true },
  error: null,
  problem: null,
  undoable: true,
  count: 3,
};
const target: RequestTarget = {
  position: 1,
  call: "ActivateSpecModule",
  parameters: { clinic_id: 41, module_id: 2 },
  planned: "change",
  resource_type: "clinic",
  resource_id: "41",
  name: "Basant Clinic",
  before: { Billing: false },
  after: { Billing: true },
  errors: [],
  undoable: true,
  outcome: "left",
  conflicts: [],
  applied_at: null,
};
const review: Review = {
  user_id: 9,
  user_name: "Arjun Pillai",
  verdict: "object",
  reason: "Two have cancelled",
  revision: 1,
  digest: request.digest,
  reviewed_at: "2026-11-20T10:00:00Z",
  counts: true,
  ended_at: null,
  ended_by: null,
  ended_reason: null,
};
const ended = { ended_at: "2026-11-20T13:00:00Z" };
let detail: ChangeRequestDetail;
let targets: RequestTarget[];
/** Number of requests in the list. */
let total: number;
let sent: { path: string; body: unknown; query: Record<string, string> }[];
/** Answers to changes, in their order; the last one stays. */
let answers: (() => Response)[];
const empty = () => Response.json({ success: true });

beforeEach(() => {
  dismissAll();
  const user = { id: 1, name: "Gurleen", phone_number: "9000000001", email: null, user_accounts: [] };
  session.start({ authToken: "a", refreshToken: "r", accountType: "super_admin", user });
  detail = {
    request,
    groups: [group],
    more_groups: 0,
    reviews: [],
    labels: [],
    stale_targets: 0,
    stale_records: [],
    required_approvals: [],
    bypasses: [],
    filters: [],
    unread: false,
  };
  targets = [target];
  sent = [];
  total = 1;
  answers = [empty];
  vi.stubGlobal("fetch", async (address: string, init?: RequestInit) => {
    const url = new URL(address, "http://console.example");
    const path = url.pathname.replace("/api/careops/", "");
    const body: unknown = init?.body ? JSON.parse(String(init.body)) : null;
    if (path.startsWith("change_requests")) sent.push({ path, body, query: Object.fromEntries(url.searchParams) });
    const pages = { total_pages: 1, total_records: 1 };
    if (path === "change_request_authors")
      return respond("get", "/careops/change_request_authors", {
        success: true,
        data: [
          { id: 1, name: "Gurleen" },
          { id: -3, name: "Importer" },
          { id: 4, name: "Meera Deshpande" },
        ],
      });
    if (path === "change_requests")
      return respond("get", "/careops/change_requests", {
        success: true,
        data: {
          ...pages,
          total_records: total,
          change_requests: total > 0 ? [{ ...detail.request, label: "needs_approval" }] : [],
        },
      });
    if (path === "change_requests/7/targets")
      return respond("get", "/careops/change_requests/{request_id}/targets", {
        success: true,
        data: { ...pages, total_records: targets.length, targets },
      });
    if (path === "change_requests/7")
      return respond("get", "/careops/change_requests/{request_id}", { success: true, data: detail });
    if (path.startsWith("change_requests/7/"))
      return (answers.length > 1 ? answers.shift() : answers[0])?.() ?? empty();
    return respondError(404);
  });
});

function show(address: string) {
  render(
    <MemoryRouter initialEntries={[address]}>
      <SwrProvider>
        <Routes>
          <Route path="/change-requests" element={<ChangeRequestsScreen />} />
          <Route path="/change-requests/:requestId" element={<ChangeRequestScreen />} />
        </Routes>
      </SwrProvider>
      <Toaster />
    </MemoryRouter>,
  );
}
const open = async (changes: Partial<ChangeRequestDetail> = {}) => {
  detail = { ...detail, ...changes };
  show("/change-requests/7");
  await screen.findByRole("heading", { level: 1, name: "Billing for Ludhiana" });
  await screen.findByRole("table", { name: "Records", busy: false });
};
const openMenu = () => {
  const button = screen.queryByRole("button", { name: "More actions" });
  if (button) fireEvent.click(button);
};
/** Press a button, or the entry of the menu of rare actions. */
function press(name: string, inside: HTMLElement = document.body) {
  const button = within(inside).queryByRole("button", { name });
  if (!button) openMenu();
  fireEvent.click(button ?? screen.getByRole("menuitem", { name }));
}
/** Buttons and entries of the menu, in their order. */
function actions() {
  openMenu();
  const names = Object.values(en.actions);
  return names.filter((name) => screen.queryByRole("button", { name }) ?? screen.queryByRole("menuitem", { name }));
}

describe("the list", () => {
  it("shows each request with its author, changes and status and opens it", async () => {
    show("/change-requests");
    const link = await screen.findByRole("link", { name: "Billing for Ludhiana" });
    expect(link.getAttribute("href")).toBe("/change-requests/7");
    const table = within(screen.getByRole("table", { name: "Change requests" }));
    for (const text of ["Meera Deshpande", "Activate a module", "Open", "Needs approval"])
      expect(table.getByText(text)).toBeTruthy();
  });

  it("filters by any author", async () => {
    show("/change-requests");
    const filter = await screen.findByLabelText("Author");
    await within(filter).findByRole("option", { name: "Importer" });
    const names = within(filter)
      .getAllByRole("option")
      .map(({ textContent }) => textContent);
    expect(names).toEqual(["All", "Me", "Importer", "Meera Deshpande"]);
    fireEvent.change(filter, { target: { value: "-3" } });
    await waitFor(() => expect(sent.at(-1)?.query).toMatchObject({ author_id: "-3" }));
  });

  it.each([
    ["Waits for me", "waits_for_me"],
    ["Freeze period", "frozen"],
    ["Author lost access", "author_lost_access"],
    ["Being checked", "checking"],
  ])("filters by %s", async (name, only) => {
    show("/change-requests");
    const filter = await screen.findByLabelText("Show");
    const option = within(filter).getByRole<HTMLOptionElement>("option", { name });
    fireEvent.change(filter, { target: { value: option.value } });
    await waitFor(() => expect(sent.at(-1)?.query).toMatchObject({ only }));
  });

  it("reads with the filters of the address", async () => {
    show("/change-requests?status=open&author=-3&call=ActivateSpecModule&record=clinic:41&only=mine&search=bill");
    await screen.findByRole("link", { name: "Billing for Ludhiana" });
    expect(sent[0]?.query).toMatchObject({
      status: "open",
      author_id: "-3",
      call: "ActivateSpecModule",
      record: "clinic:41",
      only: "mine",
      search_text: "bill",
    });
    expect(screen.getByRole("option", { name: "Clinic 41" })).toBeTruthy();
  });
});

describe("the page", () => {
  it("shows the reason, the ticket, and the records with their values before and after", async () => {
    await open();
    expect(screen.getByText("They signed the contract")).toBeTruthy();
    expect(screen.getByRole("link", { name: request.ticket ?? "" }).getAttribute("href")).toBe(request.ticket);
    expect(screen.getByRole("heading", { name: "3 records · Activate a module" })).toBeTruthy();
    const row = within(screen.getByRole("table", { name: "Records" }));
    expect(row.getByRole("link", { name: "Basant Clinic" })).toBeTruthy();
    for (const text of ["Billing: off", "on"]) expect(row.getByText(text)).toBeTruthy();
  });

  it.each([
    [
      "approval_policies",
      "Approval policies",
      { "UpdateUser staff_blocked": { approvals: 2, roles: ["super_admin"], enabled: true } },
      "Update a user: If it ends the access of a staff member · 2 approvals · Super admin · On",
    ],
    [
      "freeze_periods",
      "Freeze periods",
      { periods: [{ starts_at: "2026-12-31T18:30:00Z", ends_at: "2027-01-01T18:30:00Z", reason: "Invoices" }] },
      "Freeze periods: 01-01-2027 12:00 AM – 02-01-2027 12:00 AM: Invoices",
    ],
  ])("shows %s without names of calls", async (resource_type, name, before, text) => {
    const after = Object.fromEntries(Object.keys(before).map((field) => [field, null]));
    targets = [{ ...target, name: null, resource_type, resource_id: "all", before, after }];
    await open();
    expect(screen.getByRole("link", { name }).getAttribute("href")).toBe("/change-requests/policies");
    expect(screen.getByText(text)).toBeTruthy();
  });

  it.each([1, 3])("opens the summary of the only change: %i", async (count) => {
    await open({ groups: [group], request: { ...request, targets: count } });
    const summary = screen.queryByText("Changes")?.closest("details");
    expect(summary?.open).toBe(count === 1 ? true : undefined);
  });

  it("shows the difference to the revision before", async () => {
    answers = [
      () =>
        respond("get", "/careops/change_requests/{request_id}/difference", {
          success: true,
          data: {
            revision: 2,
            against: 1,
            texts: [{ field: "apply_from", before: null, after: "2026-11-30T03:30:00Z" }],
            added: 0,
            removed: 25,
            changed: 0,
            records: [
              {
                kind: "removed",
                resource_type: "clinic",
                resource_id: "42",
                name: "Karunloka Hospital",
                before: { Billing: true },
                after: null,
              },
            ],
          },
        }),
    ];
    await open({ request: { ...request, revision: 2 } });
    expect(await screen.findByText("Karunloka Hospital")).toBeTruthy();
    expect(screen.getByText("30-11-2026 9:00 AM")).toBeTruthy();
    expect(screen.getByText(/25 records removed/)).toBeTruthy();
  });

  it("shows the filters of the records, and how many more match now", async () => {
    const filter = { call: "ActivateSpecModule", list_name: "ListClinics", parameters: { module_id: 2 } };
    const city = { filter_type: "city", filter_text: "Ludhiana" };
    await open({
      filters: [
        { ...filter, where: city, matched: 3, matches_now: 5 },
        { ...filter, where: {}, matched: 1, matches_now: null },
      ],
    });
    expect(screen.getByText("filter_type=city, filter_text=Ludhiana")).toBeTruthy();
    expect(screen.getByText("3 records matched when this was proposed. 2 more records match now.")).toBeTruthy();
    expect(screen.getByText("All records")).toBeTruthy();
    expect(screen.getByText("1 record matched when this was proposed.")).toBeTruthy();
  });

  it("reports that the changes of an old request were deleted", async () => {
    targets = [];
    detail = { ...detail, request: { ...request, status: "closed" } };
    show("/change-requests/7");
    expect(await screen.findByText(/^The single changes of this request were deleted/)).toBeTruthy();
  });

  it("reports that no record has the outcome of the filter", async () => {
    targets = [];
    show("/change-requests/7?outcome=failed");
    expect(await screen.findByText("No records have this outcome")).toBeTruthy();
  });

  it("opens web addresses of tickets only", async () => {
    await open({ request: { ...request, ticket: "javascript:alert(1)" } });
    expect(screen.queryByRole("link", { name: "javascript:alert(1)" })).toBeNull();
    expect(screen.getByText("javascript:alert(1)")).toBeTruthy();
  });

  it("marks its news as read when it is opened", async () => {
    await open({ unread: true });
    await waitFor(() => expect(sent.map(({ path }) => path)).toContain("change_requests/7/read"));
  });

  it("can only be closed while its changes are previewed", async () => {
    await open({ labels: ["planning"], request: { ...request, planned: 1, job_id: 5 } });
    expect(actions()).toEqual(["Close request"]);
    expect(screen.getByText("1 of 3 records previewed")).toBeTruthy();
  });

  it("explains obstacles and disables applying", async () => {
    await open({
      labels: ["objected", "stale", "author_lost_access"],
      stale_targets: 2,
      stale_records: [
        {
          position: 1,
          call: "ActivateSpecModule",
          resource_type: "clinic",
          resource_id: "41",
          name: "Basant Clinic",
          parameters: { clinic_id: 41, module_id: 2 },
          fields: ["Billing"],
          changed_by: "Harpreet Kaur",
          changed_at: "2026-11-20T09:30:00Z",
        },
      ],
      reviews: [review],
    });
    const obstacles = within(screen.getByRole("region", { name: "What happens next" }));
    expect(obstacles.getByText(/^Arjun Pillai objects\./)).toBeTruthy();
    expect(
      obstacles.getByText(/Others have changed 2 of these records since\. They will be kept as they are\./),
    ).toBeTruthy();
    const stale = obstacles.getByText(/Billing, changed by Harpreet Kaur, 20-11-2026 3:00 PM$/);
    expect(within(stale).getByRole("link", { name: "Basant Clinic" }).getAttribute("href")).toBe(
      "/clinics-details/41/basic-details",
    );
    expect(obstacles.getByText(/Meera Deshpande is not active any more/)).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Apply" })).toBeNull();
    expect(screen.getByText("Two have cancelled")).toBeTruthy();
  });

  it.each([
    ["paused", { pause_reason: "user" }, "The run is paused."],
    ["paused", { pause_reason: "failures" }, "The run paused by itself, because many changes failed."],
    ["scheduled", { waits_until: "2026-11-20T09:30:00Z" }, "Starts on 20-11-2026 at 3:00 PM, if nothing prevents it."],
    [
      "canary",
      { waits_until: "2026-11-20T09:30:00Z" },
      "The first records are changed. The others follow on 20-11-2026 at 3:00 PM.",
    ],
    [
      "window_missed",
      {},
      "The time window has passed. The author can revise the request, or anyone can propose it again.",
    ],
    ["planning", {}, "The changes are being previewed. Until then the request can only be closed."],
    ["missed_start", {}, "The request could not start at its time. Someone must press Apply."],
    ["after", { after: 3 }, "Change request 3 must be applied first."],
    ["frozen", {}, "No change request can be applied during this freeze period."],
    ["review_owed", {}, "This request was applied in an emergency. Another super admin must review it."],
    ["unheard_of", {}, "unheard of"],
  ])("has a sentence for %s", async (label, changes, sentence) => {
    await open({ labels: [label], request: { ...request, ...changes } });
    expect(screen.getByRole("region", { name: "What happens next" }).textContent).toContain(sentence);
  });

  it.each([
    ["another's open request", {}, ["Approve", "Object", "Apply", "Close request", "Propose again…"]],
    ["an undo", { author_id: 1, undoes: 3 }, ["Apply", "Close request"]],
    ["one's own", { author_id: 1 }, ["Apply", "Close request", "Revise…", "Propose again…"]],
    ["one that is being applied", { status: "applying", job_id: 5 }, ["Pause", "Stop"]],
    [
      "one that is paused",
      { status: "applying", job_id: 5, paused_at: "2026-11-20T10:00:00Z", pause_reason: "user" },
      ["Resume", "Stop"],
    ],
    ["one with failures", { status: "partly_applied", left: 0, failed: 3, ...ended }, ["Propose again…"]],
    ["a partly applied one", { status: "partly_applied", done: 1, left: 2, ...ended }, ["Undo…", "Propose again…"]],
    ["an applied one", { status: "applied", left: 0, done: 3, ...ended }, ["Undo…"]],
    ["an applied undo", { status: "applied", left: 0, done: 3, undoes: 3, ...ended }, []],
    ["one that is undone", { status: "applied", left: 0, done: 3, undone_by: 8, ...ended }, ["Propose again…"]],
    ["one that cannot be undone", { status: "applied", left: 0, done: 3, not_undoable: 3, ...ended }, []],
    ["a closed one", { status: "closed", ...ended }, ["Propose again…"]],
  ])("offers the permitted actions for %s", async (_, changes, expected) => {
    await open({ request: { ...request, ...changes } });
    expect(actions()).toEqual(expected);
  });

  it("does not offer to repeat a verdict", async () => {
    await open({ reviews: [{ ...review, user_id: 1 }] });
    expect(actions()).toEqual(["Approve", "Apply", "Close request", "Propose again…", "Withdraw my review"]);
  });

  it("resumes a run that waits after its first records", async () => {
    await open({ labels: ["canary"], request: { ...request, status: "applying", job_id: 5, left: 2 } });
    expect(actions()).toEqual(["Pause", "Resume", "Stop"]);
    press("Resume");
    const question = await screen.findByRole("alertdialog", { name: "Resume the run?" });
    expect(within(question).getByText("2 records will be changed.")).toBeTruthy();
    press("Resume", question);
    await waitFor(() =>
      expect(sent).toContainEqual({
        path: "change_requests/7/resume",
        body: { digest: request.digest },
        query: {},
      }),
    );
  });

  it.each([
    ["Pause", "pause"],
    ["Stop", "stop"],
  ])("sends %s with the digest that was read", async (name, path) => {
    await open({ request: { ...request, status: "applying", job_id: 5 } });
    press(name);
    press(name, await screen.findByRole("alertdialog"));
    await waitFor(() =>
      expect(sent).toContainEqual({ path: `change_requests/7/${path}`, body: { digest: request.digest }, query: {} }),
    );
  });

  it("proposes an undo, reports excluded changes and opens it", async () => {
    const applied = { ...request, status: "applied", left: 0, done: 3, not_undoable: 1, ...ended };
    await open({ request: applied });
    answers = [() => Response.json({ success: true, data: { ...detail, request: { ...applied, id: 8 } } })];
    press("Undo…");
    const question = await screen.findByRole("alertdialog", { name: "Undo this change request?" });
    expect(within(question).getByText("1 change cannot be undone and is left out.")).toBeTruthy();
    press("Undo…", question);
    expect(await screen.findByText("Change request 8 was created")).toBeTruthy();
    await waitFor(() => expect(sent.some(({ path }) => path === "change_requests/8")).toBe(true));
  });

  it("names the approvals that are missing, and lets a super admin apply in an emergency", async () => {
    const policy = {
      call: "ActivateSpecModule",
      condition: "targets",
      field: null,
      at_least: 50,
      approvals: 1,
      roles: ["billing_admin", "super_admin"],
    };
    await open({ labels: ["needs_approval"], required_approvals: [{ ...policy, approved_by: [], missing: 1 }] });
    const text = "Activate a module: 1 approval is missing (Billing admin, Super admin).";
    expect(screen.getByText(text)).toBeTruthy();
    const step = "Waits for 1 approval of Billing admin or Super admin, then someone can apply it.";
    expect(screen.getByText(step)).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Apply" })).toBeNull();
    press("Apply in an emergency…");
    const dialog = await screen.findByRole("dialog", { name: "Apply this change request in an emergency?" });
    const reason = within(dialog).getByLabelText("Reason");
    fireEvent.change(reason, { target: { value: "Billing is down in Ludhiana" } });
    press("Apply in an emergency…", dialog);
    await waitFor(() =>
      expect(sent).toContainEqual({
        path: "change_requests/7/bypass",
        body: { digest: request.digest, reason: "Billing is down in Ludhiana" },
        query: {},
      }),
    );
  });

  it.each([
    [1, false],
    [9, true],
  ])("lets super admins review the emergency of %s: %s", async (user_id, isOffered) => {
    const bypass = {
      user_id,
      user_name: "Arjun Pillai",
      reason: "Billing is down in Ludhiana",
      revision: 1,
      bypassed_at: "2026-11-20T12:00:00Z",
      reviewed_by: null,
      reviewed_at: null,
      comment: null,
    };
    await open({ labels: ["review_owed"], bypasses: [bypass], request: { ...request, status: "applied", left: 0 } });
    expect(screen.getByText("Applied by Arjun Pillai: Billing is down in Ludhiana")).toBeTruthy();
    expect(actions().includes("Review the emergency…")).toBe(isOffered);
    if (!isOffered) return;
    press("Review the emergency…");
    press("Review the emergency…", await screen.findByRole("dialog", { name: "Review the emergency" }));
    await waitFor(() => expect(sent).toContainEqual({ path: "change_requests/7/review_bypass", body: {}, query: {} }));
  });

  it("shows the origin of an undo, its window and its first records", async () => {
    await open({
      request: {
        ...request,
        undoes: 3,
        after: 5,
        differences: 0,
        apply_until: "2026-12-01T04:00:00Z",
        canary: { targets: 5, wait_minutes: 30 },
      },
    });
    expect(screen.getByRole("link", { name: "Change request 3" }).getAttribute("href")).toBe("/change-requests/3");
    expect(screen.getByRole("link", { name: "Change request 5" })).toBeTruthy();
    expect(screen.getByText("5, then the run waits 30 minutes")).toBeTruthy();
  });

  it("shows fields that someone else changed, reasons of a refusal, and the way to the audit log", async () => {
    const conflict = {
      field: "Billing",
      base: false,
      current: true,
      changed_by: "Arjun Pillai",
      changed_at: "2026-11-20T11:00:00Z",
      kept: true,
    };
    const problem = {
      ...{ source: "id", title: "There is no clinic with this id", code: "clinic_not_found" },
      ...{ parameters: null, detail: null, details: [] },
    };
    targets = [
      { ...target, outcome: "kept", conflicts: [conflict], errors: [problem], applied_at: "2026-11-20T12:00:00Z" },
    ];
    await open();
    press("Details of record 1");
    const row = within(await screen.findByRole("region", { name: "Changed by someone else" }));
    expect(row.getByText("Arjun Pillai")).toBeTruthy();
    expect(screen.getByText("No clinic found with this ID")).toBeTruthy();
    expect(screen.getByRole("link", { name: "Audit log of these changes" }).getAttribute("href")).toBe(
      "/clinics-details/41/list-audit-trail?start_date=2026-11-20&end_date=2026-11-20&event_keys=module.activate",
    );
    expect(screen.getByRole("link", { name: "Basant Clinic" }).getAttribute("href")).toBe(
      "/clinics-details/41/basic-details",
    );
  });

  it("filters the records by outcome", async () => {
    await open({ request: { ...request, status: "partly_applied", kept: 1, left: 2, ...ended } });
    fireEvent.change(screen.getByLabelText("Outcome"), { target: { value: "kept" } });
    await waitFor(() => expect(sent.at(-1)?.query).toMatchObject({ outcome: "kept" }));
  });

  it("draws the run as it proceeds", () => {
    const applying = { ...request, status: "applying", job_id: 5 };
    const { rerender } = render(<Progress request={applying} />);
    const bar = () => screen.getByRole("progressbar", { name: "Progress of the changes" });
    expect(bar().getAttribute("aria-valuenow")).toBe("0");
    rerender(<Progress request={{ ...applying, status: "partly_applied", done: 1, kept: 2, left: 0 }} />);
    expect(bar().getAttribute("aria-valuenow")).toBe("3");
    expect(screen.getByText("Kept").textContent).toBe("Kept 2");
    rerender(<Progress request={{ ...request, job_id: 5, planned: 2 }} />);
    expect(screen.getByText("2 of 3 records previewed")).toBeTruthy();
  });
});

describe("a revision", () => {
  const own = {
    ...request,
    author_id: 1,
    apply_until: "2098-12-01T04:00:07Z",
    canary: { targets: 5, wait_minutes: 30 },
  };
  const revisions = () => sent.filter(({ path }) => path === "change_requests/7/revisions").map(({ body }) => body);
  const type = (dialog: HTMLElement, label: string, value: string) =>
    fireEvent.change(within(dialog).getByLabelText(label), { target: { value } });
  async function revise() {
    await open({ request: own });
    press("Revise…");
    return screen.findByRole("dialog", { name: "Revise this change request" });
  }
  const revised = (changes: Partial<ChangeRequest>) => () =>
    respond("get", "/careops/change_requests/{request_id}", {
      success: true,
      data: { ...detail, request: { ...own, ...changes } },
    });

  it("has the new texts and times, and the changes and first records of the one before", async () => {
    const dialog = await revise();
    type(dialog, "Title", "Billing for all of Ludhiana");
    fireEvent.click(within(dialog).getByRole("radio", { name: "Stop at the first one" }));
    type(dialog, "Not before", "30-11-2098");
    press("Revise", dialog);
    expect(await within(dialog).findByText("Choose a time", { selector: "p" })).toBeTruthy();
    type(dialog, "Not before this time", "10:00");
    answers = [revised({ revision: 2 })];
    press("Revise", dialog);
    expect(await screen.findByText("Revision 2 was made")).toBeTruthy();
    expect(revisions()).toEqual([
      {
        title: "Billing for all of Ludhiana",
        reason: request.reason,
        ticket: request.ticket,
        on_conflict: "stop",
        apply_from: "2098-11-30T10:00:00+05:30",
        apply_until: own.apply_until,
        canary: own.canary,
        after: null,
        changes: [{ call: target.call, parameters: target.parameters }],
        digest: own.digest,
      },
    ]);
  });

  it("needs a window that ends after it starts", async () => {
    const dialog = await revise();
    type(dialog, "Not before", "02-12-2098");
    type(dialog, "Not before this time", "10:00");
    press("Revise", dialog);
    expect(await within(dialog).findByText("The end must be after the start")).toBeTruthy();
    type(dialog, "Not after", "03-12-2098");
    press("Revise", dialog);
    await waitFor(() => expect(revisions()[0]).toMatchObject({ apply_until: "2098-12-03T09:30:00+05:30" }));
  });

  it("shows refusals at their fields and keeps the input", async () => {
    const dialog = await revise();
    type(dialog, "Title", "Taken");
    answers = [
      () => respondError(422, { source: "title", title: "There is one of this title" }),
      revised({ revision: 2 }),
    ];
    press("Revise", dialog);
    expect(await within(dialog).findByText("There is one of this title")).toBeTruthy();
    expect(within(dialog).getByLabelText<HTMLInputElement>("Title").value).toBe("Taken");
    press("Revise", dialog);
    expect(await screen.findByText("Revision 2 was made")).toBeTruthy();
  });

  it("does not overwrite one of someone else before it was read", async () => {
    const dialog = await revise();
    type(dialog, "Title", "Mine");
    detail = { ...detail, request: { ...own, revision: 2, digest: "b".repeat(64), author_id: 4 } };
    press("Revise", dialog);
    expect(await within(dialog).findByText(/^Someone else has revised this request\. Read revision 2/)).toBeTruthy();
    expect(revisions()).toEqual([]);
    expect(within(dialog).getByLabelText<HTMLInputElement>("Title").value).toBe("Mine");
    answers = [revised({ revision: 3 })];
    press("Revise", dialog);
    expect(await screen.findByText("Revision 3 was made")).toBeTruthy();
  });

  it("of the user is not announced", async () => {
    const dialog = await revise();
    answers = [
      () => {
        detail = { ...detail, request: { ...own, revision: 2, digest: "b".repeat(64) } };
        return revised({ revision: 2 })();
      },
    ];
    press("Revise", dialog);
    expect(await screen.findByText(/^2, /)).toBeTruthy();
    expect(screen.queryByText(/while you were reading it/)).toBeNull();
  });

  it("leaves out records, and makes the same change for pasted ids", async () => {
    targets = [
      target,
      { ...target, position: 2, resource_id: "42", name: "Left Clinic", parameters: { clinic_id: 42, module_id: 2 } },
    ];
    const dialog = await revise();
    fireEvent.click(await within(dialog).findByRole("button", { name: "Remove Left Clinic" }));
    type(dialog, "Records to add (IDs)", "43 and 44");
    press("Revise", dialog);
    expect(await within(dialog).findByText("Enter numbers, separated by commas or spaces")).toBeTruthy();
    type(dialog, "Records to add (IDs)", "43, 44\n41");
    answers = [revised({ revision: 2 })];
    press("Revise", dialog);
    await waitFor(() =>
      expect(revisions()[0]).toMatchObject({
        changes: [41, 43, 44].map((clinic_id) => ({ call: target.call, parameters: { clinic_id, module_id: 2 } })),
      }),
    );
  });

  it("reads all pages of changes", async () => {
    const read = vi.fn(async (page: number) =>
      respond("get", "/careops/change_requests/{request_id}/targets", {
        success: true,
        data: { total_pages: 2, total_records: 2, targets: [{ ...target, parameters: { clinic_id: page } }] },
      }),
    );
    vi.stubGlobal("fetch", (address: string) =>
      read(Number(new URL(address, "http://console.example").searchParams.get("page"))),
    );
    expect((await readChanges(7)).map(({ parameters }) => parameters)).toEqual([{ clinic_id: 1 }, { clinic_id: 2 }]);
  });
});

describe("a review", () => {
  it("requires a reason for an objection, and sends the digest that was read", async () => {
    await open();
    press("Object");
    const dialog = await screen.findByRole("dialog", { name: "Object to this change request?" });
    press("Object", dialog);
    expect(await within(dialog).findByText("Enter a reason")).toBeTruthy();
    fireEvent.change(within(dialog).getByLabelText("Reason"), { target: { value: "Two have cancelled" } });
    press("Object", dialog);
    expect(await screen.findByText("Objected to revision 1")).toBeTruthy();
    expect(sent.find(({ path }) => path.endsWith("/object"))?.body).toEqual({
      digest: request.digest,
      reason: "Two have cancelled",
    });
  });

  it("shows a revision made during the review, keeps the reason, and approves only that revision", async () => {
    await open();
    press("Approve");
    const dialog = await screen.findByRole("dialog", { name: "Approve this change request?" });
    fireEvent.change(within(dialog).getByLabelText("Reason (optional)"), { target: { value: "Checked" } });
    const revised = { ...request, revision: 2, digest: "b".repeat(64) };
    detail = { ...detail, request: revised, groups: [{ ...group, count: 2 }] };
    answers = [() => respondError(409, { source: "digest", title: "x", code: "change_request_revised" }), empty];
    press("Approve", dialog);
    expect(await within(dialog).findByText("The request was revised. Read revision 2 before you decide:")).toBeTruthy();
    expect(within(dialog).getByText("2 records")).toBeTruthy();
    expect(within(dialog).getByLabelText("Reason (optional)")).toHaveProperty("value", "Checked");
    expect(await screen.findByText(/^This request was revised while you were reading it/)).toBeTruthy();
    press("Approve", dialog);
    expect(await screen.findByText("Approved revision 2")).toBeTruthy();
    const bodies = sent.filter(({ path }) => path.endsWith("/approve")).map(({ body }) => body);
    expect(bodies).toEqual([
      { digest: request.digest, reason: "Checked" },
      { digest: revised.digest, reason: "Checked" },
    ]);
  });

  it("keeps the reason if the server fails", async () => {
    answers = [() => respondError(500)];
    await open();
    press("Approve");
    const dialog = await screen.findByRole("dialog", { name: "Approve this change request?" });
    fireEvent.change(within(dialog).getByLabelText("Reason (optional)"), { target: { value: "Checked" } });
    press("Approve", dialog);
    expect(await within(dialog).findByText("Reference: r-1")).toBeTruthy();
    expect(within(dialog).getByLabelText("Reason (optional)")).toHaveProperty("value", "Checked");
  });
});

describe("question", () => {
  it.each([
    ["Apply", "Apply this change request?", "/apply", { digest: request.digest }, "The changes are being applied"],
    ["Withdraw my review", "Withdraw your review?", "/withdraw", null, "Your review is withdrawn"],
  ])("%s is sent after the answer", async (action, title, path, body, done) => {
    if (action === "Apply")
      answers = [() => respond("post", "/careops/change_requests/{request_id}/apply", { success: true, data: detail })];
    await open({ reviews: [{ ...review, user_id: 1 }] });
    press(action);
    const dialog = await screen.findByRole("alertdialog", { name: title });
    expect(sent.some((call) => call.path.endsWith(path))).toBe(false);
    press(action, dialog);
    expect(await screen.findByText(done)).toBeTruthy();
    expect(sent.find((call) => call.path.endsWith(path))?.body).toEqual(body);
  });

  it("reports a refusal and reads the request again", async () => {
    answers = [() => respondError(409, { source: "request_id", title: "x", code: "change_request_not_open" })];
    await open();
    press("Apply");
    press("Apply", await screen.findByRole("alertdialog"));
    const reads = sent.filter(({ path }) => path === "change_requests/7").length;
    expect(await screen.findByText("This change request is not open")).toBeTruthy();
    await waitFor(() => expect(sent.filter(({ path }) => path === "change_requests/7").length).toBeGreaterThan(reads));
  });
});

describe("a form of the page", () => {
  it("closes the request with a reason", async () => {
    await open();
    press("Close request");
    const dialog = await screen.findByRole("dialog", { name: "Close this change request?" });
    fireEvent.change(within(dialog).getByLabelText("Reason (optional)"), { target: { value: "Cancelled" } });
    press("Close request", dialog);
    expect(await screen.findByText("Request closed")).toBeTruthy();
    expect(sent.find(({ path }) => path.endsWith("/close"))?.body).toEqual({ reason: "Cancelled" });
  });

  it("dismisses the objection of a reviewer with a reason", async () => {
    await open({ reviews: [review], labels: ["objected"] });
    press("Dismiss objection…");
    const dialog = await screen.findByRole("dialog", { name: "Dismiss an objection?" });
    expect(within(dialog).getByRole("option", { name: "Arjun Pillai: Two have cancelled" })).toBeTruthy();
    press("Dismiss objection…", dialog);
    expect(await within(dialog).findByText("Enter a reason")).toBeTruthy();
    fireEvent.change(within(dialog).getByLabelText("Reason"), { target: { value: "Both signed again" } });
    press("Dismiss objection…", dialog);
    expect(await screen.findByText("The objection is dismissed")).toBeTruthy();
    const body = { objector_id: 9, reason: "Both signed again" };
    expect(sent.find(({ path }) => path.endsWith("/dismiss"))?.body).toEqual(body);
  });

  it("proposes the chosen changes again, and opens the new request", async () => {
    const partly = { ...request, status: "partly_applied", left: 1, kept: 1, done: 1, ...ended };
    await open({ request: partly });
    answers = [
      () =>
        respond("get", "/careops/change_requests/{request_id}", {
          success: true,
          data: { ...detail, request: { ...request, id: 8, proposed_from: 7 } },
        }),
    ];
    press("Propose again…");
    const dialog = await screen.findByRole("dialog", { name: "Propose these changes again" });
    fireEvent.click(within(dialog).getByLabelText("Not tried (1)"));
    press("Propose again", dialog);
    expect(await within(dialog).findByText("Choose at least one")).toBeTruthy();
    fireEvent.click(within(dialog).getByLabelText("Kept (1)"));
    fireEvent.change(within(dialog).getByLabelText("Change these records first"), { target: { value: "1" } });
    press("Propose again", dialog);
    expect(await screen.findByText("Change request 8 was created")).toBeTruthy();
    expect(sent.find(({ path }) => path.endsWith("/propose_again"))?.body).toEqual({
      outcomes: ["kept"],
      title: request.title,
      reason: request.reason,
      ticket: request.ticket,
      on_conflict: "skip",
      canary: { targets: 1, wait_minutes: null },
    });
  });

  it("shows why and by whom a review ended, and why the request ended", async () => {
    const dismissed = { ...review, counts: false, ended_by: "Gurleen", ended_reason: "Both signed again" };
    const closed = { ...request, status: "closed", end_reason: "closed", end_note: "Cancelled", ...ended };
    await open({ reviews: [dismissed], request: { ...closed, proposed_again_as: 9 } });
    expect(screen.getByText("Ended by Gurleen: Both signed again")).toBeTruthy();
    expect(screen.getByText("Ended on 20-11-2026 at 6:30 PM. Closed by a person: Cancelled.")).toBeTruthy();
    expect(screen.getByRole("link", { name: "Change request 9" })).toBeTruthy();
  });
});

describe("the banner of a record", () => {
  const record = { kind: "clinic", id: 41, name: "Sunrise" } as const;
  const showBanner = () =>
    render(
      <MemoryRouter>
        <SwrProvider>
          <OpenRequests record={record} />
        </SwrProvider>
      </MemoryRouter>,
    );

  it("links the newest open requests, and all of them if there are more", async () => {
    total = 4;
    showBanner();
    const banner = within(await screen.findByRole("region", { name: "Open change requests" }));
    expect(banner.getByText("4 requests change this clinic:")).toBeTruthy();
    expect(banner.getByRole("link", { name: request.title }).getAttribute("href")).toBe("/change-requests/7");
    expect(banner.getByRole("link", { name: "All requests" }).getAttribute("href")).toBe(
      "/change-requests?status=open&record=clinic%3A41",
    );
    expect(sent[0]?.query).toEqual({ status: "open", record: "clinic:41", perpage: "3" });
  });

  it("is absent without requests, or if they cannot be read", async () => {
    total = 0;
    showBanner();
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(screen.queryByRole("region")).toBeNull();
  });
});

it("has a text or a summary for every call that a request may contain", () => {
  expect(Object.keys({ ...en.calls, ...callSummaries }).sort()).toEqual(Object.keys(proposableCalls).sort());
});

describe("the record of a change", () => {
  const names = { clinic: "Clinic {{id}}" };
  it.each([
    ["clinic:41", "Clinic 41"],
    ["price_list:a:1", "price list a:1"],
  ])("%s is called %s", (record, name) => expect(recordName(parseRecord(record), names)).toBe(name));

  it.each([
    [{}, "/clinics-details/41/basic-details"],
    [{ resource_type: "doctor" }, "/doctor-details/41/basic-details"],
    [{ resource_type: "user" }, "/users-details/41"],
    [{ resource_type: "clinic_admin", parameters: { clinic_id: 5 } }, "/clinics-details/5/admins"],
    [{ resource_type: "schedule", parameters: { clinic_id: 5 } }, "/clinics-details/5/doctors"],
    [{ resource_type: "promo_code" }, undefined],
    [{ resource_id: null }, undefined],
  ])("%j has the address %s", (changes, address) => expect(recordAddress({ ...target, ...changes })).toBe(address));

  it("has no events before it is applied, nor outside a clinic", () => {
    expect(auditAddress(target)).toBeUndefined();
    const applied = { ...target, applied_at: "2026-11-20T12:00:00Z" };
    expect(auditAddress({ ...applied, resource_type: "promo_code", parameters: {} })).toBeUndefined();
  });
});
