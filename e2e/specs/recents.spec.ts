import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures";
import { toastWithText, waitForList } from "../support/screens";

test.use({ recents: true });

const beside = (page: Page) =>
  page.getByRole("complementary").getByRole("navigation", { name: "Recently opened and pinned" });
const storedRecents = (page: Page) =>
  page.waitForResponse((reply) => reply.url().includes("/careops/recents/") && reply.request().method() === "PUT");

/** Start without recents, because tests of a worker share a server and an account. */
test.beforeEach(async ({ api }) => {
  const { data } = await api.get<{ data: { recents: { kind: string; record_id: number }[] } }>("/careops/recents");
  for (const { kind, record_id } of data.recents) await api.delete(`/careops/recents/${kind}/${record_id}`);
});

test("opened record is listed in the side bar and in Ctrl+K and pinned by keyboard", async ({
  page,
  api,
  startSignedIn,
  accessible,
}) => {
  const first = await api.hospital("Recent First Hospital");
  const second = await api.hospital("Recent Second Hospital");
  await startSignedIn();
  for (const { id, name } of [first, second]) {
    const noted = storedRecents(page);
    await page.goto(`/clinics-details/${id}/basic-details`);
    await noted;
    await expect(beside(page).getByRole("link", { name })).toHaveAttribute("aria-current", "page");
  }
  await expect(beside(page).getByRole("link")).toHaveText([second.name, first.name]);
  await beside(page).getByRole("link", { name: first.name }).click();
  await expect(page).toHaveURL(`/clinics-details/${first.id}/basic-details`);
  await expect(beside(page).getByRole("link").first()).toHaveText(first.name);
  await page.keyboard.press("p");
  await expect(toastWithText(page, `${first.name} pinned`)).toBeVisible();
  await expect(page.getByRole("button", { name: "Unpin this record" })).toBeVisible();
  await accessible();

  await page.goto("/universities");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(beside(page).getByRole("heading")).toHaveText(["Pinned", "Recently opened"]);
  await page.keyboard.press("Control+k");
  const palette = page.getByRole("dialog", { name: "Search" });
  const lately = palette.getByRole("group", { name: "Recently opened and pinned" });
  await expect(lately.getByRole("option").first()).toContainText(first.name);
  await expect(lately.getByRole("option").first()).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`/clinics-details/${first.id}/basic-details`);
});

test("disabled history stores nothing in this browser", async ({ page, api, startSignedIn }) => {
  const hospital = await api.hospital("Traceless Hospital");
  await startSignedIn();
  const noted = storedRecents(page);
  await page.goto(`/clinics-details/${hospital.id}/basic-details`);
  await noted;
  await expect(beside(page)).toBeVisible();
  await page.getByRole("button", { name: "Account menu" }).click();
  await page.getByRole("menuitem", { name: "Hide recently opened" }).click();
  await expect(beside(page)).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Pin this record" })).toHaveCount(0);
  await page.goto("/clinics");
  await waitForList(page);
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("dialog", { name: "Search" }).getByRole("option").first()).toHaveText("Today");
});
