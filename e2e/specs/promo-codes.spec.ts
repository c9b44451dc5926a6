import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures";
import type { Api } from "../fixtures/api";
import { respondError } from "../support/responses";
import { rowWithText, toastWithText } from "../support/screens";

interface Codes {
  data: { billing_promo_codes: { id: number; promo_code_name: string }[] };
}
test.beforeEach(async ({ startSignedIn }) => startSignedIn("billing_admin"));

const address = "/promo-code";
const createCode = (api: Api, promo_code_name: string) =>
  api.post("/admin/billing_promo_codes", {
    promo_code_name,
    single_use: true,
    expiry: "2099-03-31",
    discount_percentage: 20,
  });

async function adding(page: Page) {
  await page.goto(address);
  await page.getByRole("button", { name: "Add promo code" }).click();
  return page.getByRole("dialog", { name: "Add promo code" });
}

test("added code requires all fields in the documented words", async ({ page, accessible }) => {
  const dialog = await adding(page);
  await expect(dialog.getByLabel("Promo code name")).toBeFocused();
  for (const answer of ["Yes", "No"]) await expect(dialog.getByRole("radio", { name: answer })).not.toBeChecked();
  await dialog.getByRole("button", { name: "Add" }).click();
  for (const missing of [
    "Promo code name required",
    "Discount is required",
    "Expire by date is required",
    "Single use required",
  ])
    await expect(dialog.getByText(missing, { exact: true })).toBeVisible();
  await accessible();

  await dialog.getByLabel("Promo code name").fill("LOHRI 27");
  await dialog.getByLabel("Discount").fill("101");
  await expect(dialog.getByText("Enter a whole number from 1 to 100, in digits only")).toBeVisible();
  await dialog.getByRole("radio", { name: "Rupee" }).check();
  await expect(dialog.getByText("Enter a whole number from 1 to 100, in digits only")).toBeHidden();
  await dialog.getByLabel("Expire by date", { exact: true }).fill("31-03-2099");
  await dialog.getByRole("radio", { name: "No" }).check();
  const sent = page.waitForRequest("**/billing_promo_codes");
  await dialog.getByRole("button", { name: "Add" }).click();
  expect((await sent).postDataJSON()).toEqual({
    promo_code_name: "LOHRI 27",
    single_use: false,
    expiry: "2099-03-31",
    discount_amount: 101,
  });
  await expect(toastWithText(page, "Promo code added successfully.")).toBeVisible();
  await expect(dialog).toBeHidden();
  const row = rowWithText(page, "LOHRI 27");
  for (const cell of ["31-03-2099", "₹101", "No"]) await expect(row).toContainText(cell);
});

test("expiry of today and a duplicate name are refused at their fields", async ({ page, api }) => {
  await createCode(api, "TAKEN NAME");
  const dialog = await adding(page);
  await dialog.getByLabel("Promo code name").fill("takenname");
  await dialog.getByLabel("Discount").fill("5");
  await dialog.getByRole("radio", { name: "Yes" }).check();
  await dialog.getByLabel("Expire by date", { exact: true }).fill("21-11-2020");
  await dialog.getByRole("button", { name: "Add" }).click();
  await expect(dialog.getByText(/^Choose \d\d-\d\d-\d{4} or a later day$/)).toBeVisible();
  await dialog.getByLabel("Expire by date", { exact: true }).fill("21-11-2098");
  await dialog.getByRole("button", { name: "Add" }).click();
  await expect(dialog.getByText("A promo code with this name already exists")).toBeVisible();
  await expect(dialog.getByLabel("Promo code name")).toHaveAttribute("aria-invalid", "true");
  await expect(dialog.getByLabel("Discount")).toHaveValue("5");
});

