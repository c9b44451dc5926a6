import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures";
import type { Api } from "../fixtures/api";
import { failUntilRetry, respondError } from "../support/responses";
import {
  chooseMenuOption,
  columnCells,
  formatPhone,
  headings,
  isChangeRequest,
  rows,
  rowWithText,
  toastWithText,
  waitForList,
  waitUntilIdle,
} from "../support/screens";

interface User {
  id: number;
  name: string;
  phone_number: string;
  status: string;
  growth_enabled: boolean;
  packages_enabled: boolean;
  user_accounts: { account_type: string; role: string; clinic_id: number | null; clinic_name: string | null }[];
}
interface Listed {
  data: { users: User[]; total_records: number };
}
test.beforeEach(async ({ startSignedIn }) => startSignedIn("billing_admin"));

/** A user that no other test uses: the owner of a separate hospital. */
async function owner(api: Api, name: string): Promise<User> {
  const hospital = await api.hospital(name);
  const { data } = await api.get<Listed>(`/admin/users?search_text=${hospital.phone_number}`);
  return data.users[0]!;
}
const read = async (api: Api, id: number) => (await api.get<{ data: { user: User } }>(`/admin/users/${id}`)).data.user;
const status = (page: Page) => page.getByRole("button", { name: /^Status of this user: / });
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

test("users are found by search and activity, which are in the address", async ({ page, api, accessible }) => {
  const listed = await api.get<Listed>("/admin/users");
  const first = listed.data.users[0]!;
  await page.goto("/clinics");
  await page.getByRole("navigation", { name: "Main menu" }).getByRole("link", { name: "Users" }).click();
  await expect(page.getByRole("heading", { name: "Users", level: 1 })).toBeVisible();
  await expect(headings(page)).toHaveText([
    "Name",
    "Phone number",
    "Email",
    "Accounts",
    "Status",
    "Platform",
    "Verified at",
  ]);
  await expect(rows(page)).toHaveCount(10);
  await accessible();

  await page.getByLabel("Search users").fill(first.phone_number);
  await expect(page).toHaveURL(new RegExp(`search=${first.phone_number}`));
  await expect(rows(page)).toHaveCount(1);
  await page.getByRole("button", { name: "Clear filters" }).click();

  const active = await api.get<Listed>("/admin/users?active_users=true");
  expect(active.data.total_records).toBeLessThan(listed.data.total_records);
  const filterRequest = page.waitForRequest((request) => request.url().includes("active_users=true"));
  await page.getByRole("checkbox", { name: "Active users" }).check();
  await filterRequest;
  await expect(page).toHaveURL(/active=true/);
  await expect(page.getByText(`${active.data.total_records.toLocaleString("en-IN")} records`)).toBeVisible();
});

test("row opens the user and an account links its clinic", async ({ page, api, accessible }) => {
  const user = await owner(api, "Linked Hospital");
  await page.goto(`/users?search=${user.phone_number}`);
  await columnCells(page, "Email").click();
  await expect(page).toHaveURL(new RegExp(`/users-details/${user.id}$`));
  for (const section of ["User details", "User accounts"])
    await expect(page.getByRole("heading", { name: section, level: 2 })).toBeVisible();
  await expect(page.getByRole("definition").filter({ hasText: formatPhone(user.phone_number) })).toBeVisible();
  for (const tab of ["Billing", "Devices and sessions", "Timeline", "Details"]) {
    await page.getByRole("link", { name: tab, exact: true }).click();
    await expect(page.getByRole("link", { name: tab, exact: true })).toHaveAttribute("aria-current", "page");
    await accessible();
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(1600);
  }
  const account = rowWithText(page, "Linked Hospital");
  await expect(account).toContainText("Hospital");
  await expect(account).toContainText("Owner");
  await accessible();
  await account.getByRole("link", { name: "Linked Hospital" }).click();
  await expect(page).toHaveURL(new RegExp(`/clinics-details/${user.user_accounts[0]!.clinic_id}/basic-details`));
});

test("blocking needs a confirmation and reads the user again", async ({ page, api, accessible }) => {
  const user = await owner(api, "Blocked Hospital");
  await page.goto(`/users-details/${user.id}`);
  await expect(status(page)).toHaveText("Active");
  await chooseMenuOption(status(page), "Blocked");
  const question = page.getByRole("alertdialog", { name: `Block ${user.name}?` });
  await expect(question.getByText("They will be signed out everywhere immediately")).toBeVisible();
  // A hasty Enter blocks nobody.
  await expect(question.getByRole("button", { name: "No" })).toBeFocused();
  await accessible();
  await question.getByRole("button", { name: "No" }).click();
  await expect(status(page)).toHaveText("Active");
  expect((await read(api, user.id)).status).toBe("ACTIVE");

  await chooseMenuOption(status(page), "Blocked");
  const again = page.waitForResponse(
    (reply) => reply.url().endsWith(`/admin/users/${user.id}`) && reply.request().method() === "GET",
  );
  await question.getByRole("button", { name: "Yes" }).click();
  await expect(toastWithText(page, "User status updated successfully")).toBeVisible();
  await again;
  await expect(status(page)).toHaveText("Blocked");
  expect((await read(api, user.id)).status).toBe("BLOCKED");

  await chooseMenuOption(status(page), "Inactive");
  await expect(status(page)).toHaveText("Inactive");
  // The new value is visible during saving.
  await expect(status(page)).toHaveAttribute("aria-busy", "false");
  expect((await read(api, user.id)).status).toBe("INACTIVE");
});

