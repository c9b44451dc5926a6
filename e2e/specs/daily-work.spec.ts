import type { Locator, Page } from "@playwright/test";
import { expect, freshPhone, test } from "../fixtures";
import { rows } from "../support/screens";

/** Cost of a job: clicks, keys other than text, and entered texts. */
class Cost {
  clicks = 0;
  keys = 0;
  texts = 0;
  constructor(readonly page: Page) {}
  async click(target: Locator) {
    this.clicks += 1;
    await target.click();
  }
  async press(key: string) {
    this.keys += 1;
    await this.page.keyboard.press(key);
  }
  async type(text: string) {
    this.texts += 1;
    await this.page.keyboard.type(text);
  }
}

test.beforeEach(async ({ startSignedIn }) => startSignedIn());

test("a clinic is found, Telemedicine switched on, and the last change of IPD seen: 2 clicks, 2 keys, 1 text", async ({
  page,
  api,
}) => {
  const { id, name } = await api.hospital(`Found Hospital ${freshPhone()}`);
  await api.post(`/clinics/${id}/clinic_settings`, { settings: { ipd_enabled: true } });
  await page.goto("/today");
  await expect(page.getByRole("region", { name: "For you", exact: true })).toBeVisible();
  const cost = new Cost(page);
  await cost.press("Control+k");
  await cost.type(name);
  await expect(
    page
      .getByRole("dialog")
      .getByRole("option", { name: new RegExp(name) })
      .first(),
  ).toBeVisible();
  await cost.press("Enter");
  await cost.click(page.getByRole("switch", { name: "Telemedicine" }));
  await cost.click(page.getByRole("alertdialog").getByRole("button", { name: "Yes" }));
  await expect(page.getByRole("switch", { name: "Telemedicine" })).toBeChecked();
  await expect(page.getByRole("listitem").filter({ hasText: /^IPD\s*On since/ })).toBeVisible();
  expect(cost).toMatchObject({ clicks: 2, keys: 2, texts: 1 });
});

test("module is found by name and switched without the mouse", async ({ page, api }) => {
  const { id } = await api.hospital("Keyed Hospital");
  await page.goto(`/clinics-details/${id}/basic-details`);
  await expect(page.getByRole("switch", { name: "Telemedicine" })).toBeVisible();
  const cost = new Cost(page);
  await cost.press("Control+k");
  await cost.type("telemed");
  await expect(page.getByRole("dialog").getByRole("option").first()).toContainText("Telemedicine");
  await cost.press("Enter");
  await expect(page.getByRole("alertdialog").getByRole("button", { name: "Yes" })).toBeFocused();
  await cost.press("Enter");
  await expect(page.getByRole("switch", { name: "Telemedicine" })).toBeChecked();
  expect(cost).toMatchObject({ clicks: 0, keys: 3, texts: 1 });
});

test("user is blocked and the devices are deleted with 4 clicks on one screen", async ({ page, api }) => {
  const { phone_number } = await api.hospital("Left Hospital");
  const { data } = await api.get<{ data: { users: { id: number }[] } }>(`/admin/users?search_text=${phone_number}`);
  const user_id = data.users[0]?.id;
  const device = {
    device_key: `left-${phone_number}`,
    user_id,
    app_type: "cms",
    device_type: "android",
    app_version: "4.2",
    device_version: "15",
  };
  const app = await api.program("devices:write");
  await app.post("/careops/devices", { devices: [{ ...device, seen_at: "2026-09-20T09:31:10Z" }] });
  await page.goto(`/users-details/${user_id}`);
  const status = page.getByRole("button", { name: /^Status of this user: / });
  const cost = new Cost(page);
  await cost.click(status);
  await cost.click(page.getByRole("menuitemradio", { name: "Blocked" }));
  const question = page.getByRole("alertdialog");
  await cost.click(question.getByRole("checkbox", { name: /device/ }));
  await cost.click(question.getByRole("button", { name: "Yes" }));
  await expect(status).toHaveText("Blocked");
  expect(cost).toMatchObject({ clicks: 4, keys: 0, texts: 0 });
});

test("one click on Today leads to a sentence for each colleague", async ({ page, api }) => {
  await api.hospital("Seen Hospital");
  await page.goto("/today");
  const cost = new Cost(page);
  await cost.click(page.getByRole("link", { name: "Show what colleagues did" }));
  await expect(page.getByRole("list", { name: "People" }).getByRole("listitem").first()).toBeVisible();
  expect(cost).toMatchObject({ clicks: 1, keys: 0, texts: 0 });
});

test("a clinic is handed to a colleague with a note: 2 keys, 1 text", async ({ page, api }) => {
  const { id } = await api.hospital("Handed Hospital");
  await page.goto(`/clinics-details/${id}/basic-details`);
  await expect(page.getByRole("button", { name: "Note", exact: true })).toBeVisible();
  const cost = new Cost(page);
  await cost.press("m");
  await expect(page.getByRole("dialog", { name: "Add note" }).getByRole("textbox")).toBeFocused();
  await cost.type("Please call the owner back");
  await cost.press("Control+Enter");
  await expect(page.getByText("Note added")).toBeVisible();
  expect(cost).toMatchObject({ clicks: 0, keys: 2, texts: 1 });
});

test("the keys g and t open Today with a verb beside each item", async ({ page }) => {
  await page.goto("/clinics");
  await expect(rows(page).first()).toBeVisible();
  const cost = new Cost(page);
  await cost.press("g");
  await cost.press("t");
  await expect(page.getByRole("region", { name: "For you", exact: true }).getByRole("button").first()).toBeVisible();
  expect(cost).toMatchObject({ clicks: 0, keys: 2, texts: 0 });
});
