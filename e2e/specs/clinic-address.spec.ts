import { expect, phones, test } from "../fixtures";
import type { AccountType } from "../fixtures/api";
import { address, editing, place, places, type Read, saved } from "../support/address";
import { respond, respondError } from "../support/responses";
import { isChangeRequest, toastWithText, waitForChange } from "../support/screens";

const failed = "There was some error while processing your request.";

test("address is edited with the keyboard alone", async ({ page, api, startSignedIn, accessible }) => {
  await page.clock.install();
  await startSignedIn("billing_admin");
  const queries: string[] = [];
  await places(page, [{ ...place, locality: "Civil Lines", zipcode: "141001" }, place], queries);
  const { id } = await api.hospital("Typed Hospital");
  await page.goto(address(id));
  const open = page.getByRole("button", { name: "Edit address" });
  await open.focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog");
  const line = dialog.getByRole("combobox", { name: "Address" });
  await expect(line).toBeFocused();
  // Typed at once and requested once: the clock stands still between keys, even on a busy machine.
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000));
  await page.keyboard.type("7 Mall Road model town");
  expect(queries).toEqual([]);
  await page.clock.resume();
  await expect(dialog.getByRole("option")).toHaveText([
    "Civil LinesLudhiana, Punjab 141001",
    "Model TownLudhiana, Punjab 141002",
  ]);
  await expect.poll(() => queries).toEqual(["7 Mall Road model town"]);
  await expect(line).toHaveAttribute("aria-expanded", "true");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await expect(dialog.getByRole("option", { name: /Model Town/ })).toHaveAttribute("aria-selected", "true");
  await accessible();
  await page.keyboard.press("Enter");
  await expect(line).toHaveValue("7 Mall Road");
  await expect(dialog.getByRole("option")).toHaveCount(0);
  await accessible();

  // Escape first closes the suggestions, then asks about the form.
  await page.keyboard.press("End");
  await page.keyboard.type("a");
  await expect(dialog.getByRole("option").first()).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog.getByRole("option")).toHaveCount(0);
  await expect(page.getByText("Discard changes?")).toBeHidden();
  await page.keyboard.press("Backspace");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await expect(page.getByText("Discard changes?")).toBeVisible();
  await page.getByRole("button", { name: "Keep editing" }).press("Enter");
  await expect(page.getByText("Discard changes?")).toBeHidden();

  await dialog.getByLabel("Beds").focus();
  await page.keyboard.type("40");
  await page.keyboard.press("Tab");
  await page.keyboard.type("12");
  await page.keyboard.press("Tab");
  await page.keyboard.type("card");
  await expect(dialog.getByRole("option", { name: "Cardiology", exact: true })).toBeVisible();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(dialog.getByRole("combobox", { name: "Main speciality" })).toHaveValue("Cardiology");
  await page.keyboard.press("Tab");
  for (const text of ["dialysis", "neurosurg"]) {
    await page.keyboard.type(text);
    await expect(dialog.getByRole("option")).toHaveCount(1);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
  }
  await expect(dialog.getByRole("list", { name: "Other specialities" }).getByRole("listitem")).toHaveText([
    "Dialysis",
    "Neurosurgery",
  ]);
  await accessible();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(dialog.getByRole("button", { name: "Remove Neurosurgery" })).toBeFocused();
  const sent = waitForChange(page, "PUT");
  await dialog.getByLabel("Zipcode").press("Enter");
  expect((await sent).postDataJSON()).toEqual({
    clinic_details: {
      id,
      location: {
        address_line_1: "7 Mall Road",
        address_line_2: "Model Town",
        city: "Ludhiana",
        state: "Punjab",
        zipcode: "141002",
        latitude: 30.89,
        longitude: 75.84,
      },
      beds_count: 40,
      rooms_count: 12,
      speciality: { name: "Cardiology" },
      other_specialities: [{ basic_clinic_speciality_id: expect.any(Number), name: "Neurosurgery" }],
    },
  });
  await expect(toastWithText(page, saved)).toBeVisible();
  await expect(open).toBeFocused();
  await expect(page.getByText("Neurosurgery", { exact: true })).toBeVisible();
});

test("missing values are reported at their fields and not sent", async ({ page, api, startSignedIn, accessible }) => {
  await startSignedIn("customer_care");
  const { dialog, field, box, save } = await editing(page, api, "Empty Hospital");
  let sent = 0;
  page.on("request", (request) => {
    if (isChangeRequest(request, "PUT")) sent += 1;
  });
  await box("Main speciality").fill("Wizardry");
  await expect(dialog.getByText("No specialities found")).toBeVisible();
  await box("Main speciality").fill("");
  await box("Address").fill("   ");
  await save();
  for (const message of ["Please select address", "Please enter the city", "Please enter zipcode"])
    await expect(dialog.getByText(message, { exact: true })).toBeVisible();
  await expect(box("Address")).toBeFocused();
  await accessible();
  await box("Address").fill("14 Mall Road");
  await field("City").fill("Ludhiana");
  await field("Zipcode").fill("14100");
  await expect(dialog.getByText("Please enter the city")).toBeHidden();
  await save();
  await expect(dialog.getByText("Enter a 6-digit zipcode")).toBeVisible();
  await field("Zipcode").fill("141001");
  await box("Main speciality").fill("Wizardry");
  await expect(dialog.getByText("No specialities found")).toBeVisible();
  await save();
  // The error does not replace the hint, which explains the reason.
  await expect(dialog.getByText("Choose a speciality from the list, or clear the field.")).toBeVisible();
  await expect(dialog.getByText("No specialities found")).toBeVisible();
  await expect(box("Main speciality")).toHaveAccessibleDescription(/^Choose a speciality .*No specialities found$/);
  expect(sent).toBe(0);
});

