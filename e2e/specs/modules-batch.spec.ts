import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures";
import type { Api } from "../fixtures/api";
import { columnCells, rows, rowWithText, toastWithText, waitUntilIdle } from "../support/screens";

const bar = (page: Page) => page.getByRole("region", { name: "Selected rows" });
const question = (page: Page) => page.getByRole("alertdialog");
const undo = (page: Page) => page.getByRole("region", { name: "Notifications" }).getByRole("button", { name: "Undo" });

/** Hospitals that a search for their first word finds, and no others. */
async function hospitals(api: Api, word: string, count: number) {
  const clinics: Awaited<ReturnType<Api["hospital"]>>[] = [];
  for (let number = 1; number <= count; number += 1) clinics.push(await api.hospital(`${word} Hospital ${number}`));
  return clinics;
}
async function show(page: Page, word: string, count: number) {
  await page.goto(`/clinics?search=${word}`);
  await expect(rows(page)).toHaveCount(count);
  await waitUntilIdle(page);
}
const keysOf = async (api: Api, id: number) =>
  (
    await api.get<{ data: { audit_trails: { key: string }[] } }>(`/admin/audit_trails?clinic_id=${id}`)
  ).data.audit_trails.map(({ key }) => key);

test("six hospitals get a module with four clicks and lose it with Undo", async ({
  page,
  api,
  startSignedIn,
  accessible,
}) => {
  const clinics = await hospitals(api, "Fourclicks", 6);
  await startSignedIn("customer_care");
  await show(page, "Fourclicks", 6);
  await page.evaluate(() => {
    document.documentElement.dataset.clicks = "0";
    const count = () => {
      document.documentElement.dataset.clicks = String(Number(document.documentElement.dataset.clicks) + 1);
    };
    document.addEventListener("pointerdown", count, true);
  });
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST") sent.push(new URL(request.url()).pathname);
  });

  await page.getByRole("checkbox", { name: "Select all on this page" }).click();
  await expect(bar(page).getByRole("status")).toHaveText("6 selected");
  await accessible();
  await bar(page).getByRole("button", { name: "Switch a module on…" }).click();
  await page.getByRole("menuitem", { name: "Telemedicine" }).click();
  await expect(question(page)).toContainText("Switch Telemedicine on at 6 clinics?");
  await expect(question(page)).toContainText("and 1 more");
  await accessible();
  await question(page).getByRole("button", { name: "Switch on" }).click();

  await expect(toastWithText(page, "Telemedicine switched on at 6 clinics")).toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("data-clicks", "4");
  for (const { name } of clinics)
    await expect(columnCells(rowWithText(page, name), "Activated modules")).toContainText("Telemedicine");
  await expect.poll(() => sent.filter((path) => path.endsWith("/careops/changes"))).toHaveLength(1);
  await undo(page).click();
  await expect(toastWithText(page, "6 undone")).toBeVisible();
  for (const { id, name } of clinics) {
    await expect(columnCells(rowWithText(page, name), "Activated modules")).not.toContainText("Telemedicine");
    expect((await keysOf(api, id)).slice(0, 2)).toEqual(["module.deactivate", "module.activate"]);
  }
  await expect(bar(page).getByRole("status")).toHaveText("6 selected");
});

