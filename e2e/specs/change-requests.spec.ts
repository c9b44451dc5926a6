import type { Locator, Page } from "@playwright/test";
import { expect, phones, test } from "../fixtures";
import { Api, type Clinics } from "../fixtures/api";
import { colleague } from "../support/colleague";
import { respondError } from "../support/responses";
import { rows, rowWithText, waitForSubscription } from "../support/screens";

interface Made {
  data: { request: { id: number; digest: string } };
}
interface Targets {
  data: { targets: { parameters: { clinic_id: number; module_id: number } }[] };
}
interface Change {
  call: string;
  parameters: object;
}
test.beforeEach(async ({ startSignedIn }) => startSignedIn());

const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });
const rooms = (id: number, rooms_count: number): Change => ({ call: "UpdateClinic", parameters: { id, rooms_count } });

async function propose(api: Api, title: string, changes: Change[]) {
  const body = { title, reason: "As agreed with the clinic", changes };
  return (await api.post<Made>("/careops/change_requests", body)).data.request;
}
async function open(page: Page, id: number, title: string) {
  const ready = waitForSubscription(page);
  await page.goto(`/change-requests/${id}`);
  await ready;
  await expect(heading(page, title)).toBeVisible();
}
async function close(page: Page) {
  await choose(page, "Close request");
  await page.getByRole("dialog").getByRole("button", { name: "Close request", exact: true }).click();
  await expect(status(page, "Closed")).toBeVisible();
}
async function colleagueApi(api: Api) {
  return Api.signIn(api.url, phones.customer_care);
}
/** The card with the next step of a request, its buttons and its menu. */
const next = (page: Page) => page.getByRole("region", { name: "What happens next" });
const action = (page: Page, name: string) => next(page).getByRole("button", { name, exact: true });
/** The status next to the heading. */
const status = (page: Page, text: string) => page.locator("header").getByText(text, { exact: true });
/** Choose a rare action from the menu. */
async function choose(page: Page, name: string) {
  await action(page, "More actions").click();
  await page.getByRole("menuitem", { name, exact: true }).click();
}
async function answer(page: Page, name: string) {
  await action(page, name).click();
  await page.getByRole("alertdialog").getByRole("button", { name, exact: true }).click();
}

/** Propose the change of a question. With one super admin only an emergency applies it. */
async function loosenInEmergency(page: Page, title: string) {
  await page.getByRole("alertdialog").getByRole("button", { name: "Propose…" }).click();
  const proposal = page.getByRole("dialog", { name: "Propose this change" });
  await proposal.getByLabel("Title").fill(title);
  await proposal.getByLabel("Reason").fill("The anniversary is over");
  await proposal.getByRole("button", { name: "Propose", exact: true }).click();
  await page.getByRole("button", { name: "Open", exact: true }).click();
  await expect(next(page)).toContainText("Waits for 1 approval of");
  await choose(page, "Apply in an emergency…");
  const emergency = page.getByRole("dialog", { name: "Apply this change request in an emergency?" });
  await emergency.getByLabel("Reason").fill("Nobody else is a super admin here");
  await emergency.getByRole("button", { name: "Apply in an emergency…" }).click();
  await expect(status(page, "Applied")).toBeVisible();
  await page.goto("/change-requests/policies");
}

test("a request is found by its filters, and lists its records by outcome", async ({ page, accessible }) => {
  await page.goto("/change-requests");
  await expect(rowWithText(page, "Billing for new clinics")).toBeVisible();
  await accessible();
  await page.getByLabel("Status").selectOption({ label: "Partly applied" });
  await expect(rows(page)).toHaveCount(1);
  await page.getByLabel("Kind of change").selectOption({ label: "Update a clinic" });
  await expect(page).toHaveURL(/\?status=partly_applied&call=UpdateClinic$/);
  await rowWithText(page, "Rooms after the survey").getByRole("link").click();

  await expect(heading(page, "Rooms after the survey in Punjab")).toBeVisible();
  await page.getByLabel("Outcome").selectOption({ label: "Kept (1)" });
  await expect(rows(page)).toHaveCount(1);
  await page.getByRole("button", { name: "Details of record 2" }).click();
  await expect(page.getByRole("region", { name: "Changed by someone else" })).toContainText("Meera Deshpande");
  await accessible();
  await page.getByRole("link", { name: "Audit log of these changes" }).click();
  await expect(page).toHaveURL(/list-audit-trail\?.*event_keys=clinic.update$/);
  await page.goBack();
  await expect(page.getByLabel("Outcome")).toHaveValue("kept");
});

