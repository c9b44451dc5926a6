import { expect, freshPhone, test } from "../fixtures";
import type { Api } from "../fixtures/api";
import { failUntilRetry, respondError } from "../support/responses";
import { columnCells, formatPhone, rows, rowWithText, toastWithText, waitUntilIdle } from "../support/screens";

interface Admins {
  data: { clinic_admin: { id: number; name: string }[] };
  total_records: number;
}
const question = "Are you sure you want to delete this admin";
const address = (id: number, query = "") => `/clinics-details/${id}/admins${query}`;

test.beforeEach(async ({ startSignedIn }) => startSignedIn("customer_care"));

async function createAdmin(api: Api, clinicId: number, name: string) {
  await api.post(`/admin/clinics/${clinicId}/clinic_admin/sign_up`, {
    name,
    phone_number: freshPhone(),
    password: "a long enough password",
  });
}
const listAdmins = (api: Api, id: number) => api.get<Admins>(`/admin/clinics/${id}/clinic_admin?perpage=50`);

test("admin is created with an optional email", async ({ page, api, accessible }) => {
  const hospital = await api.hospital("Admins Hospital");
  await page.goto(address(hospital.id));
  await expect(page.getByText("No admins yet")).toBeVisible();
  await page.getByRole("button", { name: "Create admin" }).click();
  const dialog = page.getByRole("dialog", { name: "Create admin" });
  const create = dialog.getByRole("button", { name: "Create admin" });
  await expect(dialog.getByLabel("Name")).toBeFocused();
  await dialog.getByLabel("Name").fill("   ");
  await create.click();
  await expect(dialog.getByText("Please enter required fields")).toBeVisible();
  await accessible();

  const phone = freshPhone();
  await dialog.getByLabel("Name").fill("Harpreet Kaur");
  await dialog.getByLabel("Phone number").fill(`+91 ${phone}`);
  await expect(dialog.getByLabel("Phone number")).toHaveValue(phone);
  await dialog.getByLabel("Password", { exact: true }).fill("a long enough password");
  await expect(dialog.getByText("Please enter required fields")).toBeHidden();
  const sent = page.waitForRequest("**/clinic_admin/sign_up");
  await create.click();
  expect((await sent).postDataJSON()).toEqual({
    country_code: "91",
    phone_number: phone,
    password: "a long enough password",
    name: "Harpreet Kaur",
    timezone: "Asia/Kolkata",
  });
  await expect(toastWithText(page, "Admin created successfuly")).toBeVisible();
  await expect(dialog).toBeHidden();
  const row = rowWithText(page, "Harpreet Kaur");
  await expect(columnCells(row, "Name")).toHaveText("Harpreet Kaur");
  await expect(columnCells(row, "Phone number")).toHaveText(formatPhone(phone));
  await expect(columnCells(row, "Email")).toHaveText("-");
  await expect(columnCells(row, "Status")).toHaveText("Active");
  await accessible();
});

