import type { Page } from "@playwright/test";
import { type Api, expect, test } from "../fixtures";
import { colleague } from "../support/colleague";
import { type Answer, changeResponse } from "../support/responses";
import { columnCells, discardChanges, rows, waitForSubscription } from "../support/screens";

/** A change of a colleague is on screen within two seconds. The rest is time for a busy machine. */
const soon = { timeout: 25_000 };

test.beforeEach(({ startSignedIn }) => startSignedIn());

/** Open an address in this browser and in that of a colleague, both with their subscription. */
async function bothOpen(pages: readonly Page[], address: string) {
  for (const page of pages) {
    const ready = waitForSubscription(page);
    await page.goto(address);
    await ready;
  }
}
const changed = (page: Page) => page.locator("[data-changed]");
/** Expect a changed value with its earlier one in each browser, without a reload. */
async function expectMarked(pages: readonly Page[], now: string | RegExp, was: string) {
  for (const page of pages) {
    const value = changed(page).filter({ hasText: now });
    await expect(value).toContainText(`was ${was}`, soon);
  }
}
const moduleId = async (api: Api, module: string) => {
  const { data } = await api.get<Answer<"get", "/spec_modules">>("/spec_modules");
  return data.find(({ attributes }) => attributes.name === module)!.id;
};

test("clinic: a module that a colleague switches is marked, and unsaved input stays", async ({
  page,
  api,
  browser,
  baseURL,
  accessible,
}) => {
  const hospital = await api.hospital("Watched Hospital");
  const id = await moduleId(api, "Telemedicine");
  const address = `/clinics-details/${hospital.id}/basic-details`;
  const other = await colleague(browser, baseURL);
  await bothOpen([page, other.page], address);
  const telemedicine = page.getByRole("switch", { name: "Telemedicine" });
  await expect(telemedicine).not.toBeChecked();
  await page.getByRole("button", { name: "Edit address" }).click();
  const form = page.getByRole("dialog", { name: "Edit address" });
  await form.getByLabel("Beds").fill("40");

  await other.page.getByRole("switch", { name: "Telemedicine" }).click();
  await other.page.getByRole("button", { name: "Yes", exact: true }).click();
  const item = page
    .getByRole("listitem")
    .filter({ has: page.getByRole("switch", { name: "Telemedicine", includeHidden: true }), hasText: "was off" });
  await expect(page.locator("[data-changed]").filter({ hasText: "Telemedicine" })).toContainText("was off", soon);
  await expect(form.getByLabel("Beds")).toHaveValue("40");
  await page.keyboard.press("Escape");
  await discardChanges(page);
  await expect(telemedicine).toBeChecked();
  await expect(item).toContainText("Arjun Pillai");
  await expect(changed(page).filter({ hasText: "Modules" })).toContainText("was 0 of");
  await expect(changed(other.page), "own changes are not marked").toHaveCount(0);
  await accessible();

  await telemedicine.hover();
  await page.getByRole("heading", { level: 1 }).hover();
  await expect(item, "seen").toHaveCount(0);
  await api.post(`/clinics/${hospital.id}/spec_modules/${id}/deactivate`);
  await expect(telemedicine).not.toBeChecked(soon);
  await other.close();
});

test("clinic: confirmation names the colleague who has already switched the module", async ({
  page,
  api,
  browser,
  baseURL,
}) => {
  const hospital = await api.hospital("Contested Hospital");
  const id = await moduleId(api, "Telemedicine");
  const other = await colleague(browser, baseURL);
  await bothOpen([page, other.page], `/clinics-details/${hospital.id}/basic-details`);
  for (const each of [page, other.page]) {
    await each.getByRole("switch", { name: "Telemedicine" }).click();
    await expect(each.getByRole("alertdialog")).toContainText("activate this spec module");
  }
  await other.page.getByRole("button", { name: "Yes", exact: true }).click();
  await expect(changed(page).filter({ hasText: "Telemedicine" })).toHaveCount(1, soon);
  const question = page.getByRole("alertdialog");
  await question.getByRole("button", { name: "Yes", exact: true }).click();
  await expect(question).toContainText("Already on");
  await expect(question).toContainText("Arjun Pillai");
  await question.getByRole("button", { name: "Close" }).click();
  await expect(page.getByRole("switch", { name: "Telemedicine" })).toBeChecked();
  const { data } = await api.get<Answer<"get", "/careops/clinics/{clinic_id}/module_changes">>(
    `/careops/clinics/${hospital.id}/module_changes`,
  );
  expect(data.find(({ module_id }) => module_id === id)?.changed_by).toBe("Arjun Pillai");
  await other.close();
});

test("clinics: rows of a list are marked", async ({ page, api, browser, baseURL }) => {
  const hospital = await api.hospital("Listed Hospital");
  const other = await colleague(browser, baseURL);
  const pages = [page, other.page];
  await bothOpen(pages, `/clinics?search=${hospital.phone_number}`);
  for (const each of pages) await expect(rows(each)).toHaveCount(1);
  await api.post(`/clinics/${hospital.id}/clinic_settings`, { settings: { surgery_enabled: true } });
  await expectMarked(pages, "Surgeries", "0 of");
  await other.close();
});

