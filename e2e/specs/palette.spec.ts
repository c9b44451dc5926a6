import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures";
import { formatPhone, waitForList } from "../support/screens";

const palette = (page: Page) => page.getByRole("dialog", { name: "Search" });
const field = (page: Page) => palette(page).getByRole("combobox", { name: "Name, phone number, payment ID or screen" });

test("clinic is opened from any screen by keyboard alone", async ({ page, api, startSignedIn, accessible }) => {
  const hospital = await api.hospital("Palette Hospital");
  const phone = hospital.phone_number;
  await startSignedIn();
  await page.goto("/universities");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.keyboard.press("Control+k");
  await expect(field(page)).toBeFocused();
  await page.keyboard.type(`+91 ${phone.slice(0, 5)} ${phone.slice(5)}`);
  const hit = palette(page).getByRole("group", { name: "Clinics" }).getByRole("option", { name: hospital.name });
  await expect(hit).toContainText(formatPhone(phone));
  await expect(hit).toHaveAttribute("aria-selected", "true");
  await accessible();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`/clinics-details/${hospital.id}/basic-details`);
  await expect(palette(page)).toBeHidden();
});

test("Ctrl+Enter opens the chosen screen in a new tab", async ({ page, context, startSignedIn }) => {
  await startSignedIn();
  await page.goto("/universities");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.keyboard.press("Control+k");
  await field(page).fill("Labs");
  await expect(palette(page).getByRole("option", { name: "Labs" }).first()).toHaveAttribute("aria-selected", "true");
  const opened = context.waitForEvent("page");
  await page.keyboard.press("Control+Enter");
  const tab = await opened;
  await expect(tab).toHaveURL("/labs");
  await expect(tab.getByRole("heading", { level: 1, name: "Labs" })).toBeVisible();
  await expect(page).toHaveURL("/universities");
});

test("misspelled search is corrected, an id opens its record and actions are offered", async ({
  page,
  api,
  startSignedIn,
}) => {
  const hospital = await api.hospital("Xylophone Hospital");
  await startSignedIn();
  await page.goto("/clinics");
  await waitForList(page);
  await page.keyboard.press("Control+k");
  await field(page).fill("xylphone");
  const hit = palette(page).getByRole("group", { name: "Clinics" }).getByRole("option", { name: hospital.name });
  await expect(hit).toBeVisible();
  await expect(palette(page).getByRole("status")).toHaveText(/Showing similar spellings: xylophone$/);
  await field(page).fill(`#${hospital.id}`);
  await expect(palette(page).getByRole("status")).not.toHaveText(/similar spellings|Searching/);
  await expect(hit).toBeVisible();
  await hit.click();
  await expect(page).toHaveURL(`/clinics-details/${hospital.id}/basic-details`);

  await page.keyboard.press("Control+k");
  await expect(field(page)).toBeFocused();
  await page.keyboard.type("edit addr");
  const action = palette(page).getByRole("group", { name: "Actions on this page" }).getByRole("option");
  await expect(action).toHaveText(["Edit address"]);
  await page.keyboard.press("Enter");
  const form = page.getByRole("dialog", { name: "Edit address" });
  await expect(form.getByRole("combobox").first()).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(form).toBeHidden();

  await page.keyboard.press("Control+k");
  await expect(field(page)).toBeFocused();
  await page.keyboard.type("staff");
  await expect(palette(page).getByRole("group", { name: "Tabs of this record" }).getByRole("option")).toHaveText([
    "Staff",
  ]);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`/clinics-details/${hospital.id}/staff`);
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
});

test("keys after Ctrl+K are typed into its field", async ({ page, api, startSignedIn }) => {
  const hospital = await api.hospital("Fast Typist Hospital");
  await startSignedIn();
  await page.goto(`/clinics-details/${hospital.id}/basic-details`);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  // In one task, faster than a person types: p pins, g d opens the doctors.
  await page.evaluate(() => {
    const press = (key: string, ctrlKey = false) =>
      document.body.dispatchEvent(new KeyboardEvent("keydown", { key, ctrlKey, bubbles: true, cancelable: true }));
    press("k", true);
    for (const key of "pgd") press(key);
  });
  await expect(field(page)).toBeFocused();
  await page.keyboard.type(" arjun");
  await expect(field(page)).toHaveValue("pgd arjun");
  await expect(page).toHaveURL(`/clinics-details/${hospital.id}/basic-details`);
});

test("screens are found by name in the chosen language and chosen with arrow keys", async ({ page, startSignedIn }) => {
  await startSignedIn("super_admin");
  await page.goto("/clinics");
  await page.getByRole("button", { name: "Search everything" }).click();
  await expect(palette(page).getByRole("option").first()).toHaveText("Today");
  await page.keyboard.type("lab");
  await expect(palette(page).getByRole("group", { name: "Screens" }).getByRole("option")).toHaveText(["Labs"]);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/labs");
});

