import type { Page } from "@playwright/test";
import { expect, freshPhone, test } from "../fixtures";
import type { Api } from "../fixtures/api";
import { drawn, loaded } from "../support/pictures";
import { toastWithText, waitForChange } from "../support/screens";

/** A doctor that no other test uses. */
async function invited(api: Api) {
  const clinic = await api.hospital("Certified Hospital");
  const invitation = { phone_number: freshPhone(), name: "Asha Gill", fees: 450, patients_per_hour: 8 };
  const { data } = await api.post<{ data: { doctor: { id: number } } }>(
    `/clinics/${clinic.id}/clinic_doctors`,
    invitation,
  );
  return data.doctor.id;
}

const certificate = (page: Page) => page.getByRole("region", { name: "Registration certificate" });

test.beforeEach(async ({ startSignedIn }) => startSignedIn("customer_care"));

test("certificate is uploaded, replaced and deleted in the documented words", async ({ page, api, accessible }) => {
  const id = await invited(api);
  await page.goto(`/doctor-details/${id}/basic-details`);
  await expect(certificate(page).getByText("No certificate yet")).toBeVisible();
  await certificate(page).getByRole("button", { name: "Upload certificate" }).click();
  const dialog = page.getByRole("dialog", { name: "Upload certificate" });
  const file = dialog.getByLabel("Image");
  await file.setInputFiles({ name: "page.html", mimeType: "text/html", buffer: Buffer.from("<html>") });
  await expect(dialog.getByText("Only jpeg, jpg, png and tiff files are accepted")).toBeVisible();
  await file.setInputFiles({ name: "large.jpg", mimeType: "image/jpeg", buffer: Buffer.alloc(5 * 1024 * 1024 + 1) });
  await expect(dialog.getByText("Image size should not exceed 5MB")).toBeVisible();
  await accessible();

  // The server detects an HTML page named .png by its bytes; the file stays chosen.
  await file.setInputFiles({ name: "page.png", mimeType: "image/png", buffer: Buffer.from("<html>") });
  await dialog.getByRole("button", { name: "Upload", exact: true }).click();
  await expect(page.getByText("This image cannot be read. Please choose another one.")).toBeVisible();
  await expect(dialog.getByText("page.png")).toBeVisible();

  const buffer = await drawn(page, "image/jpeg", "PMC 20417");
  await file.setInputFiles({ name: "registration.jpg", mimeType: "image/jpeg", buffer });
  const put = waitForChange(page, "PUT");
  await dialog.getByRole("button", { name: "Upload", exact: true }).click();
  const headers = await (await put).allHeaders();
  expect(headers["content-type"]).toBe("image/jpeg");
  expect(headers.authorization).toBeUndefined();
  await expect(toastWithText(page, "Certificate uploaded")).toBeVisible();
  const shown = certificate(page).getByRole("img", { name: "Open the certificate" });
  await loaded(shown);
  await accessible();
  const first = await shown.getAttribute("src");

  await certificate(page).getByRole("button", { name: "Replace" }).click();
  const again = page.getByRole("dialog", { name: "Replace certificate" });
  const other = await drawn(page, "image/png", "PMC 99999");
  await again.getByLabel("Image").setInputFiles({ name: "new.png", mimeType: "image/png", buffer: other });
  await again.getByRole("button", { name: "Upload", exact: true }).click();
  await expect(shown).not.toHaveAttribute("src", first ?? "");
  await loaded(shown);

  await certificate(page).getByRole("button", { name: "Delete" }).click();
  const question = page.getByRole("alertdialog").or(page.getByRole("dialog"));
  await expect(question.getByText("Are you sure you want to delete this")).toBeVisible();
  await question.getByRole("button", { name: "Yes" }).click();
  await expect(toastWithText(page, "Certificate Deleted")).toBeVisible();
  await expect(certificate(page).getByText("No certificate yet")).toBeVisible();
});