test("arrow keys change no status, Enter does, and Undo reverts it", async ({ page, api }) => {
  const user = await owner(api, "Arrow Hospital");
  await page.goto(`/users-details/${user.id}`);
  await expect(status(page)).toHaveText("Active");
  const sent: string[] = [];
  page.on("request", (request) => isChangeRequest(request, "PUT") && sent.push(request.url()));
  await status(page).focus();
  const active = page.getByRole("menuitemradio", { name: "Active", exact: true });
  for (const key of ["ArrowDown", "ArrowUp", "i", "Enter"]) await page.keyboard.press(key);
  await expect(active).toBeFocused();
  for (const key of ["ArrowDown", "Escape"]) await page.keyboard.press(key);
  await expect(active).toBeHidden();
  await expect(status(page)).toHaveText("Active");
  expect(sent.filter((url) => url.includes("/admin/users/"))).toEqual([]);

  await page.keyboard.press("Enter");
  await expect(active).toBeFocused();
  for (const key of ["ArrowDown", "Enter"]) await page.keyboard.press(key);
  await expect(status(page)).toHaveText("Inactive");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(status(page)).toHaveText("Active");
  expect((await read(api, user.id)).status).toBe("ACTIVE");
});

test("refused status shows the first error and is unchanged", async ({ page, api }) => {
  const user = await owner(api, "Refused Hospital");
  await page.goto(`/users-details/${user.id}`);
  await page.route(`**/admin/users/${user.id}`, (route) =>
    route.request().method() === "PUT"
      ? respondError(route, 409, { source: "user_status", title: "Not this user" }, { source: "", title: "Second" })
      : route.continue(),
  );
  await chooseMenuOption(status(page), "Inactive");
  await expect(toastWithText(page, "Not this user")).toBeVisible();
  await expect(status(page)).toHaveText("Active");
});

test("button switches the chosen module on and off", async ({ page, api }) => {
  const user = await owner(api, "Modules Hospital");
  await page.goto(`/users-details/${user.id}`);
  await button(page, "Activate").click();
  await expect(toastWithText(page, "Please select a module")).toBeVisible();
  for (const [module, flag] of [
    ["Growth", "growth_enabled"],
    ["Care Packages", "packages_enabled"],
  ] as const) {
    await page.getByRole("combobox", { name: `Module for ${user.name}` }).selectOption({ label: module });
    await button(page, "Activate").click();
    await expect(toastWithText(page, `${module} activated successfully`)).toBeVisible();
    await expect(button(page, "Deactivate")).toBeVisible();
    expect((await read(api, user.id))[flag]).toBe(true);
    await button(page, "Deactivate").click();
    await expect(toastWithText(page, `${module} deactivated successfully`)).toBeVisible();
    await expect(button(page, "Activate")).toBeVisible();
    expect((await read(api, user.id))[flag]).toBe(false);
  }
});

test("refused module shows the message of the server", async ({ page, api }) => {
  const user = await owner(api, "Unswitched Hospital");
  await page.goto(`/users-details/${user.id}`);
  await page.route(`**/admin/users/${user.id}`, (route) =>
    route.request().method() === "PUT" ? respondError(route, 500) : route.continue(),
  );
  await page.getByRole("combobox", { name: `Module for ${user.name}` }).selectOption({ label: "Growth" });
  await button(page, "Activate").click();
  await expect(toastWithText(page, "There was some error while processing your request")).toBeVisible();
  await expect(button(page, "Activate")).toBeVisible();
});

test("own status and that of a super admin are locked", async ({ page, api }) => {
  const findUser = async (phone: string) => (await api.get<Listed>(`/admin/users?search_text=${phone}`)).data.users[0]!;
  await page.goto(`/users-details/${(await findUser("9000000003")).id}`);
  await expect(status(page)).toBeDisabled();
  await expect(page.getByText("You cannot change your own status")).toBeVisible();
  await page.goto(`/users-details/${(await findUser("9000000001")).id}`);
  await expect(status(page)).toBeDisabled();
  await expect(page.getByText("Only a super admin can change the status of a super admin")).toBeVisible();
});

test("failed list is reported and empty", async ({ page }) => {
  await failUntilRetry(page, "**/api/admin/users?*");
  await page.goto("/users");
  await expect(
    page.getByRole("alert").getByText("There was some error while processing your request", { exact: true }),
  ).toBeVisible();
  await expect(page.locator("td a")).toHaveCount(0);
  await page.getByRole("button", { name: "Retry" }).click();
  await waitForList(page);
});

test("a user that does not exist is not found", async ({ page }) => {
  for (const address of ["/users-details/99999999", "/users-details/x", "/users-details/1/more"]) {
    await page.goto(address);
    await expect(page.getByText("404 Error - Page not found")).toBeVisible();
  }
});

test("on a phone, the key figures of a user fit their card in each language", async ({ page, startSignedIn }) => {
  await startSignedIn();
  await page.setViewportSize({ width: 390, height: 844 });
  for (const language of ["en", "hi", "pb"]) {
    await page.addInitScript((chosen) => localStorage.setItem("current_language", chosen), language);
    await page.goto("/users-details/5");
    const figures = page.locator("dl").first().locator("dd");
    await expect(figures).toHaveCount(3);
    await waitUntilIdle(page);
    const cut = () =>
      figures.evaluateAll((all) => all.filter((element) => element.scrollWidth > element.clientWidth).length);
    await expect.poll(cut).toBe(0);
  }
});