test("flag is switched off by keyboard and unchanged clinics are named", async ({
  page,
  api,
  startSignedIn,
  accessible,
}) => {
  const clinics = await hospitals(api, "Keyboarded", 3);
  const [first, second] = [clinics[2]!, clinics[1]!];
  await api.post(`/clinics/${first.id}/clinic_settings`, { settings: { ipd_enabled: true } });
  await startSignedIn();
  await show(page, "Keyboarded", 3);
  await page.keyboard.press("j");
  await page.keyboard.press("x");
  await page.keyboard.press("j");
  await page.keyboard.press("x");
  await expect(bar(page).getByRole("status")).toHaveText("2 selected");
  await page.keyboard.press("a");
  await expect(bar(page).getByRole("button", { name: "Switch a module on…" })).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("menuitem").first()).toBeFocused();
  await page.keyboard.press("End");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowUp");
  await expect(page.getByRole("menuitem", { name: "IPD" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(question(page)).toContainText(`IPD stops for: ${first.name}, ${second.name}.`);
  await expect(question(page)).toContainText(`1 has it off already and stays as it is: ${second.name}.`);
  // A hasty Enter switches nothing off.
  await expect(question(page).getByRole("button", { name: "Cancel" })).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  const report = page.getByRole("dialog", { name: "Switching IPD off" });
  await expect(report).toContainText("IPD switched off at 1 clinic");
  await expect(report).toContainText("Already off at 1 clinic");
  await accessible();
  await page.keyboard.press("Enter");
  await expect(report).toBeHidden();
  await expect(columnCells(rowWithText(page, first.name), "Activated modules")).not.toContainText("IPD");
  expect(await keysOf(api, second.id)).not.toContain("clinic.settings");
});

test("selection survives a page change and all matches can be selected", async ({ page, api, startSignedIn }) => {
  await hospitals(api, "Elevenfold", 11);
  await startSignedIn();
  await show(page, "Elevenfold", 10);
  await page.getByRole("checkbox", { name: "Select Elevenfold Hospital 11" }).check();
  await page.getByRole("button", { name: "Next page" }).click();
  await page.getByRole("checkbox", { name: "Select Elevenfold Hospital 1", exact: true }).check();
  await expect(bar(page).getByRole("status")).toHaveText("2 selected");
  await page.getByRole("button", { name: "Previous page" }).click();
  await expect(page.getByRole("checkbox", { name: "Select Elevenfold Hospital 11" })).toBeChecked();
  await bar(page).getByRole("button", { name: "Clear selection" }).click();
  await page.getByRole("checkbox", { name: "Select all on this page" }).check();
  await bar(page).getByRole("button", { name: "Select all 11 matches" }).click();
  await bar(page).getByRole("button", { name: "Switch a module on…" }).click();
  await page.getByRole("menuitem", { name: "Surgeries" }).click();
  await expect(question(page)).toContainText("Switch Surgeries on at 11 clinics?");
  await question(page).getByRole("button", { name: "Switch on" }).click();
  await expect(toastWithText(page, "Surgeries switched on at 11 clinics")).toBeVisible();
});

test("on a phone each card has its box", async ({ page, api, startSignedIn, accessible }) => {
  const [only] = await hospitals(api, "Handheld", 1);
  await page.setViewportSize({ width: 390, height: 844 });
  await startSignedIn();
  await show(page, "Handheld", 1);
  await page.getByRole("checkbox", { name: `Select ${only!.name}` }).check();
  await accessible();
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await bar(page).getByRole("button", { name: "Switch a module on…" }).click();
  await page.getByRole("menuitem", { name: "Queue" }).click();
  await question(page).getByRole("button", { name: "Switch on" }).click();
  await expect(toastWithText(page, "Queue switched on at 1 clinic")).toBeVisible();
});

test("selection bar moves and hides no row", async ({ page, api, startSignedIn }) => {
  await hospitals(api, "Unmoved", 3);
  await startSignedIn("customer_care");
  await show(page, "Unmoved", 3);
  const heights = () => rows(page).evaluateAll((all) => all.map((row) => row.getBoundingClientRect().y));
  const before = await heights();
  await expect(bar(page).getByRole("button")).toHaveCount(0);
  await rows(page).first().getByRole("checkbox").check();
  await expect(bar(page).getByRole("button", { name: "Clear selection" })).toBeInViewport({ ratio: 1 });
  await expect.poll(heights).toEqual(before);

  await page.goto("/clinics");
  await expect(rows(page)).toHaveCount(10);
  await rows(page).first().getByRole("checkbox").check();
  await page.keyboard.press("End");
  const end = () =>
    page.evaluate(() => document.querySelector("main")?.lastElementChild?.getBoundingClientRect().bottom);
  const top = () => bar(page).evaluate((element) => element.getBoundingClientRect().top);
  await expect.poll(async () => ((await end()) ?? Number.POSITIVE_INFINITY) <= (await top())).toBe(true);
});