test("unit of a code is changed", async ({ page, api }) => {
  await createCode(api, "CHANGING");
  await page.goto(address);
  await page.getByRole("button", { name: "Edit CHANGING" }).click();
  const dialog = page.getByRole("dialog", { name: "Update promo code" });
  await expect(dialog.getByLabel("Discount")).toHaveValue("20");
  await expect(dialog.getByLabel("Expire by date", { exact: true })).toHaveValue("31-03-2099");
  await expect(dialog.getByRole("radio", { name: "Yes" })).toBeChecked();
  await dialog.getByRole("radio", { name: "Rupee" }).check();
  await dialog.getByLabel("Discount").fill("750");
  await dialog.getByRole("button", { name: "Update" }).click();
  await expect(toastWithText(page, "Promo code updated successfully.")).toBeVisible();
  await expect(rowWithText(page, "CHANGING")).toContainText("₹750");
});

test("expired code can be edited and the discount of a used one is locked", async ({ page }) => {
  await page.goto(address);
  await page.getByRole("button", { name: "Next page" }).click();
  const row = rowWithText(page, "LOHRI25");
  await expect(row).toContainText("expired");
  await row.getByRole("button", { name: "Edit LOHRI25" }).click();
  const dialog = page.getByRole("dialog", { name: "Update promo code" });
  await expect(dialog.getByText("Used 84 times, so the discount cannot be changed")).toBeVisible();
  await expect(dialog.getByLabel("Discount")).toHaveCount(0);
  await dialog.getByLabel("Promo code name").fill("LOHRI 2025");
  await dialog.getByRole("button", { name: "Update" }).click();
  await expect(toastWithText(page, "Promo code updated successfully.")).toBeVisible();
  await expect(rowWithText(page, "LOHRI 2025")).toContainText("expired");
});

test("code is deleted after a confirmation and a failure shows the first error", async ({ page, api, accessible }) => {
  await createCode(api, "LEAVING");
  await page.goto(address);
  await page.route("**/billing_promo_codes/*", (route) =>
    respondError(route, 409, { source: "", title: "Not this one" }),
  );
  const question = page.getByRole("alertdialog", { name: "Delete LEAVING?" });
  await page.getByRole("button", { name: "Delete LEAVING" }).click();
  await expect(question.getByText("Are you sure you want to delete this")).toBeVisible();
  await accessible();
  await question.getByRole("button", { name: "Yes" }).click();
  await expect(toastWithText(page, "Not this one")).toBeVisible();
  await page.unroute("**/billing_promo_codes/*");
  await page.getByRole("button", { name: "Delete LEAVING" }).click();
  await question.getByRole("button", { name: "Yes" }).click();
  await expect(toastWithText(page, "Promo code deleted successfully.")).toBeVisible();
  await expect(rowWithText(page, "LEAVING")).toHaveCount(0);
  const { data } = await api.get<Codes>("/admin/billing_promo_codes?perpage=500");
  expect(data.billing_promo_codes.map(({ promo_code_name }) => promo_code_name)).not.toContain("LEAVING");
});

test("failed list is reported", async ({ page }) => {
  await page.route("**/billing_promo_codes?**", (route) => respondError(route, 500));
  await page.goto(address);
  await expect(
    page.getByRole("alert").getByText("There was some error while processing your request", { exact: true }),
  ).toBeVisible();
});

test("link is in the group Misc for permitted accounts", async ({ page }) => {
  await page.goto(address);
  const group = page.getByRole("navigation", { name: "Main menu" }).locator("section").filter({ hasText: "Misc" });
  await expect(group.getByRole("link", { name: "Promo code" })).toHaveAttribute("aria-current", "page");
});

test("codes are found by name and the list shows changes of another admin", async ({ page, api, accessible }) => {
  await createCode(api, "FOUND BY NAME");
  await createCode(api, "SOME OTHER CODE");
  await page.goto(address);
  await page.getByRole("searchbox", { name: "Search" }).fill("foundbyname");
  await expect(rowWithText(page, "SOME OTHER CODE")).toHaveCount(0);
  await expect(rowWithText(page, "FOUND BY NAME")).toBeVisible();
  await expect(page).toHaveURL(/search=foundbyname/);
  await accessible();
  await page.getByRole("searchbox", { name: "Search" }).fill("live code");
  await expect(page.getByText("No promo codes found matching your search")).toBeVisible();
  await createCode(api, "LIVE CODE");
  await expect(rowWithText(page, "LIVE CODE")).toBeVisible({ timeout: 10_000 });
});
