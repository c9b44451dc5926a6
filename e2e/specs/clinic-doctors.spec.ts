import { expect, freshPhone, test } from "../fixtures";
import type { Api } from "../fixtures/api";
import { respond } from "../support/responses";
import { formatPhone, rowWithText, toastWithText, waitForChange } from "../support/screens";

const address = (id: number) => `/clinics-details/${id}/doctors`;
const wrongPhone = "Please enter a valid 10 digit mobile number";
const unknown = "We could not find any doctor on the product with this number. Add and invite them!";

test.beforeEach(async ({ startSignedIn }) => startSignedIn("customer_care"));

/** Create a doctor, found by phone number. */
async function doctor(api: Api, name: string) {
  const { id } = await api.hospital("First Hospital");
  const phone_number = freshPhone();
  await api.post(`/clinics/${id}/clinic_doctors`, { phone_number, name, fees: 300, patients_per_hour: 4 });
  return phone_number;
}

test("known doctor is found and added", async ({ page, api, accessible }) => {
  const phone = await doctor(api, "Simran Gill");
  const hospital = await api.hospital("Adding Hospital");
  await page.goto(address(hospital.id));
  await expect(page.getByText("No doctors yet")).toBeVisible();
  await page.getByRole("button", { name: "Add Doctor" }).click();
  const dialog = page.getByRole("dialog", { name: "Search and add doctor" });
  const number = dialog.getByLabel("Phone number");
  const find = dialog.getByRole("button", { name: "Find" });
  await expect(number).toBeFocused();
  await expect(find).toBeDisabled();
  await number.fill("98765");
  await expect(find).toBeDisabled();
  await number.press("Enter");
  await expect(dialog.getByText(wrongPhone)).toBeVisible();
  await accessible();
  await number.fill("987654");
  await expect(dialog.getByText(wrongPhone)).toBeHidden();
  await number.press("Tab");
  await expect(dialog.getByText(wrongPhone)).toBeVisible();

  await number.fill(phone);
  await expect(find).toBeEnabled();
  await number.press("Enter");
  await expect(dialog.getByText("Simran Gill")).toBeVisible();
  const fees = dialog.getByLabel("Fees (₹)");
  await expect(fees).toBeFocused();
  await accessible();
  await dialog.getByRole("button", { name: "Add doctor" }).click();
  await expect(dialog.getByText("All Fields are required")).toBeVisible();
  for (const typed of ["500.50", "₹1,200.00", "1000001"]) {
    await fees.fill(typed);
    await dialog.getByRole("button", { name: "Add doctor" }).click();
    await expect(dialog.getByText("Enter a whole number from 1 to 10,00,000, in digits only")).toBeVisible();
    await expect(fees).toHaveValue(typed);
  }
  await fees.fill("५००");
  await expect(fees).toHaveValue("500");
  const sent = page.waitForRequest("**/clinic_doctors");
  await dialog.getByRole("button", { name: "Add doctor" }).click();
  expect((await sent).postDataJSON()).toEqual({ doctor_id: expect.any(Number), fees: 500 });
  await expect(toastWithText(page, "Doctor info saved successfully")).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(new RegExp(`${address(hospital.id)}$`));
  const cells = rowWithText(page, "Simran Gill").getByRole("cell");
  await expect(cells).toHaveText(["Simran Gill", "-", formatPhone(phone), "Invited"]);
  await accessible();

  await page.getByRole("button", { name: "Add Doctor" }).click();
  await number.fill(phone);
  await find.click();
  await fees.fill("500");
  const reply = page.waitForResponse("**/clinic_doctors");
  await dialog.getByRole("button", { name: "Add doctor" }).click();
  await reply;
  await expect(toastWithText(page, "This doctor is already at this clinic")).toBeVisible();
  await expect(fees).toHaveValue("500");
});

