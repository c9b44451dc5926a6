import type { Page } from "@playwright/test";
import { expect, freshPhone, test } from "../fixtures";
import { changeResponse, respond } from "../support/responses";
import { rows, toastIcon, toastWithText } from "../support/screens";

test.beforeEach(async ({ startSignedIn }) => startSignedIn());

interface Read {
  clinic: { metrics: { total_patient_visits: number } };
}
const address = "/demo";
const done = "Data successfully generated";
const dialogOf = (page: Page) => page.getByRole("dialog", { name: "Generate Data" });
/** A status of the dialog by its text, because the offer of a draft is another status. */
const statusOf = (page: Page, text: string) => dialogOf(page).getByRole("status").filter({ hasText: text });

async function fillNumber(page: Page, button: string, phone: string) {
  await page.getByRole("button", { name: button }).click();
  await dialogOf(page).getByRole("textbox", { name: "Clinic's phone number" }).fill(phone);
}

async function ask(page: Page, button: string, phone: string) {
  await fillNumber(page, button, phone);
  await dialogOf(page).getByRole("button", { name: "Generate" }).click();
}

test("both buttons fill a clinic and change its metrics", async ({ page, api, accessible }) => {
  const clinic = await api.hospital("Generated for");
  await page.goto(address);
  await expect(page.getByRole("heading", { level: 1, name: "Demo" })).toBeVisible();
  await accessible();
  const sent = page.waitForRequest("**/api/admin/users/create_cms_data");
  await ask(page, "Populate data for CMS", clinic.phone_number);
  expect((await sent).postDataJSON()).toEqual({ phone_number: clinic.phone_number });
  await expect(toastWithText(page, done)).toBeVisible();
  await expect(toastIcon(toastWithText(page, done))).toHaveCSS("background-color", "rgb(28, 122, 72)");
  await expect(dialogOf(page)).toHaveCount(0);
  const newest = rows(page).first();
  await expect(newest).toContainText("CMS");
  await expect(newest).toContainText("3 of 3 steps");
  await ask(page, "Populate data for Growth", clinic.phone_number);
  await expect(newest).toContainText("Growth");
  await expect(newest).toContainText("Done");
  await accessible();
  await page.goto(`/clinics-details/${clinic.id}/metrics`);
  const { clinic: filled } = await api.get<Read>(`/admin/clinics/${clinic.id}`);
  expect(filled.metrics.total_patient_visits).toBeGreaterThan(0);
  const figure = new Intl.NumberFormat("en-IN").format(filled.metrics.total_patient_visits);
  await expect(page.getByText(figure, { exact: true }).first()).toBeVisible();
});

test("clinics of a number are named and a number without a clinic is reported", async ({ page, api, accessible }) => {
  const clinic = await api.hospital("Named for its number");
  await page.goto(address);
  await fillNumber(page, "Populate data for Growth", freshPhone());
  await expect(statusOf(page, "No clinic found with this phone number")).toBeVisible();
  await dialogOf(page).getByRole("textbox", { name: "Clinic's phone number" }).fill(clinic.phone_number);
  await expect(statusOf(page, "Data will be added to this clinic:")).toBeVisible();
  await expect(dialogOf(page).getByRole("listitem")).toHaveText(["Named for its number"]);
  await accessible();
  await dialogOf(page).getByRole("button", { name: "Generate" }).click();
  await expect(toastWithText(page, done)).toBeVisible();
  const newest = rows(page).first();
  await expect(newest).toContainText("1 of 1 step");
  await expect(newest).toContainText(clinic.phone_number.slice(5));
  await newest.getByRole("link", { name: "Named for its number" }).click();
  await expect(page).toHaveURL(new RegExp(`/clinics-details/${clinic.id}/`));
});

test("unknown number is refused at the field and a short one before sending", async ({ page, accessible }) => {
  await page.goto(address);
  await ask(page, "Populate data for Growth", freshPhone());
  await expect(dialogOf(page)).toContainText("No clinic found with this phone number");
  await expect(toastWithText(page, "Something went wrong try again")).toBeVisible();
  await expect(toastIcon(toastWithText(page, "Something went wrong try again"))).toHaveCSS(
    "background-color",
    "rgb(194, 48, 48)",
  );
  await accessible();
  let isRequested = false;
  await page.route("**/api/admin/users/create_growth_data", (route) => {
    isRequested = true;
    return route.abort();
  });
  const field = dialogOf(page).getByRole("textbox", { name: "Clinic's phone number" });
  await field.clear();
  await field.pressSequentially("98150000411234");
  await expect(field).toHaveValue("9815000041");
  const send = dialogOf(page).getByRole("button", { name: "Generate" });
  await expect(send).toBeEnabled();
  // A pasted number that is too long stays unchanged and is not sent.
  await field.fill("98150000411234");
  await expect(field).toHaveValue("98150000411234");
  await expect(send).toBeDisabled();
  await field.fill("981500004");
  await expect(send).toBeDisabled();
  await field.press("Enter");
  expect(isRequested).toBe(false);
});

test("slow generation shows its progress and its final message", async ({ page, api, accessible }) => {
  const clinic = await api.hospital("Takes longer");
  await page.route("**/api/admin/users/create_cms_data", async (route) => {
    await changeResponse(route, "post", "/admin/users/create_cms_data", (body) => ({
      ...body,
      data: { ...body.data, state: "running" },
    }));
  });
  let isOver = false;
  await page.route(/\/api\/careops\/jobs\/\d+$/, async (route) => {
    const soFar = isOver ? {} : { state: "running" as const, done: 1, total: 3 };
    await changeResponse(route, "get", "/careops/jobs/{job_id}", (body) => ({
      ...body,
      data: { ...body.data, ...soFar },
    }));
  });
  await page.goto(address);
  await ask(page, "Populate data for CMS", clinic.phone_number);
  await expect(statusOf(page, "1 of 3 steps")).toBeVisible();
  await accessible();
  isOver = true;
  // Every event of the channel reloads the dialog.
  await api.post("/admin/users/create_growth_data", { phone_number: clinic.phone_number });
  await expect(toastWithText(page, done)).toBeVisible();
  await expect(dialogOf(page)).toHaveCount(0);
});

test("failure has the documented words", async ({ page }) => {
  await page.route("**/api/admin/users/create_cms_data", (route) =>
    respond(route, "post", "/admin/users/create_cms_data", {
      success: true,
      data: { job_id: 7, state: "failed", clinics: [], problem: null },
    }),
  );
  await page.goto(address);
  await ask(page, "Populate data for CMS", "9815000041");
  await expect(toastWithText(page, "Something went wrong try again")).toBeVisible();
});