// Proves SEC-48.certificate.
test("certificate of a verified doctor is locked", async ({ page, api }) => {
  const id = await invited(api);
  await page.goto(`/doctor-details/${id}/basic-details`);
  await expect(certificate(page).getByRole("button", { name: "Upload certificate" })).toBeVisible();
  await api.post("/doctors", { doctor_details: { id, reg_nbr: "PMC-20417" } });
  await api.post(`/doctors/${id}/verify`, {
    verify_details: { verify_status: true, verification_reason: "Checked with College" },
  });
  await page.reload();
  await expect(certificate(page).getByText("Locked while the doctor is verified")).toBeVisible();
  await expect(certificate(page).getByRole("button")).toHaveCount(0);
});

// Proves FAULT-33.keeps, FAULT-33.reports.
test("failed store keeps the chosen file and is reported", async ({ page, api }) => {
  const id = await invited(api);
  await page.goto(`/doctor-details/${id}/basic-details`);
  await certificate(page).getByRole("button", { name: "Upload certificate" }).click();
  const dialog = page.getByRole("dialog", { name: "Upload certificate" });
  const buffer = await drawn(page, "image/png", "PMC 1");
  await dialog.getByLabel("Image").setInputFiles({ name: "kept.png", mimeType: "image/png", buffer });
  await page.route("**/uploads/**", (route) => route.abort());
  await dialog.getByRole("button", { name: "Upload", exact: true }).click();
  await expect(dialog.getByText("File storage is unavailable. Please try again in a moment.")).toBeVisible();
  await expect(dialog.getByText("kept.png")).toBeVisible();
});

test("photo of a doctor at a clinic is uploaded, kept and removed", async ({ page, api, accessible }) => {
  const clinic = await api.hospital("Photographed Hospital");
  const invitation = { phone_number: freshPhone(), name: "Asha Photo", fees: 450, patients_per_hour: 8 };
  await api.post(`/clinics/${clinic.id}/clinic_doctors`, invitation);
  await page.goto(`/clinics-details/${clinic.id}/doctors`);
  await page.getByRole("link", { name: "Asha Photo" }).click();
  await page.getByRole("link", { name: "Clinic doctor profile" }).click();
  const edit = page.getByRole("button", { name: "Edit details" });
  const dialog = page.getByRole("dialog", { name: "Edit clinic doctor" });
  const save = dialog.getByRole("button", { name: "Save" });
  const shown = page.getByRole("img", { name: "Open the image" });

  await edit.click();
  await dialog.getByLabel("Speciality", { exact: true }).fill("Cardio");
  await page.getByRole("option", { name: "Cardiology" }).first().click();
  await dialog
    .getByLabel("Photo", { exact: true })
    .setInputFiles({ name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("a") });
  await expect(dialog.getByText("Only jpeg, jpg, png and tiff files are accepted")).toBeVisible();
  const buffer = await drawn(page, "image/png", "Asha");
  await dialog.getByLabel("Photo", { exact: true }).setInputFiles({ name: "asha.png", mimeType: "image/png", buffer });
  await expect(dialog.getByText("asha.png")).toBeVisible();
  await accessible();
  await save.click();
  await expect(toastWithText(page, "Doctor info saved successfully")).toBeVisible();
  await loaded(shown);
  const address = await shown.getAttribute("src");

  await edit.click();
  await expect(dialog.getByText("Current image")).toBeVisible();
  await dialog.getByLabel("Fees (₹)", { exact: true }).fill("500");
  const sent = waitForChange(page, "PUT");
  await save.click();
  expect((await sent).postDataJSON()).toEqual({ doctor_details: { fees: 500 } });
  await expect(dialog).toBeHidden();
  await expect(shown).toHaveAttribute("src", address ?? "");

  await edit.click();
  await dialog.getByRole("button", { name: "Remove Current image" }).click();
  await save.click();
  await expect(dialog).toBeHidden();
  await expect(shown).toHaveCount(0);
});
