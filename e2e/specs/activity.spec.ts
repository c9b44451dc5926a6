import { expect, test } from "../fixtures";
import { columnCells, rows, rowWithText, waitUntilIdle } from "../support/screens";

test("what a colleague did today, across clinics, with a link to each", async ({
  page,
  api,
  startSignedIn,
  accessible,
}) => {
  const hospital = await api.hospital("Active Hospital");
  await startSignedIn("customer_care");
  await page.goto("/clinics");
  await page.getByRole("navigation").getByRole("link", { name: "Activity" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Activity" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Today", exact: true })).toHaveAttribute("aria-pressed", "true");
  await expect(page.getByRole("heading", { name: "People" })).toBeVisible();
  await accessible();

  const { data } = await api.get<{ data: { people: { name: string; events: Record<string, number> }[] } }>(
    "/careops/activity",
  );
  const admin = data.people.find(({ events }) => events["hospital.create"]);
  if (!admin) throw new Error("the account of the tests has added the hospital");
  await page.getByRole("button", { name: /^Person/ }).click();
  await page.getByRole("combobox", { name: "Search people" }).fill(admin.name);
  await page.getByRole("option", { name: admin.name }).first().click();
  await expect(page).toHaveURL(/person=\d+/);
  await expect(page.getByText(new RegExp(`^${admin.name}: .*\\d hospitals? added`))).toBeVisible();
  await page.getByRole("searchbox").fill("hospital.create");
  await expect(page).toHaveURL(/search=hospital.create/);
  await waitUntilIdle(page);
  const row = rowWithText(page, hospital.name).first();
  await expect(columnCells(row, "User")).toContainText(admin.name);
  await row.getByRole("link", { name: hospital.name }).first().click();
  await expect(page).toHaveURL(new RegExp(`/clinics-details/${hospital.id}/`));
});

test("quick choices set days and hours, which are in the address", async ({ page, startSignedIn }) => {
  await startSignedIn("customer_care");
  await page.goto("/activity");
  const quick = (name: string) => page.getByRole("button", { name, exact: true });
  await quick("This morning").click();
  await expect(page).toHaveURL(/hours=0%2C1%2C2/);
  await expect(quick("This morning")).toHaveAttribute("aria-pressed", "true");
  await quick("Yesterday").click();
  await expect(page).toHaveURL(/start_date=\d{4}-\d\d-\d\d&end_date=\d{4}-\d\d-\d\d$/);
  await quick("7 days").click();
  await expect(quick("7 days")).toHaveAttribute("aria-pressed", "true");
  await quick("Today").click();
  await expect(page).toHaveURL(/\/activity$/);
});

test("counts are links to their events", async ({ page, api, startSignedIn }) => {
  await api.hospital("Counted Hospital");
  await startSignedIn("customer_care");
  await page.goto("/activity");
  await page.getByRole("link", { name: "hospital.create", exact: true }).click();
  await expect(page).toHaveURL(/event_keys=hospital.create/);
  await waitUntilIdle(page);
  await expect
    .poll(async () => new Set(await columnCells(page.getByRole("table"), "Event").allTextContents()))
    .toEqual(new Set(["hospital.create"]));
});

test("the list fits a phone", async ({ page, api, startSignedIn, accessible }) => {
  await api.hospital("Narrow Hospital");
  await startSignedIn("customer_care");
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto("/activity");
  await expect(rows(page).first()).toBeVisible();
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await accessible();
});

for (const [code, title] of [
  ["hi", "गतिविधि"],
  ["pb", "ਗਤੀਵਿਧੀ"],
] as const) {
  test(`the list in ${code}`, async ({ page, startSignedIn }) => {
    await startSignedIn("customer_care");
    await page.addInitScript((language) => localStorage.setItem("current_language", language), code);
    await page.goto("/activity");
    await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
  });
}
