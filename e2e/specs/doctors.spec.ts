import { expect, test } from "../fixtures";
import { type Api, freshPhone } from "../fixtures/api";
import { drawn, loaded } from "../support/pictures";
import { failUntilRetry } from "../support/responses";
import { columnCells, formatPhone, rows, rowWithText, toastWithText, waitForList } from "../support/screens";

interface Listed {
  data: { doctors: { id: number; name: string; phone_number: string; verified: boolean }[]; total_records: number };
}
interface Profile {
  data: { doctor: { id: number; name: string; reg_nbr: string | null; dob: string | null; exp: number | null } };
}

/** A doctor that no other test uses, with a clinic. */
async function invited(api: Api, name = "Meena Kaur Gill") {
  const clinic = await api.hospital(`Hospital of ${name}`);
  const phone = freshPhone();
  const invitation = { phone_number: phone, name, fees: 450, patients_per_hour: 8 };
  const { data } = await api.post<{ data: { doctor: { id: number } } }>(
    `/clinics/${clinic.id}/clinic_doctors`,
    invitation,
  );
  const { id } = data.doctor;
  const detail = await api.get<{ data: { doctor: { clinics: { clinic_doctor_id: number }[] } } }>(
    `/admin/doctors/${id}`,
  );
  return { id, phone, clinic, clinicDoctorId: detail.data.doctor.clinics[0]!.clinic_doctor_id };
}
const profileOf = async (api: Api, id: number) => (await api.get<Profile>(`/doctors/${id}`)).data.doctor;

test.beforeEach(async ({ startSignedIn }) => startSignedIn("customer_care"));

test("doctors are found by search and status, which are in the address", async ({ page, api, accessible }) => {
  const { id, phone } = await invited(api, "Harleen Sandhu");
  await page.goto("/clinics");
  await page.getByRole("navigation", { name: "Main menu" }).getByRole("link", { name: "Doctors" }).click();
  await expect(page.getByRole("heading", { name: "Doctors", level: 1 })).toBeVisible();
  await expect(page.getByRole("columnheader")).toHaveText([
    "Name",
    "Phone number",
    "Speciality",
    "Registration number",
    "Status",
    "Verification",
  ]);
  await expect(rows(page)).toHaveCount(10);
  await accessible();

  const status = page.getByRole("combobox", { name: "Status" });
  await expect(status.getByRole("option")).toHaveText(["All", "Joined", "Invited", "Verified", "Unverified"]);
  await status.selectOption("Verified");
  await expect(page).toHaveURL(/status=verified/);
  const verified = await api.get<Listed>("/admin/doctors?filter_type=status&filter_text=verified");
  await expect(page.getByText(`${verified.data.total_records.toLocaleString("en-IN")} records`)).toBeVisible();
  await expect(page.getByRole("row").getByText("Unverified")).toHaveCount(0);

  await status.selectOption("All");
  await page.getByLabel("Search doctors").fill(phone);
  await expect(rows(page)).toHaveCount(1);
  await columnCells(page, "Registration number").click();
  await expect(page).toHaveURL(new RegExp(`/doctor-details/${id}/basic-details$`));
  await expect(page.getByRole("heading", { level: 1, name: "Doctor details" })).toBeVisible();
  await page.getByRole("navigation", { name: "You are here" }).getByRole("link", { name: "Doctors" }).click();
  await expect(page).toHaveURL(new RegExp(`search=${phone}`));
});

test("failed list is reported and can be retried", async ({ page }) => {
  await failUntilRetry(page, "**/api/admin/doctors?*");
  await page.goto("/doctors");
  const failure = page.getByRole("alert").filter({ hasText: "There was some error while processing your request" });
  await expect(failure).toBeVisible();
  await expect(page.locator("td a")).toHaveCount(0);
  await page.getByRole("button", { name: "Retry" }).click();
  await waitForList(page);
});

