import type { Route } from "@playwright/test";
import { expect, test } from "../fixtures";
import { editing, place, places, type Read, saved } from "../support/address";
import { respondError } from "../support/responses";
import { toastWithText } from "../support/screens";

const notLocated = "The address was saved, but no coordinates were found for it.";

test("suggested place fills the address", async ({ page, api, startSignedIn }) => {
  await startSignedIn("customer_care");
  // The first request loads the place data of all of India.
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
  await expect(toastWithText(page, saved)).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(page.getByText("Bengaluru, Karnataka 560034")).toBeVisible();
  const { clinic } = await api.get<Read>(`/admin/clinics/${id}`);
  expect(clinic.location).toMatchObject({ address_line_1: "12 Mall Road", address_line_2: "Koramangala" });
  expect(clinic.location?.latitude).toBeCloseTo(12.93, 1);
});

test("missing coordinates are found from the parts of the address", async ({ page, api, startSignedIn }) => {
  await startSignedIn("super_admin");
  const requests: string[] = [];
  await places(page, [{ ...place, zipcode: "999999", latitude: 1 }, place], requests);
  const { id, field, box, save, dialog } = await editing(page, api, "Located Hospital");
  await expect(dialog.getByText("Coordinates will be looked up when you save.")).toBeVisible();
  await field("Locality").fill("Model Town");
  await field("City").fill("Ludhiana");
  await box("State").fill("punj");
  await dialog.getByRole("option", { name: "Punjab" }).click();
  await field("Zipcode").fill("141002");
  await box("Address").fill("14 Mall Road");
  await save();
  await expect(toastWithText(page, saved)).toBeVisible();
  await expect.poll(() => requests).toContain("Model Town Ludhiana Punjab 141002");
  const { clinic } = await api.get<Read>(`/admin/clinics/${id}`);
  expect(clinic.location).toMatchObject({ address_line_1: "14 Mall Road", latitude: 30.89, longitude: 75.84 });

  // A changed part clears the old coordinates. Saving works without a match.
  await page.unroute("**/api/careops/places?**");
  await places(page, [], requests);
  await page.getByRole("button", { name: "Edit address" }).click();
  await expect(dialog.getByText("Coordinates: 30.8900, 75.8400")).toBeVisible();
  await field("Zipcode").fill("141003");
  await expect(dialog.getByText("Coordinates will be looked up when you save.")).toBeVisible();
  await save();
  await expect(toastWithText(page, saved)).toBeVisible();
  await expect(toastWithText(page, notLocated)).toBeVisible();
  const after = await api.get<Read>(`/admin/clinics/${id}`);
  expect(after.clinic.location).toMatchObject({ zipcode: "141003", latitude: null, longitude: null });
});

test("address without coordinates is saved with a temporary message", async ({ page, api, startSignedIn }) => {
  await startSignedIn("customer_care");
  await page.clock.install();
  await places(page, []);
  const { field, box, save } = await editing(page, api, "Lost Hospital");
  await box("Address").fill("14 Mall Road");
  await field("City").fill("Ludhiana");
  await field("Zipcode").fill("141001");
  await save();
  await expect(toastWithText(page, notLocated)).toBeVisible();
  await page.clock.runFor(5_500);
  await expect(toastWithText(page, saved)).toBeVisible();
  await page.clock.runFor(3_500);
  await expect(toastWithText(page, notLocated)).toBeHidden();
});

// Proves SEC-53.saved.
test("address is saved without suggestions and search", async ({ page, api, startSignedIn, accessible }) => {
  await startSignedIn("billing_admin");
  const refuse = (route: Route) => respondError(route, 503, { source: "", title: "Busy" });
  await page.route("**/api/careops/places?**", refuse);
  await page.route("**/api/_search", refuse);
  const { id, dialog, field, box, save } = await editing(page, api, "Alone Hospital");
  await box("Address").fill("14 Mall Road");
  await expect(
    dialog.getByText("Suggestions are not available right now. You can fill in the fields yourself."),
  ).toBeVisible();
  await box("Main speciality").fill("cardio");
  await expect(
    dialog.getByText("Speciality search is not available right now. You can still save everything else."),
  ).toBeVisible();
  await accessible();
  await page.unroute("**/api/_search");
  await dialog.getByRole("button", { name: "Retry" }).last().click();
  await expect(dialog.getByRole("option", { name: "Cardiology", exact: true })).toBeVisible();
  await expect(box("Main speciality")).toBeFocused();
  await box("Main speciality").fill("");
  await field("City").fill("Ludhiana");
  await field("Zipcode").fill("141001");
  await save();
  await expect(toastWithText(page, saved)).toBeVisible();
  await expect(toastWithText(page, "The address was saved, but its coordinates could not be looked up.")).toBeVisible();
  const { clinic } = await api.get<Read>(`/admin/clinics/${id}`);
  expect(clinic.location).toMatchObject({ city: "Ludhiana", state: null, latitude: null });
});
