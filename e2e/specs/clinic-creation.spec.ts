import { expect, freshPhone, test } from "../fixtures";
import { columnCells, formatPhone, rows, toastWithText } from "../support/screens";

test.beforeEach(async ({ page, startSignedIn }) => {
  await startSignedIn();
  await page.goto("/clinics");
  await page.getByRole("button", { name: "Add" }).click();
  await page.getByRole("menuitem", { name: "Hospital" }).click();
  await expect(page.getByRole("dialog", { name: "Add Hospital" })).toBeVisible();
});

test("hospital form requires all fields", async ({ page }) => {
  await page.getByRole("dialog").getByRole("button", { name: "Add Hospital" }).click();
  await expect(page.getByText("Please add all fields")).toBeVisible();
});

test("created hospital is reported and listed first", async ({ page }) => {
  const dialog = page.getByRole("dialog");
  const phone = freshPhone();
  const request = page.waitForRequest("**/api/admin/users/sign_up");
  await dialog.getByLabel("Name").fill("Fresh Hospital");
  await dialog.getByLabel("Phone number").fill(`+91 ${phone.slice(0, 5)} ${phone.slice(5)}`);
  await dialog.getByLabel("Password", { exact: true }).fill("a long enough password");
  await dialog.getByLabel("Email").fill("desk@fresh.example");
  await dialog.getByRole("button", { name: "Add Hospital" }).dblclick();
  await expect(toastWithText(page, "Hospital created successfuly")).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(columnCells(rows(page).first(), "Clinic name")).toContainText("Fresh Hospital");
  await expect(columnCells(rows(page).first(), "Phone number")).toContainText(formatPhone(phone));
  expect((await request).postDataJSON()).toEqual({
    user_signup_form: {
      signed_up_as: "hospital_clinic",
      country_code: "91",
      phone_number: phone,
      password: "a long enough password",
      name: "Fresh Hospital",
      timezone: "Asia/Kolkata",
      email: "desk@fresh.example",
      account: "clinic",
    },
  });
});

test("rejected hospital form shows the error and keeps the input", async ({ page }) => {
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("Second Hospital");
  await dialog.getByLabel("Phone number").fill("9000000001");
  await dialog.getByLabel("Password", { exact: true }).fill("a long enough password");
  await dialog.getByLabel("Email").fill("desk@second.example");
  await dialog.getByRole("button", { name: "Add Hospital" }).click();
  await expect(toastWithText(page, "This phone number already belongs to a user")).toBeVisible();
  await expect(dialog.getByLabel("Name")).toHaveValue("Second Hospital");
  await expect(dialog.getByLabel("Password", { exact: true })).toHaveValue("a long enough password");
});

test("closing a changed hospital form asks first and a click outside is ignored", async ({ page }) => {
  const dialog = page.getByRole("dialog", { name: "Add Hospital" });
  await dialog.getByLabel("Name").fill("Half a hospital");
  await page.mouse.click(5, 5);
  await expect(dialog).toBeVisible();
  await dialog.getByLabel("Name").press("Escape");
  const question = page.getByRole("alertdialog", { name: "Discard changes?" });
  await expect(question.getByRole("button", { name: "Keep editing" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(question).toBeHidden();
  await expect(dialog.getByLabel("Name")).toHaveValue("Half a hospital");
  await expect(dialog.getByLabel("Name")).toBeFocused();
});
