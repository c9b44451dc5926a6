import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures";
import type { Api } from "../fixtures/api";
import { demoPassword } from "../fixtures/api";
import { respondError } from "../support/responses";
import { columnCells, rows, toastWithText, waitForChange } from "../support/screens";

interface Listed {
  data: { devices: { id: number }[]; total_records: number };
}
test.beforeEach(async ({ startSignedIn }) => startSignedIn("billing_admin"));

/** A user that no other test uses, with `android` and `ios` devices, the iOS ones seen last. */
async function owner(api: Api, name: string, { android, ios }: { android: number; ios: number }) {
  const hospital = await api.hospital(name);
  const users = await api.get<{ data: { users: { id: number }[] } }>(
    `/admin/users?search_text=${hospital.phone_number}`,
  );
  const id = users.data.users[0]!.id;
  const report = (device_type: string, number: number) => ({
    device_key: `${hospital.phone_number}-${device_type}-${number}`,
    user_id: id,
    app_type: "cms",
    app_version: `4.2.${number}`,
    device_type,
    device_version: device_type === "ios" ? "19.1" : "15",
    seen_at: `2026-${device_type === "ios" ? "10" : "09"}-20T09:31:${10 + number}Z`,
  });
  const many = (count: number, type: string) => Array.from({ length: count }, (_, number) => report(type, number));
  const app = await api.program("devices:write");
  await app.post("/careops/devices", { devices: [...many(android, "android"), ...many(ios, "ios")] });
  return { id, name };
}
const section = (page: Page) =>
  page.locator("section").filter({ has: page.getByRole("heading", { name: "User devices" }) });
const left = async (api: Api, id: number) => (await api.get<Listed>(`/admin/users/${id}/devices`)).data.total_records;

test("devices have pages of ten and a type filter", async ({ page, api, accessible }) => {
  const user = await owner(api, "Paged Devices", { android: 11, ios: 1 });
  await page.goto(`/users-details/${user.id}?tab=devices`);
  await expect(section(page).getByRole("columnheader")).toHaveText([
    "App",
    "App version",
    "Device type",
    "Device version",
    "Created at",
    "Updated at",
    "Actions",
  ]);
  await expect(rows(section(page))).toHaveCount(10);
  await expect(section(page).getByText("1–10 of 12")).toBeVisible();
  await accessible();
  const type = section(page).getByRole("combobox", { name: "Device type" });
  await expect(type.getByRole("option")).toHaveText(["All", "Android", "iOS"]);
  const filterRequest = page.waitForRequest((request) => request.url().includes("device_type=ios"));
  await type.selectOption({ label: "iOS" });
  await filterRequest;
  await expect(rows(section(page))).toHaveCount(1);
  await expect(columnCells(section(page), "Device version")).toHaveText("19.1");
});

test("device is deleted after a confirmation", async ({ page, api, accessible }) => {
  const user = await owner(api, "One Device", { android: 2, ios: 0 });
  await page.goto(`/users-details/${user.id}?tab=devices`);
  await section(page).getByRole("button", { name: "Delete Clinics (CMS) 4.2.1" }).click();
  const question = page.getByRole("alertdialog", { name: "Delete Clinics (CMS) 4.2.1?" });
  await expect(question.getByText("Are you sure you want to delete this", { exact: true })).toBeVisible();
  await accessible();
  await question.getByRole("button", { name: "Yes" }).click();
  await expect(toastWithText(page, "Device deleted successfully")).toBeVisible();
  await expect(rows(section(page))).toHaveCount(1);
  expect(await left(api, user.id)).toBe(1);
});

test("devices of a type are deleted after their number is shown, then all", async ({ page, api, accessible }) => {
  const user = await owner(api, "Many Devices", { android: 3, ios: 2 });
  await page.goto(`/users-details/${user.id}?tab=devices`);
  await section(page).getByRole("combobox", { name: "Device type" }).selectOption({ label: "Android" });
  await expect(rows(section(page))).toHaveCount(3);
  let question = page.getByRole("alertdialog", { name: `Delete all Android devices of ${user.name}?` });
  await section(page).getByRole("button", { name: "Delete all" }).click();
  await expect(question.getByText("Are you sure you want to delete this", { exact: true })).toBeVisible();
  await expect(question.getByText("This deletes 3 Android devices.")).toBeVisible();
  await expect(question.getByRole("button", { name: "No" })).toBeFocused();
  await accessible();
  const sent = waitForChange(page, "DELETE");
  await question.getByRole("button", { name: "Yes" }).click();
  expect(new URL((await sent).url()).pathname).toBe(`/api/admin/users/${user.id}/delete_all`);
  await expect(toastWithText(page, "Devices deleted successfully")).toBeVisible();
  await expect(section(page).getByText("No devices of this type")).toBeVisible();
  expect(await left(api, user.id)).toBe(2);

  await section(page).getByRole("combobox", { name: "Device type" }).selectOption({ label: "All" });
  await expect(rows(section(page))).toHaveCount(2);
  await section(page).getByRole("button", { name: "Delete all" }).click();
  question = page.getByRole("alertdialog", { name: `Delete all devices of ${user.name}?` });
  await expect(question.getByText("This deletes 2 devices.")).toBeVisible();
  await question.getByRole("button", { name: "Yes" }).click();
  await expect(section(page).getByText("No devices yet")).toBeVisible();
  await expect(section(page).getByRole("button", { name: "Delete all" })).toHaveCount(0);
  expect(await left(api, user.id)).toBe(0);
});

test("old password confirmation is requested again", async ({ page, api }) => {
  const user = await owner(api, "Confirmed Devices", { android: 1, ios: 0 });
  await page.goto(`/users-details/${user.id}?tab=devices`);
  let refusals = 0;
  await page.route("**/delete_all*", (route) => {
    refusals += 1;
    if (refusals > 1) return route.continue();
    const errors = [{ source: "step_up_required", title: "Please confirm with your password" }];
    return respondError(route, 403, ...errors);
  });
  await section(page).getByRole("button", { name: "Delete all" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Yes" }).click();
  const dialog = page.getByRole("dialog", { name: "Confirm it's you" });
  await dialog.getByLabel("Password", { exact: true }).fill(demoPassword);
  await dialog.getByRole("button", { name: "Confirm" }).click();
  await expect(toastWithText(page, "Devices deleted successfully")).toBeVisible();
  expect(await left(api, user.id)).toBe(0);
});

test("failed deletion shows the message of the server or a general one", async ({ page, api }) => {
  const user = await owner(api, "Kept Devices", { android: 1, ios: 0 });
  await page.goto(`/users-details/${user.id}?tab=devices`);
  await page.route("**/devices/*", (route) => respondError(route, 409, { source: "", title: "Not this one" }));
  await page.route("**/delete_all*", (route) => respondError(route, 500));
  await section(page).getByRole("button", { name: "Delete Clinics (CMS) 4.2.0" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Yes" }).click();
  await expect(toastWithText(page, "Not this one")).toBeVisible();
  await section(page).getByRole("button", { name: "Delete all" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Yes" }).click();
  await expect(toastWithText(page, "Server error")).toBeVisible();
  expect(await left(api, user.id)).toBe(1);
});
