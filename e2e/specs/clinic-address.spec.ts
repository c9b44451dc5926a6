import type { Page } from "@playwright/test";
import { expect, phones, test } from "../fixtures";
import type { AccountType, Api } from "../fixtures/api";
import { notice } from "../support/screens";

const saved = "Clinic details updated successfully";
const failed = "There was some error while processing your request.";
const notLocated = "No coordinates were found for this address. It was saved without them.";
const address = (id: number, tab = "basic-details") => `/clinics-details/${id}/${tab}`;

/** Opens the form of a clinic nobody else in the run touches. */
async function editing(page: Page, api: Api, name: string) {
  const { id } = await api.hospital(name);
  await page.goto(address(id));
  await page.getByRole("button", { name: "Edit address" }).click();
  const dialog = page.getByRole("dialog", { name: "Edit address" });
  const field = (label: string) => dialog.getByLabel(label, { exact: true });
  const box = (label: string) => dialog.getByRole("combobox", { name: label });
  const save = () => dialog.getByRole("button", { name: "Save" }).click();
  return { id, dialog, field, box, save };
}
const place = {
  address: null,
  locality: "Model Town",
  city: "Ludhiana",
  state: "Punjab",
  zipcode: "141002",
  latitude: 30.89,
  longitude: 75.84,
};
/** Answers questions about places; the real ones take their time to load. */
async function places(page: Page, found: object[], asked: string[] = []) {
  await page.route("**/api/careops/places?**", (route) => {
    asked.push(new URL(route.request().url()).searchParams.get("text") ?? "");
    return route.fulfill({ json: { success: true, data: found } });
  });
}
interface Read {
  clinic: {
    location: Record<string, unknown> | null;
    beds_count: number | null;
    rooms_count: number | null;
    speciality: { name: string } | null;
    other_specialities: { speciality_name: string }[];
  };
}

test("a real place of India is suggested, and fills the address", async ({ page, api, startSignedIn }) => {
  await startSignedIn("customer_care");
  // The first question loads all of India.
  await expect
    .poll(
      () =>
        api.get("/careops/places?text=ludhiana").then(
          () => true,
          () => false,
        ),
      { timeout: 60_000 },
    )
    .toBe(true);
  const { id, field, box, save, dialog } = await editing(page, api, "Suggested Hospital");
  await expect(box("Address")).toBeFocused();
  await box("Address").fill("12 Mall Road, koramangla bengaluru");
  await dialog.getByRole("option", { name: /^Koramangala Bengaluru, Karnataka 560034/ }).click();
  await expect(box("Address")).toHaveValue("12 Mall Road");
  await expect(field("Locality")).toHaveValue("Koramangala");
  await expect(field("City")).toHaveValue("Bengaluru");
  await expect(box("State")).toHaveValue("Karnataka");
  await expect(field("Zipcode")).toHaveValue("560034");
  await expect(dialog.getByText(/^Coordinates: 12\.\d{4}, 77\.\d{4}$/)).toBeVisible();
  await save();
  await expect(notice(page, saved)).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(page.getByText("Bengaluru, Karnataka 560034")).toBeVisible();
  const { clinic } = await api.get<Read>(`/admin/clinics/${id}`);
  expect(clinic.location).toMatchObject({ address_line_1: "12 Mall Road", address_line_2: "Koramangala" });
  expect(clinic.location?.latitude).toBeCloseTo(12.93, 1);
});

test("with the keyboard alone", async ({ page, api, startSignedIn, accessible }) => {
  await startSignedIn("billing_admin");
  const asked: string[] = [];
  await places(page, [{ ...place, locality: "Civil Lines", zipcode: "141001" }, place], asked);
  const { id } = await api.hospital("Typed Hospital");
  await page.goto(address(id));
  const open = page.getByRole("button", { name: "Edit address" });
  await open.focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog");
  const line = dialog.getByRole("combobox", { name: "Address" });
  await expect(line).toBeFocused();
  await page.keyboard.type("7 Mall Road model town");
  await expect(dialog.getByRole("option")).toHaveText([
    "Civil LinesLudhiana, Punjab 141001",
    "Model TownLudhiana, Punjab 141002",
  ]);
  // Typed in one go, asked once.
  expect(asked).toEqual(["7 Mall Road model town"]);
  await expect(line).toHaveAttribute("aria-expanded", "true");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await expect(dialog.getByRole("option", { name: /Model Town/ })).toHaveAttribute("aria-selected", "true");
  await accessible();
  await page.keyboard.press("Enter");
  await expect(line).toHaveValue("7 Mall Road");
  await expect(dialog.getByRole("option")).toHaveCount(0);
  await accessible();

  // Escape closes the choices first, and only then asks about the form.
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
  await page.keyboard.type("4x0");
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
  const sent = page.waitForRequest((request) => request.method() === "PUT");
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
  await expect(notice(page, saved)).toBeVisible();
  await expect(open).toBeFocused();
  await expect(page.getByText("Neurosurgery")).toBeVisible();
});