test("refused admin shows the reason and keeps the input", async ({ page, api }) => {
  const hospital = await api.hospital("Taken Hospital");
  await page.goto(address(hospital.id));
  await page.getByRole("button", { name: "Create admin" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("Somebody Else");
  await dialog.getByLabel("Phone number").fill(hospital.phone_number);
  await dialog.getByLabel("Password", { exact: true }).fill("a long enough password");
  const reply = page.waitForResponse("**/clinic_admin/sign_up");
  await dialog.getByRole("button", { name: "Create admin" }).click();
  const { errors } = await (await reply).json();
  await expect(toastWithText(page, errors[0].title)).toBeVisible();
  await expect(dialog.getByLabel("Phone number")).toHaveAttribute("aria-invalid", "true");
  await expect(dialog.getByLabel("Name")).toHaveValue("Somebody Else");
});

test("admin is deleted after a confirmation", async ({ page, api, accessible }) => {
  const hospital = await api.hospital("Leaving Hospital");
  await createAdmin(api, hospital.id, "Staying Admin");
  await createAdmin(api, hospital.id, "Leaving Admin");
  await page.goto(address(hospital.id));
  const button = page.getByRole("button", { name: "Delete Leaving Admin" });
  await button.click();
  const deletion = page.getByRole("alertdialog", { name: "Delete Leaving Admin?" });
  await expect(deletion.getByText(question)).toBeVisible();
  await expect(deletion.getByRole("button", { name: "Cancel" })).toBeFocused();
  await accessible();
  await page.keyboard.press("Escape");
  await expect(deletion).toBeHidden();
  await expect(button).toBeFocused();
  expect((await listAdmins(api, hospital.id)).total_records).toBe(2);

  await button.click();
  await deletion.getByRole("button", { name: "Delete" }).click();
  await expect(toastWithText(page, "Admin deleted successfully!")).toBeVisible();
  await expect(button).toHaveCount(0);
  await expect(page.getByText("Staying Admin")).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  expect((await listAdmins(api, hospital.id)).data.clinic_admin.map(({ name }) => name)).toEqual(["Staying Admin"]);
});

test("deletion of the last admin of a page opens the previous page", async ({ page, api }) => {
  const hospital = await api.hospital("Leafed Hospital");
  for (let count = 1; count <= 11; count += 1) await createAdmin(api, hospital.id, `Admin ${count}`);
  await page.goto(address(hospital.id));
  await expect(page.getByText("1–10 of 11")).toBeVisible();
  await page.getByRole("button", { name: "Next page" }).click();
  await expect(page).toHaveURL(/page=2$/);
  await page.getByRole("button", { name: "Delete Admin 1", exact: true }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await expect(toastWithText(page, "Admin deleted successfully!")).toBeVisible();
  await expect(page.getByText("Admin 11")).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`${address(hospital.id)}$`));
  await expect(rows(page)).toHaveCount(10);
  await expect(page.getByRole("navigation", { name: "Pages" })).toHaveCount(0);
});

test("failed deletion shows the first error and keeps the row", async ({ page, api }) => {
  const hospital = await api.hospital("Stuck Hospital");
  await createAdmin(api, hospital.id, "Stuck Admin");
  await page.route("**/clinic_admin/*", (route) =>
    route.request().method() === "DELETE"
      ? respondError(route, 409, { source: "", title: "Not this one" })
      : route.continue(),
  );
  await page.goto(address(hospital.id));
  await page.getByRole("button", { name: "Delete Stuck Admin" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await expect(toastWithText(page, "Not this one")).toBeVisible();
  await expect(page.getByRole("button", { name: "Delete Stuck Admin" })).toBeVisible();
});

test("failed list can be retried", async ({ page, api }) => {
  const hospital = await api.hospital("Muted Hospital");
  await failUntilRetry(page, "**/clinic_admin?**");
  await page.goto(address(hospital.id));
  await expect(
    page.getByRole("alert").getByText("There was some error while processing the request.", { exact: true }),
  ).toBeVisible();
  await page.getByRole("button", { name: "Retry" }).click();
  await expect(page.getByText("No admins yet")).toBeVisible();
});

test("every admin is a card on a phone", async ({ page, api, accessible }) => {
  const hospital = await api.hospital("Small Hospital");
  await createAdmin(api, hospital.id, "Pocket Admin");
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(address(hospital.id));
  await expect(rowWithText(page, "Pocket Admin")).toBeVisible();
  await waitUntilIdle(page);
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await accessible();
});

test("admin deleted by a colleague disappears from the list", async ({ page, api }) => {
  const { id } = await api.hospital("Raced Hospital");
  await createAdmin(api, id, "Gone Already");
  await page.goto(address(id));
  await page.getByRole("button", { name: "Delete Gone Already" }).click();
  const { data } = await listAdmins(api, id);
  const gone = data.clinic_admin.find(({ name }) => name === "Gone Already");
  await api.delete(`/admin/clinics/${id}/clinic_admin/${gone?.id}`);
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await expect(toastWithText(page, "No admin found with this ID at this clinic")).toBeVisible();
  await expect(page.getByText("Gone Already")).toBeHidden();
});
