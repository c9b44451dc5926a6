import type { Locator, Page } from "@playwright/test";
import { expect, freshPhone, test } from "../fixtures";
import { drawn } from "../support/pictures";
import { rowWithText, toastWithText, waitForList } from "../support/screens";

/** Actions of a person: clicks and keys. The texts that a task needs are the same with every design. */
class Cost {
  clicks = 0;
  keys = 0;
  constructor(readonly page: Page) {}
  async click(target: Locator) {
    this.clicks += 1;
    await target.click();
  }
  async press(key: string) {
    this.keys += 1;
    await this.page.keyboard.press(key);
  }
  async choose(list: Locator, option: string) {
    this.clicks += 2;
    await list.selectOption(option);
  }
}
const hit = (page: Page, name: string) =>
  page.getByRole("dialog", { name: "Search" }).getByRole("option", { name }).first();
/** Open a record from anywhere by its name, number or id. */
async function open(cost: Cost, term: string, name: string) {
  await cost.press("Control+k");
  await cost.page.keyboard.type(term);
  await expect(hit(cost.page, name)).toHaveAttribute("aria-selected", "true");
  await cost.press("Enter");
}
const today = () => new Date(Date.now() + 5.5 * 3_600_000).toISOString().slice(0, 10); // in India

/** Open Today and wait for it: keys that are pressed before are lost. */
async function openToday(page: Page) {
  await page.goto("/today");
  await expect(page.getByRole("region", { name: "For you", exact: true })).toBeVisible();
}

// Most people see transitions, so this file has them.
test.use({ contextOptions: { reducedMotion: "no-preference" } });

test.beforeEach(async ({ page, startSignedIn }) => {
  await startSignedIn();
  await openToday(page);
});

test("1: IPD of a clinic is switched off: 1 click, 2 keys", async ({ page, api }) => {
  const { id, name } = await api.hospital(`Switched Hospital ${freshPhone()}`);
  await api.post(`/clinics/${id}/clinic_settings`, { settings: { ipd_enabled: true } });
  const cost = new Cost(page);
  await open(cost, name, name);
  await cost.click(page.getByRole("switch", { name: "IPD" }));
  await expect(page.getByRole("switch", { name: "IPD" })).not.toBeChecked();
  expect(cost).toMatchObject({ clicks: 1, keys: 2 });
});

test("2: a user is blocked: 1 click, 2 keys", async ({ page, api }) => {
  const { phone_number } = await api.hospital(`Blocked Hospital ${freshPhone()}`);
  const { data } = await api.get<{ data: { users: { id: number }[] } }>(`/admin/users?search_text=${phone_number}`);
  const cost = new Cost(page);
  await page.goto(`/users-details/${data.users[0]?.id}`);
  const status = page.getByRole("button", { name: /^Status of this user: / });
  await expect(status).toBeVisible();
  await open(cost, "block", "Block");
  await cost.click(page.getByRole("alertdialog").getByRole("button", { name: "Yes" }));
  await expect(status).toHaveText("Blocked");
  expect(cost).toMatchObject({ clicks: 1, keys: 2 });
});

test("3: a doctor with number and certificate is verified: 4 clicks, 2 keys", async ({ page, api }) => {
  const clinic = await api.hospital(`Verified Hospital ${freshPhone()}`);
  const phone_number = freshPhone();
  await api.post(`/clinics/${clinic.id}/clinic_doctors`, {
    phone_number,
    name: "Meena Kaur Gill",
    fees: 450,
    patients_per_hour: 8,
  });
  const { data } = await api.get<{ data: { doctors: { id: number }[] } }>(`/admin/doctors?search_text=${phone_number}`);
  const id = data.doctors[0]?.id;
  await api.post("/doctors", { doctor_details: { id, reg_nbr: `PMC ${phone_number.slice(-6)}` } });
  await page.goto(`/doctor-details/${id}/basic-details`);
  await page.getByRole("button", { name: "Upload certificate" }).click();
  const uploading = page.getByRole("dialog", { name: "Upload certificate" });
  const buffer = await drawn(page, "image/png", "Certificate of Meena Kaur Gill");
  await uploading.getByLabel("Image").setInputFiles({ name: "paper.png", mimeType: "image/png", buffer });
  await uploading.getByRole("button", { name: "Upload", exact: true }).click();
  await expect(toastWithText(page, "Certificate uploaded")).toBeVisible();
  await openToday(page);
  const cost = new Cost(page);
  await open(cost, phone_number, "Meena Kaur Gill");
  await cost.click(page.getByRole("button", { name: "Verify", exact: true }));
  const dialog = page.getByRole("dialog", { name: /^Verify/ });
  await cost.choose(dialog.getByLabel("Reason"), "Checked with IMA");
  await cost.click(dialog.getByRole("button", { name: "Verify", exact: true }));
  await expect(page.getByRole("button", { name: "Unverify" })).toBeVisible();
  expect(cost).toMatchObject({ clicks: 4, keys: 2 });
});