test("what is required is said beside its field, and nothing is sent", async ({
  page,
  api,
  startSignedIn,
  accessible,
}) => {
  await startSignedIn("customer_care");
  const { dialog, field, box, save } = await editing(page, api, "Empty Hospital");
  let sent = 0;
  page.on("request", (request) => {
    if (request.method() === "PUT") sent += 1;
  });
  await box("Main speciality").fill("Wizardry");
  await expect(dialog.getByText("No speciality found")).toBeVisible();
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
  await expect(dialog.getByText("A zipcode has 6 digits")).toBeVisible();
  await field("Zipcode").fill("141001");
  await box("Main speciality").fill("Wizardry");
  await save();
  await expect(dialog.getByText("Choose a speciality from the list, or empty the field.")).toBeVisible();
  expect(sent).toBe(0);
});

test("missing coordinates are found from the parts of the address", async ({ page, api, startSignedIn }) => {
  await startSignedIn("super_admin");
  const asked: string[] = [];
  await places(page, [{ ...place, zipcode: "999999", latitude: 1 }, place], asked);
  const { id, field, box, save, dialog } = await editing(page, api, "Located Hospital");
  await expect(dialog.getByText("Coordinates are looked up when you save.")).toBeVisible();
  await field("Locality").fill("Model Town");
  await field("City").fill("Ludhiana");
  await box("State").fill("punj");
  await dialog.getByRole("option", { name: "Punjab" }).click();
  await field("Zipcode").fill("141002");
  await box("Address").fill("14 Mall Road");
  await save();
  await expect(notice(page, saved)).toBeVisible();
  expect(asked).toContain("Model Town Ludhiana Punjab 141002");
  const { clinic } = await api.get<Read>(`/admin/clinics/${id}`);
  expect(clinic.location).toMatchObject({ address_line_1: "14 Mall Road", latitude: 30.89, longitude: 75.84 });

  // Another part, other coordinates: the old ones are not kept. Nothing found is no reason not to save.
  await page.unroute("**/api/careops/places?**");
  await places(page, [], asked);
  await page.getByRole("button", { name: "Edit address" }).click();
  await expect(dialog.getByText("Coordinates: 30.8900, 75.8400")).toBeVisible();
  await field("Zipcode").fill("141003");
  await expect(dialog.getByText("Coordinates are looked up when you save.")).toBeVisible();
  await save();
  await expect(notice(page, saved)).toBeVisible();
  await expect(notice(page, notLocated)).toBeVisible();
  const after = await api.get<Read>(`/admin/clinics/${id}`);
  expect(after.clinic.location).toMatchObject({ zipcode: "141003", latitude: null, longitude: null });
});

test("without suggestions and search, the rest is still saved", async ({ page, api, startSignedIn, accessible }) => {
  await startSignedIn("billing_admin");
  const refusal = { status: 503, json: { success: false, errors: [{ source: "", title: "Busy" }] } };
  await page.route("**/api/careops/places?**", (route) => route.fulfill(refusal));
  await page.route("**/api/_search", (route) => route.fulfill(refusal));
  const { id, dialog, field, box, save } = await editing(page, api, "Alone Hospital");
  await box("Address").fill("14 Mall Road");
  await expect(
    dialog.getByText("There are no suggestions right now. You can fill in the fields yourself."),
  ).toBeVisible();
  await box("Main speciality").fill("cardio");
  await expect(
    dialog.getByText("Specialities cannot be searched right now. Everything else can be saved."),
  ).toBeVisible();
  await accessible();
  await box("Main speciality").fill("");
  await field("City").fill("Ludhiana");
  await field("Zipcode").fill("141001");
  await save();
  await expect(notice(page, saved)).toBeVisible();
  const { clinic } = await api.get<Read>(`/admin/clinics/${id}`);
  expect(clinic.location).toMatchObject({ city: "Ludhiana", state: null, latitude: null });
});

test("the specialities are searched in the documented form, from 2 and 3 letters on", async ({
  page,
  api,
  startSignedIn,
}) => {
  await startSignedIn("customer_care");
  const { box, dialog } = await editing(page, api, "Searched Hospital");
  const bodies: unknown[] = [];
  let tokens = 0;
  page.on("request", (request) => {
    if (!request.url().endsWith("/api/_search")) return;
    bodies.push(request.postDataJSON());
    if (request.headers().authorization) tokens += 1;
  });
  await box("Main speciality").fill("c1");
  await box("Other specialities").fill("4de.");
  await box("Main speciality").fill("c1a2r-d");
  await expect(dialog.getByRole("option").first()).toBeVisible();
  await box("Other specialities").fill("den");
  await expect(dialog.getByRole("option", { name: /Dent/ }).first()).toBeVisible();
  const query = (name: string) => ({ match_phrase_prefix: { name } });
  expect(bodies).toEqual([
    { index: "specialities", size: 20, query: query("card") },
    { index: "clinic_specialities", size: 20, query: query("den") },
  ]);
  expect(tokens).toBe(0);
});