test("profile is changed and missing values are reported at their fields", async ({ page, api, accessible }) => {
  const { id } = await invited(api);
  await page.goto(`/doctor-details/${id}/basic-details`);
  await page.getByRole("button", { name: "Edit profile" }).click();
  const dialog = page.getByRole("dialog", { name: "Edit doctor profile" });
  await expect(dialog.getByText("+91")).toBeVisible();
  await dialog.getByLabel("Name", { exact: true }).fill("");
  await dialog.getByLabel("Patients per hour").fill("");
  await dialog.getByLabel("Phone number").fill("98123");
  const save = dialog.getByRole("button", { name: "Save" });
  await save.click();
  for (const sentence of [
    "Please enter name",
    "Please enter a valid 10 digit mobile number",
    "Please select gender",
    "Please enter speciality",
    "Please enter patients per hour",
  ])
    await expect(dialog.getByText(sentence)).toBeVisible();
  await accessible();

  const birthday = dialog.getByLabel("Date of birth", { exact: true });
  await birthday.fill("31-12-1899");
  await save.click();
  await expect(dialog.getByText("Choose 01-01-1900 or a later day")).toBeVisible();
  await birthday.fill("01-01-2199");
  await save.click();
  await expect(dialog.getByText(/Choose .+ or an earlier day/)).toBeVisible();

  const phone = freshPhone();
  await dialog.getByLabel("Name", { exact: true }).fill("Meena Kaur Sodhi");
  await dialog.getByLabel("Phone number").fill(phone);
  await dialog.getByLabel("Gender").selectOption("Female");
  await birthday.fill("17-04-1984");
  const speciality = dialog.getByRole("combobox", { name: "Speciality" });
  await speciality.pressSequentially("card");
  await dialog.getByRole("option", { name: "Cardiology", exact: true }).click();
  await dialog.getByLabel("Patients per hour").fill("6");
  await dialog.getByLabel("Registration number").fill("PMC-77001");
  await dialog.getByLabel("Bio").fill("Treats hearts.");
  const sent = page.waitForRequest((request) => request.method() === "POST" && request.url().endsWith("/api/doctors"));
  await save.click();
  const { doctor_details } = (await sent).postDataJSON();
  expect(doctor_details).toEqual({
    id,
    name: "Meena Kaur Sodhi",
    phone_number: phone,
    gender: "Female",
    dob: "17-04-1984",
    speciality: "Cardiology",
    patients_per_hour: 6,
    reg_nbr: "PMC-77001",
    bio: "Treats hearts.",
  });
  await expect(toastWithText(page, "Doctor updated successfully")).toBeVisible();
  await expect(page.getByText("17-04-1984")).toBeVisible();
  await expect(page.getByRole("definition").filter({ hasText: formatPhone(phone) })).toBeVisible();
});

