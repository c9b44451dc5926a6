import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures";
import { headings, toastWithText, waitForList, waitUntilIdle } from "../support/screens";

/** Headings of the columns of a record: the tick boxes have none. */
const heads = (page: Page) => headings(page).filter({ hasText: /\S/ });
const tool = (page: Page, name: string | RegExp) => page.getByRole("main").getByRole("button", { name });
const clinicHeads = ["Clinic name", "Town/City", "State", "Phone number", "Email", "Activated modules", "Module"];

/** Reset all lists, because the server keeps the choices of earlier tests. */
test.beforeEach(async ({ api }) => {
  await api.put("/careops/layouts/ListClinics", { columns: [] });
  const { data } = await api.get<{ data: { views: { id: number; mine: boolean }[] } }>("/careops/views?perpage=500");
  for (const { id, mine } of data.views) if (mine) await api.delete(`/careops/views/${id}`);
});

test("columns are hidden, moved and resized by keyboard and synchronized for the account", async ({
  page,
  startSignedIn,
  accessible,
  browser,
  server,
}) => {
  await startSignedIn();
  await page.goto("/clinics");
  await waitForList(page);
  const before = await heads(page).allTextContents();
  await tool(page, "Columns").focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("checkbox", { name: `Show ${before[0]}` })).toBeFocused();
  await accessible();
  await page.getByRole("checkbox", { name: "Show Email" }).focus();
  await page.keyboard.press("Space");
  await page.getByRole("button", { name: "Move State up" }).focus();
  const layoutSaved = page.waitForResponse((reply) => reply.url().includes("/layouts/ListClinics") && reply.ok());
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  await page.getByRole("slider", { name: "Width of State" }).focus();
  await page.keyboard.press("ArrowRight");
  await layoutSaved;
  await expect(heads(page).filter({ hasText: /^Email$/ })).toHaveCount(0);
  const placeOf = async (head: string) => (await heads(page).allTextContents()).indexOf(head);
  await expect.poll(async () => (await placeOf("Town/City")) - (await placeOf("State"))).toBe(2);
  const after = await heads(page).allTextContents();
  await page.keyboard.press("Escape");
  await expect(tool(page, "Columns")).toBeFocused();

  await page.reload();
  await waitForList(page);
  await expect(heads(page)).toHaveText(after);

  const elsewhere = await browser.newContext({ baseURL: server.url });
  await elsewhere.addInitScript(
    (stored) => {
      for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, value);
    },
    await page.evaluate(() => ({ ...localStorage })),
  );
  const other = await elsewhere.newPage();
  await other.goto("/clinics");
  await expect(heads(other)).toHaveText(after);
  await expect
    .poll(() => other.evaluate(() => Object.keys(localStorage).sort()))
    .toEqual((await page.evaluate(() => Object.keys(localStorage))).sort());
  await elsewhere.close();

  await tool(page, "Columns").click();
  await page.getByRole("button", { name: "Reset to default" }).click();
  await expect(heads(page)).toHaveText(before);
});

test("removed columns are ignored", async ({ page, api, startSignedIn }) => {
  await api.put("/careops/layouts/ListClinics", {
    columns: [
      { name: "gone_since", shown: true, width: null },
      { name: "location.city", shown: true, width: null },
      { name: "email", shown: false, width: null },
    ],
  });
  await startSignedIn();
  await page.goto("/clinics");
  await expect(heads(page).first()).toHaveText("Town/City");
  await expect(heads(page)).toHaveCount(clinicHeads.length - 1);
});