test("a failure keeps what was entered; the second try saves it", async ({ page, api, startSignedIn, accessible }) => {
  await startSignedIn("customer_care");
  await places(page, [place]);
  const { id, dialog, field, box, save } = await editing(page, api, "Failing Hospital");
  await box("Address").fill("14 Mall Road model town");
  await dialog.getByRole("option").click();
  await field("Beds").fill("999999");
  await box("Other specialities").fill("dialysis");
  await dialog.getByRole("option", { name: "Dialysis" }).click();
  await save();
  await expect(dialog.getByText(failed, { exact: true })).toBeVisible();
  await expect(field("Beds")).toHaveAttribute("aria-invalid", "true");
  await expect(box("Address")).toHaveValue("14 Mall Road");
  await accessible();

  await field("Beds").fill("30");
  await page.route(`**/api/admin/clinics/${id}`, (route) =>
    route.request().method() === "PUT" ? route.abort("connectionfailed") : route.continue(),
  );
  await save();
  await expect(dialog.getByText(failed, { exact: true })).toBeVisible();
  await expect(field("Zipcode")).toHaveValue("141002");
  await expect(dialog.getByRole("listitem")).toHaveText(["Dialysis"]);
  await page.unroute(`**/api/admin/clinics/${id}`);
  await save();
  await expect(notice(page, saved)).toBeVisible();
  const { clinic } = await api.get<Read>(`/admin/clinics/${id}`);
  expect(clinic.beds_count).toBe(30);
  expect(clinic.other_specialities.map((other) => other.speciality_name)).toEqual(["Dialysis"]);
});

for (const kind of Object.keys(phones) as AccountType[]) {
  test(`${kind} may edit an address`, async ({ page, api, startSignedIn }) => {
    await startSignedIn(kind);
    await places(page, [place]);
    const { id, dialog, box, save } = await editing(page, api, "Permitted Hospital");
    await box("Address").fill("model town");
    await dialog.getByRole("option").click();
    await save();
    await expect(notice(page, saved)).toBeVisible();
    const { clinic } = await api.get<Read>(`/admin/clinics/${id}`);
    expect(clinic.location).toMatchObject({ address_line_1: "Model Town", zipcode: "141002" });
  });
}

test("on a phone, in the dark, in Punjabi", async ({ page, api, startSignedIn, accessible }) => {
  await startSignedIn("customer_care");
  await places(page, [place]);
  await page.addInitScript(() => localStorage.setItem("current_language", "pb"));
  await page.emulateMedia({ colorScheme: "dark" });
  await page.setViewportSize({ width: 360, height: 780 });
  const { id } = await api.hospital("Narrow Hospital");
  await page.goto(address(id));
  await page.getByRole("button", { name: "ਪਤਾ ਬਦਲੋ" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("combobox", { name: "ਪਤਾ" }).fill("model town");
  await expect(dialog.getByRole("option")).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await accessible();
  await dialog.getByRole("option").click();
  await accessible();
});

test.describe("an IFSC code", () => {
  test.beforeEach(({ startSignedIn }) => startSignedIn("billing_admin"));
  const details = {
    account_no: "••••4321",
    account_name: "Banked Hospital",
    bank_name: null,
    ifsc_code: "SBIN0001234",
  };
  async function banked(page: Page, id: number, changes: object) {
    await page.route(`**/api/admin/clinics/${id}`, async (route) => {
      const reply = await route.fetch();
      const json = await reply.json();
      const clinic = { ...json.clinic, bank_details: { ...details, ...changes } };
      await route.fulfill({ response: reply, json: { ...json, clinic } });
    });
    await page.goto(address(id, "bank-details"));
  }
  const warning = "No bank we know has this IFSC code. Please check it.";

  test("names its bank", async ({ page, api, accessible }) => {
    const { id } = await api.hospital("Recognised Hospital");
    await banked(page, id, {});
    await expect(page.getByRole("definition").filter({ hasText: "State Bank of India" })).toBeVisible();
    await banked(page, id, { bank_name: "HDFC" });
    await expect(page.getByText("Bank of this code: State Bank of India")).toBeVisible();
    await expect(page.getByText(warning)).toBeHidden();
    await accessible();
  });

  for (const ifsc_code of ["ZZZZ0001234", "SBIN1234"]) {
    test(`of no bank is warned about: ${ifsc_code}`, async ({ page, api, accessible }) => {
      const { id } = await api.hospital("Unknown Hospital");
      await banked(page, id, { ifsc_code, bank_name: "Some Bank" });
      await expect(page.getByText(warning)).toBeVisible();
      await accessible();
    });
  }
});