test("reviewer sees a revision made during the review and approves only that", async ({ page, api, accessible }) => {
  const author = await colleagueApi(api);
  const clinic = await api.hospital("Revised Clinic");
  const { id } = await propose(author, "Rooms to revise", [rooms(clinic.id, 5)]);
  await open(page, id, "Rooms to revise");
  await action(page, "Approve").click();
  const dialog = page.getByRole("dialog", { name: "Approve this change request?" });
  await dialog.getByLabel("Reason (optional)").fill("Compared with the survey");
  await author.post(`/careops/change_requests/${id}/revisions`, {
    title: "Rooms to revise",
    reason: "As agreed with the clinic",
    changes: [rooms(clinic.id, 9)],
  });
  await dialog.getByRole("button", { name: "Approve" }).click();
  await expect(dialog).toContainText("The request was revised. Read revision 2 before you decide:");
  await expect(dialog.getByText("After: 9")).toBeVisible();
  await expect(dialog.getByLabel("Reason (optional)")).toHaveValue("Compared with the survey");
  await accessible();
  await dialog.getByRole("button", { name: "Approve" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText("The page shows revision 2, which has no reviews yet.")).toBeVisible();
  await page.getByRole("button", { name: "Understood" }).click();
  const reviews = page.locator("section").filter({ has: page.getByRole("heading", { name: "Reviews" }) });
  await expect(reviews).toContainText("Compared with the survey");
});

test("an objection needs a reason, survives a failure of the server, and blocks applying", async ({
  page,
  api,
  noTrouble,
}) => {
  const author = await colleagueApi(api);
  const clinic = await api.hospital("Objected Clinic");
  const { id } = await propose(author, "Rooms to object to", [rooms(clinic.id, 5)]);
  await open(page, id, "Rooms to object to");
  await action(page, "Object").click();
  const dialog = page.getByRole("dialog", { name: "Object to this change request?" });
  await dialog.getByRole("button", { name: "Object" }).click();
  await expect(dialog.getByText("Enter a reason", { exact: true })).toBeVisible();
  await dialog.getByLabel("Reason").fill("They have only three");
  await page.route("**/object", (route) => respondError(route, 500), { times: 1 });
  await dialog.getByRole("button", { name: "Object" }).click();
  await expect(dialog.getByRole("alert").first()).toContainText("There was some error");
  noTrouble.length = 0;
  await dialog.getByRole("button", { name: "Object" }).click();
  await expect(next(page)).toContainText(" objects. The request can be applied after");
  await expect(action(page, "Apply")).toBeHidden();
  await choose(page, "Withdraw my review");
  await page.getByRole("alertdialog").getByRole("button", { name: "Withdraw my review" }).click();
  await expect(action(page, "Apply")).toBeVisible();
  await close(page);
  await expect(action(page, "Apply")).toBeHidden();
});

test("a request is approved in one browser and applied in another; both show its progress", async ({
  page,
  api,
  browser,
  baseURL,
  accessible,
}) => {
  const { data } = await api.get<Clinics>("/admin/clinics?perpage=250");
  // Settings that the clinics have already, so that other tests find them as they were.
  const same = data.clinics.map(({ id, ipd_enabled }) => ({
    call: "UpdateClinicSettings",
    parameters: { clinic_id: id, ipd_enabled },
  }));
  const clinic = await api.hospital("Applied Clinic");
  const title = "Settings to apply";
  const { id } = await propose(api, title, [...same, rooms(clinic.id, 7)]);
  const other = await colleague(browser, baseURL);
  await open(page, id, title);
  await open(other.page, id, title);
  await expect(action(page, "Approve")).toBeHidden();

  await action(other.page, "Approve").click();
  await other.page.getByRole("dialog").getByRole("button", { name: "Approve" }).click();
  await expect(page.getByText("Approved", { exact: true })).toBeVisible();
  await answer(page, "Apply");
  for (const each of [page, other.page]) {
    const progress = each.getByRole("progressbar", { name: "Progress of the changes" });
    await expect(progress).toHaveAttribute("aria-valuenow", String(same.length + 1));
    await expect(status(each, "Applied")).toBeVisible();
  }
  await page.getByLabel("Outcome").selectOption({ label: "Done (1)" });
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText("Rooms: -");
  await accessible();
  await other.close();
});

test("form proposes its changes, keeps the input and the record links the request", async ({
  page,
  api,
  accessible,
  noTrouble,
}) => {
  const clinic = await api.hospital("Proposed Clinic");
  const location = { address_line_1: "1 Mall Road", city: "Ludhiana", zipcode: "141001", state: "Punjab" };
  await api.put(`/admin/clinics/${clinic.id}`, { clinic_details: { id: clinic.id, location } });
  await page.goto(`/clinics-details/${clinic.id}/basic-details`);
  await page.getByRole("button", { name: "Edit address" }).click();
  const form = page.getByRole("dialog", { name: "Edit address" });
  await form.getByLabel("Rooms").fill("12");
  await form.getByRole("button", { name: "Other ways" }).click();
  await page.getByRole("menuitem", { name: "Propose…" }).click();
  const dialog = page.getByRole("dialog", { name: "Propose this change" });
  await expect(dialog).toContainText("1 record changes.");
  await accessible();
  await dialog.getByLabel("Ticket").fill("ticket 7");
  await dialog.getByRole("button", { name: "Propose", exact: true }).click();
  await expect(dialog.getByText("Enter a title")).toBeVisible();
  await dialog.getByLabel("Title").fill("Rooms of one clinic");
  await dialog.getByLabel("Reason").fill("They have built an annex");
  await dialog.getByLabel("Ticket").fill("https://tickets.example/7");
  await page.route("**/careops/change_requests", (route) => respondError(route, 500), { times: 1 });
  await dialog.getByRole("button", { name: "Propose", exact: true }).click();
  await expect(dialog.getByRole("alert").first()).toContainText("There was some error");
  noTrouble.length = 0;
  await expect(dialog.getByLabel("Reason")).toHaveValue("They have built an annex");
  await dialog.getByRole("button", { name: "Propose", exact: true }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.getByRole("button", { name: "Open", exact: true }).click();
  await expect(heading(page, "Rooms of one clinic")).toBeVisible();
  await page.getByRole("link", { name: "Proposed Clinic" }).click();
  const banner = page.getByRole("region", { name: "Open change requests" });
  await expect(banner).toContainText("1 request changes this clinic:");
  await accessible();
  await banner.getByRole("link", { name: "Rooms of one clinic" }).click();
  await close(page);
  const read = page.waitForResponse((response) => response.url().includes(`record=clinic%3A${clinic.id}`));
  await page.goto(`/clinics-details/${clinic.id}/basic-details`);
  await read;
  await expect(page.getByRole("button", { name: "Edit address" })).toBeVisible();
  await expect(banner).toBeHidden();
});

test("all selected clinics are proposed by keyboard, approved by a colleague and applied", async ({
  page,
  api,
  browser,
  baseURL,
}) => {
  for (const number of [1, 2]) await api.hospital(`Bulk proposal ${number}`);
  await page.goto("/clinics?search=Bulk+proposal");
  await expect(rows(page)).toHaveCount(2);
  await page.getByRole("checkbox", { name: "Select all on this page" }).focus();
  await page.keyboard.press("Space");
  await page.getByRole("button", { name: "Switch a module on…" }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("menuitem", { name: "IPD" }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Other ways" }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("menuitem", { name: "Propose…" }).focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Propose this change" });
  await expect(dialog).toContainText("2 records change.");
  await dialog.getByLabel("Title").fill("IPD for two");
  await page.keyboard.press("Tab");
  await page.keyboard.type("They have wards now");
  await dialog.getByRole("button", { name: "Propose", exact: true }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Open", exact: true }).click();
  await expect(heading(page, "IPD for two")).toBeVisible();

  const other = await colleague(browser, baseURL);
  await other.page.goto(page.url());
  await action(other.page, "Approve").click();
  await other.page.getByRole("dialog").getByRole("button", { name: "Approve" }).click();
  await expect(page.getByText("Approved", { exact: true })).toBeVisible();
  await answer(other.page, "Apply");
  await expect(status(page, "Applied")).toBeVisible();
  await expect(page.getByRole("progressbar")).toHaveAttribute("aria-valuenow", "2");
  await other.close();
});

test("applied request is undone except for later edits", async ({ page, api, accessible }) => {
  const [restored, edited] = [await api.hospital("Restored Clinic"), await api.hospital("Edited Clinic")];
  const { id, digest } = await propose(api, "Rooms to undo", [rooms(restored.id, 5), rooms(edited.id, 5)]);
  await api.post(`/careops/change_requests/${id}/apply`, { digest });
  await open(page, id, "Rooms to undo");
  await expect(status(page, "Applied")).toBeVisible();
  await api.put(`/admin/clinics/${edited.id}`, { clinic_details: { id: edited.id, rooms_count: 9 } });
  await answer(page, "Undo…");
  await expect(heading(page, "Undo: Rooms to undo")).toBeVisible();
  await expect(page.getByRole("link", { name: `Change request ${id}` })).toBeVisible();
  await accessible();
  await answer(page, "Apply");
  await expect(status(page, "Partly applied")).toBeVisible();
  const result = page.getByRole("dialog", { name: "1 undone, 1 edited since" });
  await expect(result.getByRole("region", { name: "Undone", exact: true })).toContainText("Restored Clinic");
  const edits = result.getByRole("region", { name: "Edited since, unchanged" });
  await expect(edits).toContainText("Edited Clinic (edited by ");
  await accessible();
  await page.keyboard.press("Enter");
  await expect(result).toHaveCount(0);
  await page.getByRole("button", { name: "1 undone, 1 edited since" }).click();
  await expect(result.getByRole("button", { name: "Close" }).last()).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(result).toHaveCount(0);
  await page.getByLabel("Outcome").selectOption({ label: "Kept (1)" });
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText("Edited Clinic");
  await page.goto(`/change-requests/${id}`);
  await expect(page.getByText("Undone by")).toBeVisible();
  await expect(action(page, "Undo…")).toBeHidden();
});

test("a policy that is switched on refuses the covered change, and a freeze period is added and ended", async ({
  page,
  accessible,
  noTrouble,
}) => {
  await page.goto("/change-requests");
  await page.getByRole("link", { name: "Policies and freeze periods" }).click();
  await expect(heading(page, "Policies and freeze periods")).toBeVisible();
  await accessible();
  const policy = page.getByRole("switch", { name: "Add a promo code (Discount in percent: 30 or more)" });
  await policy.focus();
  await page.keyboard.press("Space");
  await expect(policy).toBeChecked();

  await page.goto("/promo-code");
  await page.getByRole("button", { name: "Add promo code" }).click();
  const form = page.getByRole("dialog", { name: "Add promo code" });
  await form.getByLabel("Promo code name").fill("COVERED40");
  await form.getByRole("radio", { name: "Percent" }).check();
  await form.getByLabel("Discount", { exact: true }).fill("40");
  await form.getByLabel("Expire by date", { exact: true }).fill("30-11-2098");
  await form.getByRole("radio", { name: "No" }).check();
  await form.getByRole("button", { name: "Add", exact: true }).click();
  await expect(form.getByRole("alert").first()).toContainText("This change needs approval. Propose it instead");
  noTrouble.length = 0;
  await form.getByRole("button", { name: "Propose…" }).click();
  const proposal = page.getByRole("dialog", { name: "Propose this change" });
  await proposal.getByLabel("Title").fill("A large discount");
  await proposal.getByLabel("Reason").fill("For the anniversary");
  await proposal.getByRole("button", { name: "Propose", exact: true }).click();
  await page.getByRole("button", { name: "Open", exact: true }).click();
  await expect(next(page)).toContainText("Waits for 1 approval of");
  await close(page);

  await page.goto("/change-requests/policies");
  await policy.click();
  await loosenInEmergency(page, "Discounts as before");
  await expect(policy).not.toBeChecked();
  await page.getByRole("button", { name: "Add a policy" }).click();
  const added = page.getByRole("dialog", { name: "Add a policy" });
  await added.getByLabel("Change", { exact: true }).selectOption({ label: "Update a clinic" });
  await accessible();
  await added.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Discard" }).click();

  await page.getByRole("button", { name: "Add a freeze period" }).click();
  const freeze = page.getByRole("dialog", { name: "Add a freeze period" });
  await freeze.getByLabel("Until", { exact: true }).fill("30-11-2098");
  await freeze.getByLabel("End time").selectOption("18:00");
  await freeze.getByRole("button", { name: "Add", exact: true }).click();
  await expect(freeze.getByText("Enter a reason for everyone whose request waits")).toBeVisible();
  await accessible();
  await freeze.getByLabel("Reason").fill("Yearly invoices");
  await freeze.getByRole("button", { name: "Add", exact: true }).click();
  const period = rowWithText(page, "Yearly invoices");
  await expect(period).toContainText("Active");
  await period.getByRole("button", { name: "End now" }).click();
  await loosenInEmergency(page, "Invoices are done");
  await expect(period).toContainText("Over");
});

test("a request is revised with another way and a time window, and loses its reviews", async ({
  page,
  api,
  accessible,
}) => {
  const clinic = await api.hospital("Clinic to revise");
  const { id, digest } = await propose(api, "Rooms to change later", [rooms(clinic.id, 6)]);
  await (await colleagueApi(api)).post(`/careops/change_requests/${id}/approve`, { digest });
  await open(page, id, "Rooms to change later");
  await choose(page, "Revise…");
  const dialog = page.getByRole("dialog", { name: "Revise this change request" });
  await dialog.getByLabel("Title").fill("Rooms to change in 2098");
  await dialog.getByText("When and how").click();
  await dialog.getByRole("radio", { name: "Stop at the first one" }).check();
  await dialog.getByLabel("Not before", { exact: true }).fill("30-11-2098");
  await dialog.getByLabel("Not before this time").selectOption("10:00");
  await accessible();
  await dialog.getByRole("button", { name: "Revise", exact: true }).click();
  await expect(heading(page, "Rooms to change in 2098")).toBeVisible();
  await expect(next(page)).toContainText("Starts on 30-11-2098 at 10:00 AM");
  const difference = page
    .locator("section")
    .filter({ has: page.getByRole("heading", { name: "Revision 2 against 1" }) });
  await expect(difference).toContainText("Rooms to change in 2098");
  await expect(page.getByRole("definition").filter({ hasText: "Stop at the first one" })).toBeVisible();
  await expect(page.getByText("Nobody has reviewed this revision yet.")).toBeVisible();
  await expect(page.getByText("while you were reading it")).toBeHidden();
});

test("hospitals of a state are proposed for tomorrow in 12 clicks, approved, applied, and undone after two edits", async ({
  page,
  api,
  browser,
  baseURL,
  accessible,
}) => {
  const location = { address_line_1: "1 Mall Road", city: "Panaji", zipcode: "403001", state: "Goa" };
  const clinics = [];
  for (const number of [1, 2, 3, 4, 5, 6, 7]) {
    const clinic = await api.hospital(`Goa Hospital ${number}`);
    await api.put(`/admin/clinics/${clinic.id}`, { clinic_details: { id: clinic.id, location } });
    clinics.push(clinic);
  }
  await page.goto("/clinics");
  await expect(rows(page).first()).toBeVisible();
  let clicks = 0;
  const click = async (target: Locator) => {
    clicks += 1;
    await target.click();
  };
  const select = async (field: Locator, label: string) => {
    clicks += 1;
    await field.selectOption({ label });
  };
  await click(page.getByRole("combobox", { name: "State" }));
  await page.getByRole("combobox", { name: "State" }).fill("Goa");
  await page.keyboard.press("Enter");
  await click(page.getByLabel("Is hospital"));
  await expect(rows(page)).toHaveCount(clinics.length);
  await click(page.getByRole("checkbox", { name: "Select all on this page" }));
  await click(page.getByRole("button", { name: "Switch a module on…" }));
  await click(page.getByRole("menuitem", { name: "Telemedicine" }));
  await click(page.getByRole("button", { name: "Other ways" }));
  await click(page.getByRole("menuitem", { name: "Propose…" }));
  const dialog = page.getByRole("dialog", { name: "Propose this change" });
  await expect(dialog).toContainText("7 records change.");
  await dialog.getByLabel("Title").fill("Telemedicine for Goa");
  await dialog.getByLabel("Reason").fill("They signed the contract");
  await click(dialog.getByText("When and how"));
  await dialog.getByLabel("Not before", { exact: true }).fill("tomorrow");
  await select(dialog.getByLabel("Not before this time"), "9:00 AM");
  await dialog.getByLabel("Change these records first").fill("5");
  await click(dialog.getByRole("button", { name: "Propose", exact: true }));
  await click(page.getByRole("button", { name: "Open", exact: true }));
  expect(clicks).toBeLessThanOrEqual(12);
  await expect(next(page)).toContainText("Starts tomorrow at 9:00 AM");
  await expect(next(page)).toContainText("5 first, then the run pauses.");
  await expect(rows(page).getByRole("link", { name: "Goa Hospital 1", exact: true })).toBeVisible();
  await accessible();

  const other = await colleague(browser, baseURL);
  const approve = async () => {
    await other.page.goto(page.url());
    await action(other.page, "Approve").click();
    await other.page.getByRole("dialog").getByRole("button", { name: "Approve" }).click();
    await expect(page.getByText("Approved", { exact: true }).first()).toBeVisible();
  };
  await approve();
  // The test cannot wait until tomorrow: without a start time the request is applied by hand.
  await choose(page, "Revise…");
  const revision = page.getByRole("dialog", { name: "Revise this change request" });
  await revision.getByLabel("Not before", { exact: true }).fill("");
  await revision.getByLabel("Not before this time").selectOption({ index: 0 });
  await revision.getByRole("button", { name: "Revise", exact: true }).click();
  await expect(next(page)).toContainText("Nothing prevents it");
  await approve();
  await answer(page, "Apply");
  await expect(next(page)).toContainText("The run waits for Resume.");
  await answer(page, "Resume");
  await expect(status(page, "Applied")).toBeVisible();

  const applied = await api.get<Targets>(`/careops/change_requests/${page.url().split("/").at(-1)}/targets`);
  for (const { parameters } of applied.data.targets.slice(0, 2))
    for (const step of ["deactivate", "activate"])
      await api.post(`/clinics/${parameters.clinic_id}/spec_modules/${parameters.module_id}/${step}`);
  await answer(page, "Undo…");
  await expect(heading(page, "Undo: Telemedicine for Goa")).toBeVisible();
  await answer(page, "Apply");
  const undone = page.getByRole("dialog", { name: "7 undone" }).getByRole("region", { name: "Undone" });
  await expect(undone.getByText(/changed and changed back by/)).toHaveCount(2);
  await other.close();

  expect(clicks).toBeLessThanOrEqual(12);
});
