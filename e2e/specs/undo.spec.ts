import type { Page } from "@playwright/test";
import { expect, freshPhone, test } from "../fixtures";
import type { Api, Clinics } from "../fixtures/api";
import { columnCells, rowWithText, searchClinic, selectModule, signOut, toastWithText } from "../support/screens";

const undo = (page: Page) => page.getByRole("region", { name: "Notifications" }).getByRole("button", { name: "Undo" });
const result = (page: Page, title: string) => page.getByRole("dialog", { name: title, exact: true });
/** Close the result of an undo that left a record because it was edited since. */
async function closeEdited(page: Page) {
  await expect(result(page, "1 edited since").getByRole("region", { name: "Edited since, unchanged" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
}

const clinicOf = async (api: Api, phone: string) =>
  (await api.get<Clinics>(`/admin/clinics?search_text=${phone}`)).data.clinics[0]!;
/** Open the list of clinics at a hospital. */
async function openRow(page: Page, { name, phone_number }: { name: string; phone_number: string }) {
  await page.goto("/clinics");
  await searchClinic(page, name, phone_number);
  return rowWithText(page, name);
}
const keysOf = async (api: Api, id: number) =>
  (
    await api.get<{ data: { audit_trails: { key: string }[] } }>(`/admin/audit_trails?clinic_id=${id}`)
  ).data.audit_trails
    .map(({ key }) => key)
    .slice(0, 2);

// Most people see transitions, so this file has them.
test.use({ contextOptions: { reducedMotion: "no-preference" } });

test("switched module is undone by keyboard as a separate change with the name of the person", async ({
  page,
  api,
  startSignedIn,
  accessible,
}) => {
  const hospital = await api.hospital("Taken Back Hospital");
  await startSignedIn("customer_care");
  const row = await openRow(page, hospital);
  await selectModule(page, hospital.name, "Telemedicine");
  await row.getByRole("button", { name: /^Activate/ }).click();
  await page.getByRole("button", { name: "Yes", exact: true }).click();
  await expect(toastWithText(page, "Spec module activated successfully")).toBeVisible();
  await page.getByRole("heading", { level: 1 }).focus();
  await page.keyboard.press("z");
  await expect(undo(page)).toBeFocused();
  await accessible();
  await page.keyboard.press("Enter");
  await expect(toastWithText(page, "Undone")).toBeVisible();
  await expect(columnCells(row, "Activated modules")).not.toContainText("Telemedicine");
  expect(await keysOf(api, hospital.id)).toEqual(["module.deactivate", "module.activate"]);

  await selectModule(page, hospital.name, "Telemedicine");
  await row.getByRole("button", { name: /^Activate/ }).click();
  await expect(page.getByText(/^Last changed by .+, \d\d-\d\d-\d{4} /)).toBeVisible();
});

test("Enter on Undo returns the focus without pressing the button", async ({ page, api, startSignedIn }) => {
  const hospital = await api.hospital("Once Pressed Hospital");
  await startSignedIn("customer_care");
  const row = await openRow(page, hospital);
  await selectModule(page, hospital.name, "IPD");
  await row.getByRole("button", { name: /^Activate/ }).click();
  await expect(undo(page)).toBeVisible();
  const add = page.getByRole("button", { name: "Add", exact: true });
  await add.focus();
  await undo(page).focus();
  await page.keyboard.press("Enter");
  await expect(toastWithText(page, "Undone")).toBeVisible();
  await expect(add).toBeFocused();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  expect((await clinicOf(api, hospital.phone_number)).ipd_enabled).toBe(false);
});

test("later change of a colleague cannot be undone and sign-out ends Undo", async ({ page, api, startSignedIn }) => {
  const hospital = await api.hospital("Switched Since Hospital");
  await startSignedIn("customer_care");
  const row = await openRow(page, hospital);
  await selectModule(page, hospital.name, "IPD");
  await row.getByRole("button", { name: /^Activate/ }).click();
  await undo(page).focus();
  await api.post(`/clinics/${hospital.id}/clinic_settings`, { settings: { ipd_enabled: false } });
  await undo(page).click();
  await closeEdited(page);
  expect((await clinicOf(api, hospital.phone_number)).ipd_enabled).toBe(false);

  await selectModule(page, hospital.name, "ABDM");
  await row.getByRole("button", { name: /^Activate/ }).click();
  await expect(undo(page)).toBeVisible();
  await signOut(page);
  await expect(page).toHaveURL("/");
  await expect(undo(page)).toHaveCount(0);
});

interface Place {
  clinic: { location: Record<string, unknown>; beds_count: number | null };
}

test("changed address is undone and other fields of a colleague remain", async ({ page, api, startSignedIn }) => {
  const hospital = await api.hospital("Moved Hospital");
  const location = { address_line_1: "7 Mall Road", city: "Ludhiana", state: "Punjab", zipcode: "141001" };
  const change = (details: object) =>
    api.put(`/admin/clinics/${hospital.id}`, { clinic_details: { id: hospital.id, ...details } });
  const read = async () => (await api.get<Place>(`/admin/clinics/${hospital.id}`)).clinic;
  await change({ location });
  await startSignedIn();
  await page.goto(`/clinics-details/${hospital.id}/basic-details`);
  const dialog = page.getByRole("dialog", { name: "Edit address" });
  async function move(city: string) {
    await page.getByRole("button", { name: "Edit address" }).click();
    await dialog.getByLabel("City").fill(city);
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(dialog).toBeHidden();
    await undo(page).focus();
  }
  await move("Jalandhar");
  await change({ beds_count: 12 });
  await undo(page).click();
  await expect(toastWithText(page, "Undone")).toBeVisible();
  expect(await read()).toMatchObject({ location, beds_count: 12 });

  await move("Amritsar");
  await change({ location: { ...location, city: "Patiala" } });
  await undo(page).click();
  await closeEdited(page);
  expect((await read()).location).toMatchObject({ city: "Patiala" });
});

test("admin created by mistake is deleted by Undo", async ({ page, api, startSignedIn }) => {
  const hospital = await api.hospital("Mistaken Hospital");
  await startSignedIn();
  await page.goto(`/clinics-details/${hospital.id}/admins`);
  await page.getByRole("button", { name: "Create admin" }).click();
  const dialog = page.getByRole("dialog", { name: "Create admin" });
  await dialog.getByLabel("Name").fill("Harpreet Kaur");
  await dialog.getByLabel("Phone number").fill(freshPhone());
  await dialog.getByLabel("Password", { exact: true }).fill("a long enough password");
  await dialog.getByRole("button", { name: "Create admin" }).click();
  await expect(page.getByRole("cell", { name: "Harpreet Kaur", exact: true })).toBeVisible();
  await undo(page).click();
  await expect(toastWithText(page, "Undone")).toBeVisible();
  await expect(page.getByText("No admins yet")).toBeVisible();
});

const languages = {
  en: { undo: "Undo", title: "1 undone", list: "Undone" },
  hi: { undo: "पहले जैसा करें", title: "1 पहले जैसा किया गया", list: "पहले जैसे किए गए" },
  pb: { undo: "ਅਣਕੀਤਾ ਕਰੋ", title: "1 ਅਣਕੀਤਾ ਕੀਤਾ", list: "ਅਣਕੀਤੇ ਕੀਤੇ" },
} as const;
for (const [language, words] of Object.entries(languages))
  test(`result names who changed a value there and back, by keyboard on a phone (${language})`, async ({
    page,
    api,
    startSignedIn,
    accessible,
  }) => {
    const hospital = await api.hospital("There And Back Hospital");
    await page.setViewportSize({ width: 390, height: 844 });
    await startSignedIn("customer_care");
    await page.addInitScript((code) => localStorage.setItem("current_language", code), language);
    await page.goto(`/clinics-details/${hospital.id}/basic-details`);
    await page.getByRole("switch", { name: "IPD" }).focus();
    await page.keyboard.press("Space");
    const offer = page.getByRole("button", { name: words.undo, exact: true });
    await expect(offer).toBeVisible();
    await page.keyboard.press("z");
    await expect(offer).toBeFocused();
    for (const ipd_enabled of [false, true])
      await api.post(`/clinics/${hospital.id}/clinic_settings`, { settings: { ipd_enabled } });
    await page.keyboard.press("Enter");
    const undone = result(page, words.title).getByRole("region", { name: words.list });
    await expect(undone).toContainText(hospital.name);
    await expect(undone).toContainText("Gurleen Kaur Brar");
    await accessible();
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    expect((await clinicOf(api, hospital.phone_number)).ipd_enabled).toBe(false);
  });