test("doctor: details and list rows are marked", async ({ page, api, browser, baseURL }) => {
  const { data } = await api.get<Answer<"get", "/admin/doctors">>("/admin/doctors?perpage=1");
  const [listed] = data.doctors;
  const { data: before } = await api.get<Answer<"get", "/doctors/{id}">>(`/doctors/${listed!.id}`);
  const { id, patients_per_hour } = before.doctor;
  const save = (patients: number | null) =>
    api.post("/doctors", { doctor_details: { id, patients_per_hour: patients } });
  const other = await colleague(browser, baseURL);
  await bothOpen([page, other.page], `/doctor-details/${id}/basic-details`);
  await save(9);
  await expectMarked([page, other.page], "Patients per hour9", String(patients_per_hour ?? "-"));
  await page.goto("/doctors");
  await expect(rows(page)).not.toHaveCount(0);
  await save(patients_per_hour ?? 6);
  await other.close();
});

test("user: status is marked and blocking names the colleague who was first", async ({
  page,
  api,
  browser,
  baseURL,
}) => {
  const { phone_number } = await api.hospital("Owned Hospital");
  const { data } = await api.get<Answer<"get", "/admin/users">>(`/admin/users?search_text=${phone_number}`);
  const [user] = data.users;
  const other = await colleague(browser, baseURL, "billing_admin");
  const pages = [page, other.page];
  await bothOpen(pages, `/users-details/${user!.id}`);
  await api.put(`/admin/users/${user!.id}`, { user_status: "INACTIVE" });
  await expectMarked(pages, "Inactive", "Active");
  await bothOpen(pages, `/users?search=${phone_number}`);
  for (const each of pages) await expect(rows(each)).toHaveCount(1);
  await api.put(`/admin/users/${user!.id}`, { user_status: "BLOCKED" });
  await expectMarked(pages, "Blocked", "Inactive");
  await other.close();
});

test("payment: addition by a colleague appears in the list and on the clinic", async ({
  page,
  api,
  browser,
  baseURL,
}) => {
  const hospital = await api.hospital("Paying Hospital");
  const other = await colleague(browser, baseURL);
  await bothOpen([page], "/payments");
  await bothOpen([other.page], `/clinics-details/${hospital.id}/payments`);
  await expect(rows(page)).not.toHaveCount(0);
  const payment = { razorpay_payment_id: "pay_LiveRecord0001", razorpay_order_id: "order_LiveRecord0001" };
  await api.post("/admin/billing_payments/manual", { clinic_id: hospital.id, ...payment });
  await expect(rows(page).filter({ hasText: hospital.name })).toHaveCount(1, soon);
  await expect(rows(other.page).filter({ hasText: payment.razorpay_payment_id.slice(4, 10) })).toHaveCount(1, soon);
  await other.close();
});

test("campaign: the switch of a row is marked", async ({ page, api, browser, baseURL }) => {
  const { data } = await api.get<Answer<"get", "/admin/ad_campaigns">>("/admin/ad_campaigns?perpage=1");
  const [campaign] = data.ad_campaigns;
  const other = await colleague(browser, baseURL);
  const pages = [page, other.page];
  await bothOpen(pages, "/ad-campaigns");
  for (const each of pages) await expect(rows(each)).not.toHaveCount(0);
  const activate = (active: boolean) => api.put(`/admin/ad_campaigns/${campaign!.id}`, { active });
  await activate(!campaign!.active);
  for (const each of pages)
    await expect(changed(each).and(columnCells(each, "Active"))).toContainText(
      `was ${campaign!.active ? "on" : "off"}`,
      soon,
    );
  await activate(campaign!.active);
  await other.close();
});

for (const [kind, many] of [
  ["pharmacy", "pharmacies"],
  ["lab", "labs"],
] as const) {
  test(`${kind}: details are read again and marked`, async ({ page, api, browser, baseURL }) => {
    const { data } = await api.get<{ data: Record<string, { id: number }[]> }>(`/admin/${many}?perpage=1`);
    const { id } = data[many]![0]!;
    const other = await colleague(browser, baseURL);
    const pages = [page, other.page];
    // No call of the console changes it, so its next answer differs.
    let city = "Moga";
    for (const each of pages)
      await each.route(`**/api/admin/${many}/${id}`, (route) =>
        changeResponse(route, "get", "/admin/pharmacies/{pharmacy_id}", (body) => {
          const [record] = Object.values(body.data);
          if (record?.location) record.location.city = city;
          return body;
        }),
      );
    await bothOpen(pages, `/${kind}-details/${id}/basic-details`);
    for (const each of pages) await expect(each.getByRole("definition").filter({ hasText: "Moga" })).toBeVisible();
    city = "Ajnala";
    await api.post("/careops/notes", { record: `${kind}:${id}`, text: "Moved to Ajnala" });
    await expectMarked(pages, "Ajnala", "Moga");
    await other.close();
  });
}
