import { expect, test } from "../fixtures";
import { respondError } from "../support/responses";
import { columnCells, dismissToast, rowWithText, searchClinic, selectModule, toastWithText } from "../support/screens";

const failure = "There was some error while processing your request";

test.beforeEach(async ({ startSignedIn }) => startSignedIn("customer_care"));

test("module is switched after a confirmation", async ({ page, api }) => {
  const hospital = await api.hospital("Switched Hospital");
  await page.goto("/clinics");
  await searchClinic(page, hospital.name, hospital.phone_number);
  const row = rowWithText(page, hospital.name);
  await selectModule(page, hospital.name, "Telemedicine");

  await row.getByRole("button", { name: /^Activate/ }).click();
  const question = page.getByText("Are you sure you want to activate this spec module for this clinic?");
  await expect(question).toBeVisible();
  await page.getByRole("button", { name: "No", exact: true }).click();
  await expect(question).toBeHidden();
  await expect(row).not.toContainText("Telemedicine, ");

  await row.getByRole("button", { name: /^Activate/ }).click();
  await page.getByRole("button", { name: "Yes", exact: true }).click();
  await expect(toastWithText(page, "Spec module activated successfully")).toBeVisible();
  await expect(columnCells(row, "Activated modules")).toContainText("Telemedicine");
  await expect(page).toHaveURL(/search=/);

  await selectModule(page, hospital.name, "Telemedicine");
  await row.getByRole("button", { name: /^Deactivate/ }).click();
  await expect(page.getByText("Are you sure you want to deactivate this spec module for this clinic?")).toBeVisible();
  // A hasty Enter switches nothing off.
  await expect(page.getByRole("button", { name: "No", exact: true })).toBeFocused();
  await page.getByRole("button", { name: "Yes", exact: true }).click();
  await expect(toastWithText(page, "Spec module deactivated successfully")).toBeVisible();
  await expect(columnCells(row, "Activated modules")).not.toContainText("Telemedicine");
});

for (const flag of ["IPD", "Surgeries", "ABDM"]) {
  test(`${flag} is switched without a confirmation`, async ({ page, api }) => {
    const hospital = await api.hospital(`${flag} Hospital`);
    await page.goto("/clinics");
    await searchClinic(page, hospital.name, hospital.phone_number);
    const row = rowWithText(page, hospital.name);
    await selectModule(page, hospital.name, flag);
    await row.getByRole("button", { name: /^Activate/ }).click();
    await expect(toastWithText(page, `${flag} activated successfully`)).toBeVisible();
    await expect(columnCells(row, "Activated modules")).toContainText(flag);
    await selectModule(page, hospital.name, flag);
    await row.getByRole("button", { name: /^Deactivate/ }).click();
    await expect(toastWithText(page, `${flag} deactivated successfully`)).toBeVisible();
    await expect(columnCells(row, "Activated modules")).not.toContainText(flag);
  });
}

test("each switch names its time and person after many other changes", async ({ page, api }) => {
  const hospital = await api.hospital("Remembering Hospital");
  const modules = await api.get<{ data: { id: number; attributes: { name: string } }[] }>("/spec_modules");
  const of = (name: string) => modules.data.find(({ attributes }) => attributes.name === name)!.id;
  const turn = (module: string, way: "activate" | "deactivate") =>
    api.post(`/clinics/${hospital.id}/spec_modules/${of(module)}/${way}`);
  await turn("Queue", "activate");
  await api.post(`/clinics/${hospital.id}/clinic_settings`, { settings: { ipd_enabled: true } });
  for (let time = 0; time < 6; time += 1)
    for (const way of ["activate", "deactivate"] as const) await turn("Feedback", way);
  await page.goto(`/clinics-details/${hospital.id}/basic-details`);
  const row = (name: string) => page.getByRole("listitem").filter({ has: page.getByRole("switch", { name }) });
  await expect(row("Queue")).toContainText(/On since .*Gurleen Kaur Brar/);
  await expect(row("IPD")).toContainText(/On since .*Gurleen Kaur Brar/);
  await expect(row("Feedback")).toContainText(/Off since .*Gurleen Kaur Brar/);
  await expect(row("Surgeries")).not.toContainText("since");

  // After a switch here, another account made the last change.
  await row("IPD").getByRole("switch").click();
  await expect(row("IPD")).toContainText(/Off since .*Arjun Pillai/);
  await row("Queue").getByRole("switch").click();
  const question = page.getByRole("alertdialog");
  await expect(question).toContainText(`${hospital.name} can no longer use Queue.`);
  await expect(question).toContainText("Last changed by Gurleen Kaur Brar");
});

