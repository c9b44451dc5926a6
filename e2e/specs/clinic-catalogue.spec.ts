import type { Page } from "@playwright/test";
import type { components } from "../../webapp/src/api/gen/schema";
import { expect, test } from "../fixtures";
import { address, editing } from "../support/address";
import { changeResponse } from "../support/responses";

test("specialities are searched in the documented form from 2 and 3 letters", async ({ page, api, startSignedIn }) => {
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
  await expect
    .poll(() => bodies)
    .toEqual([
      { index: "specialities", size: 20, query: query("card") },
      { index: "clinic_specialities", size: 20, query: query("den") },
    ]);
  expect(tokens).toBe(0);
});

test.describe("an IFSC code", () => {
  test.beforeEach(({ startSignedIn }) => startSignedIn("billing_admin"));
  const details = {
    account_no: "••••4321",
    account_name: "Banked Hospital",
    bank_name: null,
    ifsc_code: "SBIN0001234",
  };
  async function banked(page: Page, id: number, changes: Partial<components["schemas"]["BankDetails"]>) {
    await page.route(`**/api/admin/clinics/${id}`, (route) =>
      changeResponse(route, "get", "/admin/clinics/{id}", (body) => ({
        ...body,
        clinic: { ...body.clinic, bank_details: { ...details, ...changes } },
      })),
    );
    await page.goto(address(id, "bank-details"));
  }
  const warning = "We could not find a bank with this IFSC code. Please check it.";

  test("finds its bank", async ({ page, api, accessible }) => {
    const { id } = await api.hospital("Recognised Hospital");
    await banked(page, id, {});
    await expect(page.getByRole("definition").filter({ hasText: "State Bank of India" })).toBeVisible();
    await banked(page, id, { bank_name: "HDFC" });
    await expect(
      page.getByText("This IFSC code belongs to State Bank of India, not to the bank entered. Please check it."),
    ).toBeVisible();
    await expect(page.getByText(warning)).toBeHidden();
    await accessible();
  });

  test("with an unlisted branch shows a warning", async ({ page, api, accessible }) => {
    const { id } = await api.hospital("Unlisted Hospital");
    await banked(page, id, { ifsc_code: "SBIN0ZZZZZ9" });
    await expect(
      page.getByText("We could not find a State Bank of India branch with this IFSC code. Please check it."),
    ).toBeVisible();
    await accessible();
  });

  for (const ifsc_code of ["ZZZZ0001234", "SBIN1234"]) {
    test(`with an unknown bank shows a warning: ${ifsc_code}`, async ({ page, api, accessible }) => {
      const { id } = await api.hospital("Unknown Hospital");
      await banked(page, id, { ifsc_code, bank_name: "Some Bank" });
      await expect(page.getByText(warning)).toBeVisible();
      await accessible();
    });
  }
});
