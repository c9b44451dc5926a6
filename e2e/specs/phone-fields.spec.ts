import type { Locator, Page } from "@playwright/test";
import { type Api, expect, test } from "../fixtures";

const wrong = "Please enter a valid 10 digit mobile number";

test.beforeEach(async ({ startSignedIn }) => startSignedIn());

interface PhoneForm {
  name: string;
  open: (page: Page, api: Api) => Promise<Locator>;
}
const openForms: PhoneForm[] = [
  {
    name: "Add Hospital",
    open: async (page) => {
      await page.goto("/clinics");
      await page.getByRole("button", { name: "Add" }).click();
      await page.getByRole("menuitem", { name: "Hospital" }).click();
      return page.getByRole("dialog").getByLabel("Phone number");
    },
  },
  {
    name: "Create admin",
    open: async (page, api) => {
      await page.goto(`/clinics-details/${(await api.hospital("Admins of phones")).id}/admins`);
      await page.getByRole("button", { name: "Create admin" }).click();
      return page.getByRole("dialog").getByLabel("Phone number");
    },
  },
  {
    name: "Find doctor",
    open: async (page, api) => {
      await page.goto(`/clinics-details/${(await api.hospital("Doctors of phones")).id}/doctors`);
      await page.getByRole("button", { name: "Add Doctor" }).click();
      return page.getByRole("dialog").getByLabel("Phone number");
    },
  },
  {
    name: "Generate Data",
    open: async (page) => {
      await page.goto("/demo");
      await page.getByRole("button", { name: "Populate data for CMS" }).click();
      return page.getByRole("dialog").getByRole("textbox", { name: "Clinic's phone number" });
    },
  },
];

for (const { name, open } of openForms) {
  test(`${name}: number is parsed alike in every notation and never cut`, async ({ page, api }) => {
    const field = await open(page, api);
    await field.pressSequentially("+919876543210");
    await expect(field).toHaveValue("9876543210");
    await field.pressSequentially("7");
    await expect(field).toHaveValue("9876543210");
    for (const other of ["+1 415 555 2671", "+44 7911 123456", "091-9812345001", "98765432107"]) {
      await field.fill(other);
      await expect(field).toHaveValue(other);
      await expect(page.getByRole("dialog").getByText(wrong)).toBeVisible();
    }
    await field.fill("091 98765 43210".slice(1));
    await expect(field).toHaveValue("9876543210");
    await expect(page.getByRole("dialog").getByText(wrong)).toBeHidden();
  });
}