test("empty picker asks for a module", async ({ page, api }) => {
  const hospital = await api.hospital("Unpicked Hospital");
  await page.goto("/clinics");
  await searchClinic(page, hospital.name, hospital.phone_number);
  await rowWithText(page, hospital.name)
    .getByRole("button", { name: /^Activate/ })
    .click();
  await expect(toastWithText(page, "Please select a module")).toBeVisible();
});

test("second flag is switched while the first one is still being saved", async ({ page, api }) => {
  const hospital = await api.hospital("Quick Hospital");
  // The first answer is held back until the second switch is sent.
  const second = page.waitForRequest((sent) => Boolean(sent.postData()?.includes("surgery_enabled")));
  await page.route("**/clinic_settings", async (route) => {
    if (route.request().postData()?.includes("ipd_enabled")) await second;
    await route.continue();
  });
  await page.goto(`/clinics-details/${hospital.id}/basic-details`);
  for (const flag of ["IPD", "Surgeries"]) await page.getByRole("switch", { name: flag }).click();
  for (const flag of ["IPD", "Surgeries"]) await expect(page.getByRole("switch", { name: flag })).toBeChecked();
});

test("failed switch is reported and leaves the row unchanged", async ({ page, api }) => {
  const hospital = await api.hospital("Failing Hospital");
  await page.goto("/clinics");
  await searchClinic(page, hospital.name, hospital.phone_number);
  const row = rowWithText(page, hospital.name);
  await page.route("**/clinic_settings", (route) => respondError(route, 500));
  await selectModule(page, hospital.name, "IPD");
  await row.getByRole("button", { name: /^Activate/ }).click();
  await expect(toastWithText(page, failure)).toBeVisible();
  await expect(columnCells(row, "Activated modules")).not.toContainText("IPD");
  await expect(row.getByRole("button", { name: /^Activate/ })).toBeEnabled();
});

// Proves FAULT-22.double-click.
test("a double click switches once", async ({ page, api }) => {
  const hospital = await api.hospital("Doubled Hospital");
  await page.goto("/clinics");
  await searchClinic(page, hospital.name, hospital.phone_number);
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/clinic_settings")) sent.push(request.url());
  });
  await selectModule(page, hospital.name, "ABDM");
  await rowWithText(page, hospital.name)
    .getByRole("button", { name: /^Activate/ })
    .dblclick();
  await expect(toastWithText(page, "ABDM activated successfully")).toBeVisible();
  await expect.poll(() => sent).toHaveLength(1);
});

test("success disappears automatically and a failure stays until closed", async ({ page, api }) => {
  const hospital = await api.hospital("Timed Hospital");
  await page.clock.install();
  await page.goto("/clinics");
  await searchClinic(page, hospital.name, hospital.phone_number);
  const row = rowWithText(page, hospital.name);
  await selectModule(page, hospital.name, "IPD");
  await row.getByRole("button", { name: /^Activate/ }).click();
  const success = toastWithText(page, "IPD activated successfully");
  await expect(success).toBeVisible();
  await page.clock.runFor(2_500);
  await expect(success).toBeVisible();
  await page.clock.runFor(3_000);
  await expect(success).toBeHidden();

  await page.route("**/clinic_settings", (route) => respondError(route, 500));
  await selectModule(page, hospital.name, "ABDM");
  await row.getByRole("button", { name: /^Activate/ }).click();
  const failed = toastWithText(page, failure);
  await expect(failed).toBeVisible();
  await page.clock.runFor(60_000);
  await expect(failed).toBeVisible();
  await dismissToast(page);
  await expect(failed).toBeHidden();
});

test("all switches of a hospital fit one screen and do not move", async ({ page, api }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  const hospital = await api.hospital("Still Hospital");
  await page.goto(`/clinics-details/${hospital.id}/basic-details`);
  const switches = page.getByRole("switch");
  await expect(switches).toHaveCount(13);
  for (let at = 0; at < 13; at += 1) await expect(switches.nth(at)).toBeInViewport({ ratio: 1 });
  const places = () => switches.evaluateAll((all) => all.map((element) => element.getBoundingClientRect().y));
  const before = await places();
  await page.getByRole("switch", { name: "IPD" }).click();
  await expect(page.getByRole("listitem").filter({ has: page.getByRole("switch", { name: "IPD" }) })).toContainText(
    "since",
  );
  await expect.poll(places).toEqual(before);
});