test("a view is saved, found by its address, changed and deleted", async ({ page, startSignedIn, accessible }) => {
  await startSignedIn();
  await page.goto("/clinics?is_hospital=true");
  await waitForList(page);
  await tool(page, "Columns").click();
  await page.getByRole("checkbox", { name: "Show Email" }).uncheck();
  await page.keyboard.press("Escape");
  await tool(page, "Views").click();
  await expect(page.getByRole("link", { name: "All Clinics" })).toBeFocused();
  await accessible();
  await page.getByRole("button", { name: "Save as a new view…" }).click();
  const form = page.getByRole("dialog", { name: "New view" });
  await form.getByRole("button", { name: "Save" }).click();
  await expect(form.getByText("Please enter a name")).toBeVisible();
  const name = "<b>Hospitals</b> & more";
  await form.getByLabel("Name").fill(name);
  await form.getByLabel(/^Share with all staff/).check();
  await form.getByRole("button", { name: "Save" }).click();
  await expect(toastWithText(page, "View saved")).toBeVisible();
  await expect(page).toHaveURL(/is_hospital=true&view=\d+$/);
  await expect(tool(page, `Views: ${name}`)).toBeVisible();
  const id = new URL(page.url()).searchParams.get("view");

  await page.goto(`/clinics?view=${id}`);
  await expect(page).toHaveURL(/is_hospital=true/);
  await expect(page.getByRole("checkbox", { name: "Is hospital" })).toBeChecked();
  await expect(heads(page)).toHaveCount(clinicHeads.length - 1);
  await expect(page.getByText("unsaved changes")).toHaveCount(0);

  await page.getByRole("searchbox").fill("a");
  await page.getByRole("searchbox").press("Enter");
  await expect(page.getByText("unsaved changes")).toBeVisible();
  await tool(page, `Views: ${name}`).click();
  await page.getByRole("button", { name: "Discard changes" }).click();
  await expect(page.getByText("unsaved changes")).toHaveCount(0);
  await page.getByRole("checkbox", { name: "Is hospital" }).uncheck();
  await tool(page, `Views: ${name}`).click();
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("unsaved changes")).toHaveCount(0);

  await tool(page, `Views: ${name}`).click();
  await page.getByRole("button", { name: "Delete…" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Yes" }).click();
  await expect(toastWithText(page, "View deleted")).toBeVisible();
  await expect(page).toHaveURL(/\/clinics\??$/);
  await page.goto(`/clinics?view=${id}`);
  await expect(toastWithText(page, "This view no longer exists.")).toBeVisible();
  await expect(page).toHaveURL(/\/clinics$/);
  await waitForList(page);
});

test("duplicate name is refused at its field", async ({ page, api, startSignedIn }) => {
  await api.post("/careops/views", { list_name: "ListDoctors", name: "Taken", filters: {}, columns: [] });
  await startSignedIn();
  await page.goto("/doctors");
  await waitUntilIdle(page);
  await tool(page, "Views").click();
  await page.getByRole("button", { name: "Save as a new view…" }).click();
  const form = page.getByRole("dialog", { name: "New view" });
  await form.getByLabel("Name").fill("taken");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(form.getByText("You already have a view with this name")).toBeVisible();
});

test("shared views of others are listed and locked", async ({ page, api, startSignedIn }) => {
  await api.post("/careops/views", {
    list_name: "ListClinics",
    name: "For everybody",
    filters: { is_hospital: "true" },
    columns: [],
    shared: true,
  });
  await startSignedIn("customer_care");
  await page.goto("/clinics");
  await waitForList(page);
  await tool(page, "Views").click();
  await page.getByRole("link", { name: /^For everybody/ }).click();
  await expect(page.getByRole("checkbox", { name: "Is hospital" })).toBeChecked();
  await tool(page, "Views: For everybody").click();
  await expect(page.getByRole("button", { name: "Save as a new view…" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Delete…" })).toHaveCount(0);
});

test("views are not cut off on a phone", async ({ page, api, startSignedIn, accessible }) => {
  // A clinic without modules, because a button partly covered by the open popup would count as a small target.
  await api.hospital("Phone Sized Hospital");
  await page.setViewportSize({ width: 390, height: 844 });
  await startSignedIn();
  await page.goto("/clinics?search=Phone+Sized+Hospital");
  await waitForList(page);
  await tool(page, "Columns").click();
  await expect(page.getByRole("slider", { name: "Width of Email" })).toBeVisible();
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await accessible();
});