test("unknown doctor is invited", async ({ page, api, accessible }) => {
  const hospital = await api.hospital("Inviting Hospital");
  const phone = freshPhone();
  await page.goto(address(hospital.id));
  await page.getByRole("button", { name: "Add Doctor" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Phone number").fill(phone);
  await dialog.getByRole("button", { name: "Find" }).click();
  await expect(dialog.getByRole("status").getByText(unknown)).toBeVisible();
  await expect(dialog.getByLabel("Name")).toBeFocused();
  await accessible();
  const invite = dialog.getByRole("button", { name: "Send invitation" });
  await dialog.getByLabel("Name").fill("Dr. Asha Rani");
  await dialog.getByLabel("Fees (₹)").fill("400");
  await invite.click();
  await expect(dialog.getByText("All Fields are required")).toBeVisible();
  await dialog.getByLabel("Patients per hour").fill("6");
  await expect(dialog.getByText("All Fields are required")).toBeHidden();
  const sent = page.waitForRequest("**/clinic_doctors");
  await invite.click();
  expect((await sent).postDataJSON()).toEqual({
    phone_number: phone,
    name: "Dr. Asha Rani",
    fees: 400,
    patients_per_hour: 6,
  });
  await expect(toastWithText(page, "Invitation sent")).toBeVisible();
  await expect(rowWithText(page, "Asha Rani")).toBeVisible();
});

test("other number clears the results", async ({ page, api }) => {
  const hospital = await api.hospital("Changing Hospital");
  await page.goto(address(hospital.id));
  await page.getByRole("button", { name: "Add Doctor" }).click();
  const dialog = page.getByRole("dialog");
  const number = dialog.getByLabel("Phone number");
  await number.fill(freshPhone());
  await dialog.getByRole("button", { name: "Find" }).click();
  await dialog.getByLabel("Name").fill("Nobody");
  await number.press("End");
  await number.press("Backspace");
  await expect(dialog.getByText(unknown)).toBeHidden();
  await expect(dialog.getByLabel("Name")).toHaveCount(0);
  await expect(dialog.getByRole("button", { name: "Find" })).toBeDisabled();
  await number.fill(freshPhone());
  await number.press("Enter");
  await expect(dialog.getByLabel("Name")).toHaveValue("");
});

test("one of several doctors with a number is selected", async ({ page, api, accessible }) => {
  const hospital = await api.hospital("Several Hospital");
  const phone = freshPhone();
  const doctorNamed = (id: number, first_name: string) => ({
    id,
    first_name,
    last_name: "Singh",
    gender: "Male",
    phone_number: phone,
    speciality: "Cardiology",
    status: "joined",
  });
  await page.route("**/api/doctors?**", (route) =>
    respond(route, "get", "/doctors", {
      success: true,
      data: { doctors: [doctorNamed(71, "Arjun"), doctorNamed(72, "Karan")] },
    }),
  );
  await page.route("**/clinic_doctors", (route) =>
    respond(route, "post", "/clinics/{clinic_id}/clinic_doctors", { success: true, data: { doctor: { id: 72 } } }),
  );
  await page.goto(address(hospital.id));
  await page.getByRole("button", { name: "Add Doctor" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Phone number").fill(phone);
  await dialog.getByRole("button", { name: "Find" }).click();
  await dialog.getByLabel("Fees (₹)").fill("500");
  const add = dialog.getByRole("button", { name: "Add doctor" });
  await add.click();
  await expect(dialog.getByText("Please search and select a doctor")).toBeVisible();
  await accessible();
  await dialog.getByRole("radio", { name: /Karan Singh/ }).check();
  const sent = page.waitForRequest("**/clinic_doctors");
  await add.click();
  expect((await sent).postDataJSON()).toEqual({ doctor_id: 72, fees: 500 });
  await expect(toastWithText(page, "Doctor info saved successfully")).toBeVisible();
});

test("a row leads to the doctor at this clinic, and back", async ({ page, api, accessible }) => {
  const hospital = await api.hospital("Leading Hospital");
  const phone_number = freshPhone();
  await api.post(`/clinics/${hospital.id}/clinic_doctors`, {
    phone_number,
    name: "Meena Kaur Gill",
    fees: 450,
    patients_per_hour: 8,
  });
  await page.goto(address(hospital.id));
  await page.getByRole("cell", { name: formatPhone(phone_number) }).click();
  await expect(page).toHaveURL(new RegExp(`/doctor-details/\\d+/basic-details/${hospital.id}/\\d+$`));
  await expect(page.getByRole("heading", { level: 1, name: "Doctor details" })).toBeVisible();
  const about = (name: string) =>
    page.getByRole("term").filter({ hasText: name }).locator("xpath=following-sibling::dd");
  await expect(about("Name")).toHaveText("Meena Kaur Gill");
  await expect(about("Patients per hour")).toHaveText("8");
  await expect(about("Status")).toHaveText("Unverified");
  await accessible();
  await page.getByRole("navigation", { name: "You are here" }).getByRole("link").click();
  await expect(page).toHaveURL(new RegExp(`/clinics-details/${hospital.id}/doctors$`));

  // An address with the doctor of one record and the id of another is unknown.
  await page.getByRole("link", { name: "Meena Kaur Gill" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Doctor details" })).toBeVisible();
  await page.goto(page.url().replace(/doctor-details\/\d+/, "doctor-details/999999999"));
  await expect(page.getByText("404 Error - Page not found")).toBeVisible();
});

test("details of a doctor at a clinic are changed and fees of 0 remain", async ({ page, api, accessible }) => {
  const hospital = await api.hospital("Changed Hospital");
  const invitation = { phone_number: freshPhone(), name: "Meena Kaur Gill", fees: 450, patients_per_hour: 8 };
  await api.post(`/clinics/${hospital.id}/clinic_doctors`, invitation);
  await page.goto(address(hospital.id));
  await page.getByRole("link", { name: "Meena Kaur Gill" }).click();
  await page.getByRole("link", { name: "Clinic doctor profile" }).click();
  const about = (name: string) =>
    page.getByRole("term").filter({ hasText: name }).locator("xpath=following-sibling::dd");
  await expect(about("Fees").first()).toHaveText("₹450.00");
  await expect(page.getByText("Missing: registration number, education, telemedicine fees")).toBeVisible();

  // The doctor may have several clinics: the screen and its dialog name this one.
  await expect(page).toHaveTitle("Clinic doctor profile · Meena Kaur Gill · Changed Hospital · Careops");
  const breadcrumb = page.getByRole("navigation", { name: "You are here" });
  await expect(breadcrumb.getByRole("link")).toHaveText("Doctors at Changed Hospital");
  await expect(page.getByRole("region", { name: "Meena Kaur Gill" })).toContainText("At Changed Hospital");
  await expect(page.getByRole("heading", { name: "At Changed Hospital" })).toBeVisible();
  await page.getByRole("button", { name: "Edit details" }).click();
  const dialog = page.getByRole("dialog", { name: "Edit clinic doctor" });
  await expect(dialog.getByText("Meena Kaur Gill · Changed Hospital")).toBeVisible();
  await expect(dialog.getByRole("group", { name: "At Changed Hospital" })).toBeVisible();
  await expect(dialog.getByText("Leave empty or enter 0 to keep the current fee.")).toBeVisible();
  await dialog.getByLabel("Name", { exact: true }).fill(" ");
  await dialog.getByLabel("Registration number").fill("  ");
  await dialog.getByRole("button", { name: "Save" }).click();
  for (const sentence of ["Enter name", "Enter Speciality", "Registration number cant be empty"])
    await expect(dialog.getByText(sentence, { exact: true })).toBeVisible();
  await expect(toastWithText(page, "Please enter name")).toBeVisible();
  await accessible();

  await dialog.getByLabel("Name", { exact: true }).fill("Meena Gill");
  await dialog.getByRole("combobox", { name: "Speciality", exact: true }).pressSequentially("card");
  await dialog.getByRole("option", { name: "Cardiology", exact: true }).click();
  const others = dialog.getByRole("combobox", { name: "Other specialities" });
  await others.pressSequentially("ne");
  await expect(dialog.getByText("Type at least 3 letters to search.")).toBeVisible();
  await others.pressSequentially("uro");
  await dialog.getByRole("option", { name: "Neurology", exact: true }).click();
  await dialog.getByLabel("Education").fill("MBBS, MD");
  await dialog.getByLabel("Registration number").fill("PMC-88001");
  await dialog.getByLabel("Fees (₹)", { exact: true }).fill("0");
  await dialog.getByLabel("Telemedicine fees (₹)").fill("300");
  const sent = waitForChange(page, "PUT");
  await dialog.getByRole("button", { name: "Save" }).click();
  const { doctor_details } = (await sent).postDataJSON();
  expect(doctor_details).toMatchObject({ name: "Meena Gill", speciality: "Cardiology", telemedicine_fees: 300 });
  expect(doctor_details).not.toHaveProperty("fees");
  await expect(toastWithText(page, "Doctor info saved successfully")).toBeVisible();
  await expect(about("Fees").first()).toHaveText("₹450.00");
  await expect(about("Other specialities")).toHaveText("Neurology");
  await expect(about("Telemedicine").last()).toHaveText("Set up");

  await page.getByRole("button", { name: "Edit details" }).click();
  await dialog.getByLabel("Telemedicine fees (₹)").fill("");
  const emptied = waitForChange(page, "PUT");
  await dialog.getByRole("button", { name: "Save" }).click();
  expect((await emptied).postDataJSON()).toEqual({ doctor_details: { telemedicine_fees: null } });
  await expect(about("Telemedicine").last()).toContainText("Missing: telemedicine fees");
});

test("saving the profile of a clinic's doctor leads to their education there", async ({ page, api }) => {
  const hospital = await api.hospital("Educated Hospital");
  const invitation = { phone_number: freshPhone(), name: "Asha Gill", fees: 450, patients_per_hour: 8 };
  const { data } = await api.post<{ data: { doctor: { id: number } } }>(
    `/clinics/${hospital.id}/clinic_doctors`,
    invitation,
  );
  await api.post("/doctors", { doctor_details: { id: data.doctor.id, gender: "Female", speciality: "Cardiology" } });
  await page.goto(address(hospital.id));
  await page.getByRole("link", { name: "Asha Gill" }).click();
  await page.getByRole("button", { name: "Edit profile" }).click();
  await page.getByRole("dialog").getByLabel("Experience (years)").fill("9");
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await expect(page).toHaveURL(new RegExp(`/doctor-details/education/${data.doctor.id}/${hospital.id}/\\d+$`));
  await expect(page.getByRole("link", { name: "Clinic doctor profile" })).toHaveAttribute("aria-current", "page");
  await expect(page.getByRole("term").filter({ hasText: "Education" })).toBeVisible();
});