test("number of another doctor is refused at its field", async ({ page, api }) => {
  const { data } = await api.get<Listed>("/admin/doctors?filter_type=status&filter_text=verified&perpage=2");
  const [doctor, other] = data.doctors;
  await page.goto(`/doctor-details/${doctor!.id}/basic-details`);
  await page.getByRole("button", { name: "Edit profile" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Phone number").fill(other!.phone_number);
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByText("Another doctor already has this phone number")).toBeVisible();
  await expect(dialog.getByLabel("Phone number")).toBeFocused();
});

test("verification needs a reason, locks the number and is withdrawn without one", async ({
  page,
  api,
  accessible,
}) => {
  const { id } = await invited(api, "Verified Kaur");
  await api.post("/doctors", {
    doctor_details: { id, reg_nbr: "PMC-77002", gender: "Female", speciality: "Cardiology" },
  });
  await page.goto(`/doctor-details/${id}/basic-details`);
  // Next to the name, and in the panel.
  await expect(page.getByText("Unverified", { exact: true })).toHaveCount(2);
  await page.getByRole("button", { name: "Verify", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Verify Verified Kaur" });
  await expect(dialog.getByText("PMC-77002")).toBeVisible();
  await dialog.getByRole("button", { name: "Verify", exact: true }).click();
  await expect(dialog.getByText("Please select reason")).toBeVisible();
  await accessible();
  const reason = dialog.getByLabel("Reason");
  await expect(reason.getByRole("option")).toHaveText(["Select", "Checked with College", "Checked with IMA"]);
  await reason.selectOption("Checked with IMA");
  await dialog.getByRole("button", { name: "Verify", exact: true }).click();
  const question = page.getByRole("alertdialog", { name: "Verify without complete evidence?" });
  await expect(question).toContainText("This doctor has no certificate yet.");
  await expect(question.getByRole("button", { name: "Cancel" })).toBeFocused();
  await accessible();
  await page.keyboard.press("Enter");
  await expect(question).toBeHidden();
  await expect(dialog).toBeVisible();
  await dialog.getByRole("button", { name: "Verify", exact: true }).click();
  const sent = page.waitForRequest("**/verify");
  await question.getByRole("button", { name: "Verify anyway" }).click();
  expect((await sent).postDataJSON()).toEqual({
    verify_details: { verify_status: true, verification_reason: "Checked with IMA" },
  });
  await expect(toastWithText(page, "Doctor updated successfully")).toBeVisible();
  const about = (name: string) =>
    page.getByRole("term").filter({ hasText: name }).locator("xpath=following-sibling::dd");
  await expect(about("Status")).toHaveText("Verified");
  await expect(about("Reason")).toHaveText("Checked with IMA");
  await expect(about("Verified by")).toHaveText("Arjun Pillai");
  await expect(about("Verified at")).toHaveText(/\d\d-\d\d-\d{4} \d+:\d\d [AP]M/);

  await page.getByRole("button", { name: "Edit profile" }).click();
  const edit = page.getByRole("dialog", { name: "Edit doctor profile" });
  await expect(edit.getByLabel("Registration number")).not.toBeEditable();
  await edit.getByLabel("Name", { exact: true }).fill("Renamed Kaur");
  await edit.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Verified under the name Verified Kaur. The name has changed since then.")).toBeVisible();

  await page.getByRole("button", { name: "Unverify" }).click();
  const withdrawal = page.getByRole("dialog", { name: "Unverify doctor?" });
  await withdrawal.getByRole("textbox", { name: "Note" }).fill("Certificate is of another person");
  await accessible();
  await withdrawal.getByRole("button", { name: "Unverify" }).click();
  await expect(about("Status")).toHaveText("Unverified");
  await expect(about("Verified by")).toHaveCount(0);
  await page.getByRole("link", { name: "Timeline" }).click();
  await expect(page.getByText("Certificate is of another person")).toBeVisible();
});

test("number changed by a colleague is shown again before verification", async ({ page, api }) => {
  const { id } = await invited(api, "Hasty Kaur");
  await api.post("/doctors", { doctor_details: { id, reg_nbr: "PMC-77003" } });
  await page.goto(`/doctor-details/${id}/basic-details`);
  await page.getByRole("button", { name: "Verify", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Verify Hasty Kaur" });
  await dialog.getByLabel("Reason").selectOption("Checked with College");
  await api.post("/doctors", { doctor_details: { id, reg_nbr: "PMC-77004" } });
  const verify = async () => {
    await dialog.getByRole("button", { name: "Verify", exact: true }).click();
    await page.getByRole("button", { name: "Verify anyway" }).click();
  };
  await verify();
  await expect(dialog.getByText("Someone has changed this profile in the meantime.")).toBeVisible();
  await expect(dialog.getByText("PMC-77004")).toBeVisible();
  await verify();
  await expect(toastWithText(page, "Doctor updated successfully")).toBeVisible();
});

test("registration is verified beside its certificate and warnings and the next doctor follows", async ({
  page,
  api,
  accessible,
}) => {
  const waiting = await invited(api, "Waiting Kaur");
  const { id } = await invited(api, "Queued Kaur");
  await api.post("/doctors", { doctor_details: { id, reg_nbr: "none" } });
  await page.goto(`/doctor-details/${id}/basic-details`);
  await page.getByRole("button", { name: "Upload certificate" }).click();
  const uploading = page.getByRole("dialog", { name: "Upload certificate" });
  const buffer = await drawn(page, "image/png", "Certificate of Queued Kaur");
  await uploading.getByLabel("Image").setInputFiles({ name: "paper.png", mimeType: "image/png", buffer });
  await uploading.getByRole("button", { name: "Upload", exact: true }).click();
  await expect(toastWithText(page, "Certificate uploaded")).toBeVisible();

  await page.getByRole("button", { name: "Verify", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Verify Queued Kaur" });
  await loaded(dialog.getByRole("img", { name: "Open the certificate" }));
  await expect(dialog.getByRole("heading", { name: "Please check carefully" })).toBeVisible();
  await accessible();
  await dialog.getByLabel("Reason").selectOption("Checked with IMA");
  await dialog.getByRole("button", { name: "Verify and next" }).click();
  await expect(toastWithText(page, "Doctor updated successfully")).toBeVisible();
  await expect(page).toHaveURL(`/doctor-details/${waiting.id}/basic-details`);
  await expect(page.getByText("Unverified", { exact: true })).toHaveCount(2);
});

test("different changes of two people are both saved", async ({ page, api }) => {
  const { id } = await invited(api, "Shared Kaur");
  await api.post("/doctors", { doctor_details: { id, gender: "Female", speciality: "Cardiology" } });
  await page.goto(`/doctor-details/${id}/basic-details`);
  await page.getByRole("button", { name: "Edit profile" }).click();
  const dialog = page.getByRole("dialog", { name: "Edit doctor profile" });
  await dialog.getByLabel("Experience (years)").fill("11");
  await api.post("/doctors", { doctor_details: { id, dob: "17-04-1984" } });
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(toastWithText(page, "Doctor updated successfully")).toBeVisible();
  expect(await profileOf(api, id)).toMatchObject({ exp: 11, dob: "17-04-1984" });
});

test("clinics of a doctor link to the clinic and to the doctor there", async ({ page, api, accessible }) => {
  const { id, clinic, clinicDoctorId } = await invited(api, "Working Kaur");
  await page.goto(`/doctor-details/${id}/clinics`);
  await expect(page.getByRole("columnheader")).toHaveText([
    "ID",
    "Clinic",
    "Phone number",
    "Role",
    "Clinic doctor profile",
  ]);
  const cells = rowWithText(page, clinic.name).getByRole("cell");
  await expect(cells).toHaveText([String(clinic.id), clinic.name, formatPhone(clinic.phone_number), "Doctor", "Open"]);
  await accessible();
  await expect(page.getByRole("navigation", { name: "Sections" }).getByRole("link")).toHaveText([
    "Doctor profile",
    "Clinics",
    "Timeline",
  ]);
  await page.getByRole("link", { name: "Open" }).click();
  await expect(page).toHaveURL(new RegExp(`/doctor-details/${id}/clinic-doctor/${clinic.id}/${clinicDoctorId}$`));
  await expect(page.getByRole("navigation", { name: "Sections" }).getByRole("link")).toHaveText([
    "Doctor profile",
    "Clinic doctor profile",
    "Clinics",
    "Timeline",
  ]);
});

test("malformed addresses are not found and an old one redirects to the list", async ({ page, api }) => {
  const { id, clinic, clinicDoctorId } = await invited(api, "Addressed Kaur");
  for (const address of [
    "/doctor-details/99999999/basic-details",
    `/doctor-details/${id}/clinic-doctor`,
    `/doctor-details/${id}/clinic-doctor/${clinic.id}`,
    `/doctor-details/${id}/nothing/${clinic.id}/${clinicDoctorId}`,
    `/doctor-details/${id}/clinic-doctor/${clinic.id}/99999999`,
    `/doctor-details/1/clinic-doctor/${clinic.id}/${clinicDoctorId}`,
    "/doctor-details/x/basic-details",
  ]) {
    await page.goto(address);
    await expect(page.getByText("404 Error - Page not found")).toBeVisible();
  }
  await page.goto("/settings/users/doctors");
  await expect(page).toHaveURL(/\/doctors$/);
  await expect(page.getByRole("heading", { name: "Doctors", level: 1 })).toBeVisible();
});

test("warnings about a registration are named and every decision is listed", async ({ page, api, accessible }) => {
  const [first, second] = [await invited(api, "Asha Gill"), await invited(api, "Usha Gill")];
  await api.post("/doctors", { doctor_details: { id: first.id, reg_nbr: "none" } });
  await page.goto(`/doctor-details/${first.id}/basic-details`);
  const doubts = page.getByRole("region", { name: "Please check carefully" });
  await expect(doubts.getByText("does not look like a medical council registration number")).toBeVisible();
  await api.post("/doctors", { doctor_details: { id: first.id, reg_nbr: "GMC/88 901" } });
  await api.post("/doctors", { doctor_details: { id: second.id, reg_nbr: "gmc-88901" } });
  await api.post(`/doctors/${first.id}/verify`, {
    verify_details: { verify_status: true, verification_reason: "Checked with IMA" },
  });
  await page.reload();
  const history = page.getByRole("region", { name: "Decision history" });
  await expect(history.getByRole("listitem")).toHaveCount(1);
  await expect(history).toContainText("Verified: Checked with IMA");
  await expect(history).toContainText("GMC/88 901");
  await accessible();
  await doubts.getByRole("link", { name: "Usha Gill (gmc-88901)" }).click();
  await expect(page).toHaveURL(new RegExp(`/doctor-details/${second.id}/basic-details$`));
});
