import { expect, test } from "../fixtures";
import { respond } from "../support/responses";
import { columnCells, rows, rowWithText, waitUntilIdle } from "../support/screens";

test("activity of a colleague is listed across clinics with links", async ({
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
  await expect(page.getByRole("combobox", { name: "Days" })).toHaveValue("today");
  await expect(page.getByRole("list", { name: "People" })).toBeVisible();
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
  await expect(columnCells(row, "Change")).toContainText(`${admin.name} added the hospital ${hospital.name}`);
  await row.getByRole("link", { name: hospital.name }).first().click();
  await expect(page).toHaveURL(new RegExp(`/clinics-details/${hospital.id}/`));
});

test("quick choices set days and hours, which are in the address", async ({ page, startSignedIn }) => {
  await startSignedIn("customer_care");
  await page.goto("/activity");
  const quick = page.getByRole("combobox", { name: "Days" });
  await quick.selectOption("This morning");
  await expect(page).toHaveURL(/hours=0%2C1%2C2/);
  await quick.selectOption("Yesterday");
  await expect(page).toHaveURL(/start_date=\d{4}-\d\d-\d\d&end_date=\d{4}-\d\d-\d\d$/);
  await quick.selectOption("7 days");
  await expect(quick).toHaveValue("week");
  await quick.selectOption("Today");
  await expect(page).toHaveURL(/\/activity$/);
  await page.getByRole("button", { name: "More filters" }).click();
  await expect(page.getByRole("textbox", { name: "From" })).toBeVisible();
});

test("sign-ins are listed and counted on request", async ({ page, api, startSignedIn }) => {
  await api.hospital("Counted Hospital");
  await startSignedIn("customer_care");
  await page.goto("/activity");
  await expect(rowWithText(page, "added the hospital").first()).toBeVisible();
  await expect(rowWithText(page, "signed in")).toHaveCount(0);
  await page.getByText("Also openings and sign-ins").click();
  await expect(page).toHaveURL(/openings=yes/);
  await expect(rowWithText(page, "signed in").first()).toBeVisible();
});

for (const active of ["today's people", "many people"]) {
  test(`with ${active} the first event is near the top, behind few Tab stops`, async ({ page, api, startSignedIn }) => {
    await api.hospital("High Hospital");
    await startSignedIn("customer_care");
    await page.setViewportSize({ width: 1280, height: 800 });
    if (active === "many people")
      await page.route("**/api/careops/activity**", (route) =>
        respond(route, "get", "/careops/activity", { success: true, data: { people: manyPeople } }),
      );
    await page.goto("/activity");
    const row = rows(page).first();
    await expect(row).toBeVisible();
    const people = page.getByRole("list", { name: "People" }).getByRole("listitem");
    if (active === "many people")
      await expect(people.last()).toHaveText(/^18 more people: 18 doctor verifications, .*18 refused actions$/);
    else await expect(people.first()).toBeVisible();
    await expect.poll(async () => (await row.boundingBox())?.y).toBeLessThanOrEqual(300);
    await page.getByRole("heading", { level: 1 }).focus();
    let stops = 0;
    do {
      await page.keyboard.press("Tab");
      stops += 1;
    } while (stops < 30 && !(await row.evaluate((place) => place.contains(document.activeElement))));
    expect(stops - 1).toBeLessThanOrEqual(12);
  });
}

/** People with a long name and many kinds of changes each. */
const manyPeople = Array.from({ length: 20 }, (_, at) => ({
  id: at + 1,
  name: `Venkatanarasimharajuvaripeta Subramaniam-Balakrishnan ${at}`,
  account_type: "customer_care",
  total: 10,
  failed: 1,
  last_at: "2026-11-20T09:31:07Z",
  events: {
    "module.activate": 1,
    "doctor.verify": 1,
    "hospital.create": 1,
    "clinic.update": 1,
    "payment.add_manual": 1,
    "subscription.add_manual": 1,
    "note.create": 1,
    "follow_up.create": 1,
    "user.update": 1,
  },
}));

test("repeated changes of a record are one row that opens all", async ({ page, api, startSignedIn }) => {
  const { id, name } = await api.hospital("Repeated Hospital");
  for (const beds_count of [11, 12, 13]) await api.put(`/admin/clinics/${id}`, { clinic_details: { id, beds_count } });
  await startSignedIn("customer_care");
  await page.goto("/activity");
  const row = rowWithText(page, `changed the details of ${name}`);
  await expect(row).toHaveCount(1);
  await expect(row).toContainText(/Beds 12 → 13.* more change/);
  await row.getByRole("button", { name: /^Details of/ }).click();
  await expect(page.getByRole("term").filter({ hasText: "Beds" })).toHaveCount(3);
});

test("list fits a phone", async ({ page, api, startSignedIn, accessible }) => {
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
  test(`list is shown in ${code}`, async ({ page, startSignedIn }) => {
    await startSignedIn("customer_care");
    await page.addInitScript((language) => localStorage.setItem("current_language", language), code);
    await page.goto("/activity");
    await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
  });
}