test("4: a promo code is added: 1 click, 3 keys", async ({ page }) => {
  const cost = new Cost(page);
  await open(cost, "Add promo code", "Add promo code");
  const dialog = page.getByRole("dialog", { name: "Add promo code" });
  const code = `TASK ${freshPhone()}`;
  await dialog.getByLabel("Promo code name").fill(code);
  await dialog.getByLabel("Discount").fill("10");
  await dialog.getByLabel("Expire by date", { exact: true }).fill("31-03-2099");
  await cost.click(dialog.getByRole("radio", { name: "No" }));
  await cost.press("Control+Enter");
  await expect(dialog).toHaveCount(0);
  await expect(rowWithText(page, code)).toBeVisible();
  expect(cost).toMatchObject({ clicks: 1, keys: 3 });
});

test("5: a follow-up is done: 1 click", async ({ page, api }) => {
  const { id } = await api.hospital("Promised Hospital");
  const what = `Call the owner ${freshPhone()}`;
  await api.post("/careops/follow_ups", { record: `clinic:${id}`, what, owner_role: "super_admin", due: today() });
  await page.reload();
  const cost = new Cost(page);
  const done = page.getByRole("button", { name: `Done: ${what}` });
  await cost.click(done);
  await expect(done).toHaveCount(0);
  expect(cost).toMatchObject({ clicks: 1, keys: 0 });
});

test("6: a note is added to a clinic: 4 keys", async ({ page, api }) => {
  const { name } = await api.hospital(`Noted Hospital ${freshPhone()}`);
  const cost = new Cost(page);
  await open(cost, name, name);
  await expect(page.getByRole("button", { name: "Note", exact: true })).toBeVisible();
  await cost.press("m");
  await expect(page.getByRole("dialog", { name: "Add note" }).getByRole("textbox")).toBeFocused();
  await page.keyboard.type("The owner calls back");
  await cost.press("Control+Enter");
  await expect(page.getByText("Note added")).toBeVisible();
  expect(cost).toMatchObject({ clicks: 0, keys: 4 });
});

test("7: a change is undone: 1 click", async ({ page, api }) => {
  const { id } = await api.hospital("Undone Hospital");
  await page.goto(`/clinics-details/${id}/basic-details`);
  await page.getByRole("switch", { name: "Telemedicine" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Yes" }).click();
  const cost = new Cost(page);
  await cost.click(page.getByRole("region", { name: "Notifications" }).getByRole("button", { name: "Undo" }));
  await expect(toastWithText(page, "Undone")).toBeVisible();
  expect(cost).toMatchObject({ clicks: 1, keys: 0 });
});

test("8: a payment is found by the end of its id: 2 keys", async ({ page, api }) => {
  const hospital = await api.hospital("Billed Hospital");
  const razorpay_payment_id = `pay_Li${hospital.phone_number}sT`;
  await api.post("/admin/billing_payments/manual", {
    clinic_id: hospital.id,
    razorpay_payment_id,
    razorpay_order_id: `order_Li${hospital.phone_number}sT`,
  });
  const cost = new Cost(page);
  const end = razorpay_payment_id.slice(-6);
  await open(cost, end, end);
  await expect(rowWithText(page, razorpay_payment_id)).toBeVisible();
  expect(cost).toMatchObject({ clicks: 0, keys: 2 });
});

test("9: a list is exported: 2 clicks, 2 keys", async ({ page }) => {
  const cost = new Cost(page);
  await cost.press("g");
  await cost.press("c");
  await waitForList(page);
  await cost.click(page.getByRole("main").getByRole("button", { name: "Export", exact: true }));
  const saved = page.waitForEvent("download");
  await cost.click(page.getByRole("button", { name: "CSV" }));
  await saved;
  expect(cost).toMatchObject({ clicks: 2, keys: 2 });
});

test("10: the last changes of a clinic and their authors are seen: 2 keys", async ({ page, api }) => {
  const { id, name } = await api.hospital(`Changed Hospital ${freshPhone()}`);
  await api.post(`/clinics/${id}/clinic_settings`, { settings: { ipd_enabled: true } });
  const cost = new Cost(page);
  await open(cost, name, name);
  await expect(page.getByRole("listitem").filter({ hasText: /^IPD\s*On since/ })).toBeVisible();
  expect(cost).toMatchObject({ clicks: 0, keys: 2 });
});