test("failure keeps the input and a second attempt saves it", async ({ page, api, startSignedIn, accessible }) => {
  await startSignedIn("customer_care");
  await places(page, [place]);
  const { id, dialog, field, box, save } = await editing(page, api, "Failing Hospital");
  await box("Address").fill("14 Mall Road model town");
  await dialog.getByRole("option").click();
  await box("Other specialities").fill("dialysis");
  await dialog.getByRole("option", { name: "Dialysis" }).click();
  for (const beds of ["999999", "-1.5e2", "40.5"]) {
    await field("Beds").fill(beds);
    await save();
    await expect(
      dialog.getByText("Enter a whole number from 0 to 1,00,000, in digits only", { exact: true }),
    ).toBeVisible();
    await expect(field("Beds")).toHaveValue(beds);
    await expect(field("Beds")).toBeFocused();
  }
  await field("Beds").fill("30");
  const errors = [{ source: "clinic_details.beds_count", title: "Too many for this clinic" }];
  await page.route(`**/api/admin/clinics/${id}`, (route) => respondError(route, 422, ...errors), { times: 1 });
  await save();
  await expect(dialog.getByText(failed, { exact: true })).toBeVisible();
  await expect(field("Beds")).toBeFocused();
  await expect(field("Beds")).toHaveAttribute("aria-invalid", "true");
  await expect(box("Address")).toHaveValue("14 Mall Road");
  await accessible();

  await page.route(`**/api/admin/clinics/${id}`, (route) =>
    route.request().method() === "PUT" ? route.abort("connectionfailed") : route.continue(),
  );
  await save();
  await expect(dialog.getByText(failed, { exact: true })).toBeVisible();
  await expect(field("Zipcode")).toHaveValue("141002");
  await expect(dialog.getByRole("listitem")).toHaveText(["Dialysis"]);
  await page.unroute(`**/api/admin/clinics/${id}`);
  await save();
  await expect(toastWithText(page, saved)).toBeVisible();
  const { clinic } = await api.get<Read>(`/admin/clinics/${id}`);
  expect(clinic.beds_count).toBe(30);
  expect(clinic.other_specialities.map((other) => other.speciality_name)).toEqual(["Dialysis"]);
});

for (const kind of Object.keys(phones) as AccountType[]) {
  test(`${kind} can edit an address`, async ({ page, api, startSignedIn }) => {
    await startSignedIn(kind);
    await places(page, [place]);
    const { id, dialog, box, save } = await editing(page, api, "Permitted Hospital");
    await box("Address").fill("model town");
    await dialog.getByRole("option").click();
    await save();
    await expect(toastWithText(page, saved)).toBeVisible();
    const { clinic } = await api.get<Read>(`/admin/clinics/${id}`);
    expect(clinic.location).toMatchObject({ address_line_1: "Model Town", zipcode: "141002" });
  });
}

test("address fits a phone in the dark in Punjabi", async ({ page, api, startSignedIn, accessible }) => {
  await startSignedIn("customer_care");
  await places(page, [place]);
  await page.addInitScript(() => localStorage.setItem("current_language", "pb"));
  await page.emulateMedia({ colorScheme: "dark" });
  await page.setViewportSize({ width: 360, height: 780 });
  const { id } = await api.hospital("Slim Hospital");
  await page.goto(address(id));
  await page.getByRole("button", { name: "ਪਤਾ ਸੋਧੋ" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("combobox", { name: "ਪਤਾ" }).fill("model town");
  await expect(dialog.getByRole("option")).toBeVisible();
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await accessible();
  await dialog.getByRole("option").click();
  await accessible();
});

test("changes of a colleague remain and a speciality can be cleared", async ({ page, api, startSignedIn }) => {
  await startSignedIn("customer_care");
  const { id, dialog, field, box, save } = await editing(page, api, "Shared Hospital");
  const change = (details: object) => api.put(`/admin/clinics/${id}`, { clinic_details: { id, ...details } });
  const location = { address_line_1: "1 Mall Road", city: "Ludhiana", zipcode: "141001", state: "Punjab" };
  await change({ location, beds_count: 4, speciality: { name: "Cardiology" } });
  await page.reload();
  await page.getByRole("button", { name: "Edit address" }).click();
  await expect(box("Main speciality")).toHaveValue("Cardiology");
  await change({ beds_count: 55 });
  await field("Rooms").fill("44");
  await box("Main speciality").fill("");
  await save();
  await expect(toastWithText(page, saved)).toBeVisible();
  await expect(dialog).toBeHidden();
  const { clinic } = await api.get<Read>(`/admin/clinics/${id}`);
  expect(clinic).toMatchObject({ beds_count: 55, rooms_count: 44, speciality: null });
});

test("Enter during a search for suggestions sends nothing", async ({ page, api, startSignedIn }) => {
  await startSignedIn("customer_care");
  let answer: () => void = () => undefined;
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route("**/api/careops/places?**", async (route) => {
    await answered;
    await respond(route, "get", "/careops/places", { success: true, data: [place] });
  });
  const { dialog, field, box } = await editing(page, api, "Hasty Hospital");
  await field("City").fill("Ludhiana");
  await field("Zipcode").fill("141002");
  await box("Address").fill("jalandhar model");
  await box("Address").press("ArrowDown");
  await box("Address").press("Enter");
  await expect(dialog.getByRole("status").filter({ hasText: "Loading…" })).toHaveCount(1);
  answer();
  await expect(dialog.getByRole("option")).toHaveCount(1);
  await box("Address").press("Escape");
  await box("Address").press("Enter");
  await expect(dialog).toBeVisible();
  await expect(box("Address")).toHaveValue("jalandhar model");
});