test("action of another screen is started from any screen", async ({ page, startSignedIn, accessible }) => {
  await startSignedIn("super_admin");
  await page.goto("/clinics");
  await waitForList(page);
  for (const [screenName, path, form] of [
    ["Add promo code", "/promo-code", "Add promo code"],
    ["Add city", "/care-cities", "Add city"],
    ["Add New University", "/universities", "Add New University"],
    ["Add article", "/news-feed", "Add article"],
    ["Add articles", "/weekly-news", "Weekly news sequence"],
    ["Upload leads", "/campaign-leads", "Upload leads"],
  ] as const) {
    await page.keyboard.press("Control+k");
    await expect(field(page)).toBeFocused();
    await page.keyboard.type(screenName);
    const elsewhere = palette(page).getByRole("group", { name: "Other actions" });
    await expect(elsewhere.getByRole("option").first()).toContainText(screenName);
    await accessible();
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(path);
    // Use the button, because a form that still waits for its records re-renders and could miss a key.
    await page.getByRole("dialog", { name: form, exact: true }).getByRole("button", { name: "Close" }).click();
    await expect(page.getByRole("dialog")).toBeHidden();
  }
});

test("forbidden screens are not offered", async ({ page, startSignedIn }) => {
  const queries: string[] = [];
  page.on("request", (request) => queries.push(new URL(request.url()).pathname));
  await startSignedIn("customer_care");
  await page.goto("/clinics");
  await waitForList(page);
  await page.keyboard.press("Control+k");
  for (const unknown of ["release", "promo code"]) {
    await field(page).fill(unknown);
    await expect(palette(page).getByRole("status")).toHaveText("0 results");
  }
  await expect.poll(() => queries).toContain("/api/admin/labs");
  expect(queries).not.toContain("/api/admin/users");
});

test("unavailable lists are named and other results shown", async ({ page, api, startSignedIn }) => {
  const hospital = await api.hospital("Half Found Hospital");
  await startSignedIn();
  await page.route("**/api/admin/doctors?*", (route) => route.fulfill({ status: 500 }));
  await page.goto("/clinics");
  await waitForList(page);
  await page.keyboard.press("Control+k");
  await field(page).fill(hospital.phone_number);
  const clinics = palette(page).getByRole("group", { name: "Clinics" });
  await expect(clinics.getByRole("option", { name: hospital.name })).toBeVisible();
  await expect(palette(page).getByRole("status")).toHaveText("Could not search: Doctors");
  await page.keyboard.press("Escape");
  await expect(palette(page)).toBeHidden();
  await page.keyboard.press("/");
  await expect(page.getByRole("searchbox")).toBeFocused();
});

test("a Razorpay id opens the payment in the list of all clinics", async ({ page, api, startSignedIn, accessible }) => {
  const hospital = await api.hospital("Paid Hospital");
  const id = `pay_Zz${hospital.phone_number}aB`;
  await api.post("/admin/billing_payments/manual", {
    clinic_id: hospital.id,
    razorpay_payment_id: id,
    razorpay_order_id: `order_Zz${hospital.phone_number}aB`,
  });
  await startSignedIn();
  await page.goto("/universities");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.keyboard.press("Control+k");
  const pasted = id.toUpperCase();
  await field(page).fill(` ${pasted.slice(0, 8)} ${pasted.slice(8)} `);
  const hit = palette(page).getByRole("group", { name: "Payments" }).getByRole("option", { name: pasted });
  await expect(hit).toContainText("Paid Hospital");
  await accessible();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`/payments?search=${pasted}`);
  await expect(page.getByRole("table").getByText(id)).toBeVisible();
  await expect(page.getByRole("table").getByRole("link", { name: "Paid Hospital" })).toBeVisible();
});

test("modules, verbs and filtered lists are found and the focus is restored", async ({ page, api, startSignedIn }) => {
  const hospital = await api.hospital("Verbs Hospital");
  await startSignedIn();
  await page.goto(`/clinics-details/${hospital.id}/staff`);
  const heading = page.getByRole("heading", { level: 1 });
  await expect(heading).toBeVisible();
  const find = async (text: string) => {
    await page.keyboard.press("Control+k");
    await expect(field(page)).toBeFocused();
    await page.keyboard.type(text);
  };
  const before = page.getByRole("navigation", { name: "Sections" }).getByRole("link").first();
  await before.focus();
  await find("telemed");
  await expect(palette(page).getByRole("option", { name: /^Switch Telemedicine/ })).toBeVisible();
  await page.keyboard.press("Enter");
  const question = page.getByRole("alertdialog");
  await expect(question).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(question).toBeHidden();
  await expect(before).toBeFocused();

  await find("change password");
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Change password" });
  await expect(dialog).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(before).toBeFocused();

  // Nothing had the focus: the heading gets it.
  await before.evaluate((link: HTMLElement) => link.blur());
  await page.keyboard.press("m");
  const note = page.getByRole("dialog", { name: /note/i });
  await expect(note).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(heading).toBeFocused();

  await find("failed payments");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/payments?status=failed");
  await expect(heading).toBeFocused();
  await find("hindi");
  await page.keyboard.press("Enter");
  await expect(page.locator("html")).toHaveAttribute("lang", "hi-IN");
});
