import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures";
import { failUntilRetry, respond } from "../support/responses";
import { columnCells, rows, toastWithText, waitForChange, waitUntilIdle } from "../support/screens";

const row = (page: Page, name: string) => rows(page).filter({ has: page.getByText(name, { exact: true }) });
const search = (page: Page) => page.getByPlaceholder("Enter university name to search");
const listRequest = (page: Page) => page.waitForRequest((request) => request.url().includes("/basic_universities?"));

for (const accountType of ["super_admin", "billing_admin", "customer_care"] as const) {
  test(`${accountType} adds and changes a university`, async ({ page, startSignedIn, accessible }) => {
    const name = `University of ${accountType}`;
    await startSignedIn(accountType);
    await page.goto("/clinics");
    const misc = page.getByRole("navigation", { name: "Main menu" }).locator("section", { hasText: "Misc" });
    await misc.getByRole("button", { name: "Misc" }).click();
    await misc.getByRole("link", { name: "Basic Universities" }).click();
    await expect(page).toHaveURL(/\/universities$/);
    await expect(page.getByRole("columnheader")).toHaveText(["Name", "Rank", "Actions"]);

    await page.getByRole("button", { name: "Add New University" }).click();
    const adding = page.getByRole("dialog", { name: "Add New University" });
    await adding.getByRole("button", { name: "Add" }).click();
    await expect(adding.getByText("Please enter university name")).toBeVisible();
    await accessible();
    await adding.getByLabel("Name").fill(`  ${name} `);
    for (const wrong of ["0", "2.5", "1st"]) {
      await adding.getByLabel("Rank").fill(wrong);
      await adding.getByRole("button", { name: "Add" }).click();
      await expect(adding.getByText(/^Enter a whole number from 1 to/)).toBeVisible();
    }
    await adding.getByLabel("Rank").fill("");
    const added = page.waitForRequest((request) => request.method() === "POST");
    await adding.getByRole("button", { name: "Add" }).click();
    expect((await added).postDataJSON()).toEqual({ name, rank: null });
    await expect(toastWithText(page, "University added successfully!")).toBeVisible();
    await expect(adding).toBeHidden();

    await search(page).fill(name);
    await expect(rows(page)).toHaveCount(1);
    await expect(columnCells(row(page, name), "Rank")).toHaveText("-");
    await page.getByRole("button", { name: `Edit ${name}` }).click();
    const editing = page.getByRole("dialog", { name: "Edit university" });
    await expect(editing.getByText(/^ID \d+$/)).toBeVisible();
    await expect(editing.getByLabel("Name")).toHaveValue(name);
    await expect(editing.getByLabel("Rank")).toHaveValue("");
    await editing.getByLabel("Rank").fill("७");
    const changed = waitForChange(page, "PUT");
    await editing.getByRole("button", { name: "Save" }).click();
    expect((await changed).postDataJSON()).toEqual({ name, rank: 7 });
    await expect(toastWithText(page, "University updated successfully!")).toBeVisible();
    await expect(columnCells(row(page, name), "Rank")).toHaveText("7");
  });
}

test("duplicate name is refused at its field and keeps the input", async ({ page, api, startSignedIn }) => {
  await api.post("/admin/basic_universities", { name: "Taken University", rank: 9 });
  await startSignedIn();
  await page.goto("/universities");
  await page.getByRole("button", { name: "Add New University" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("taken university");
  await dialog.getByLabel("Rank").fill("12");
  await dialog.getByRole("button", { name: "Add" }).click();
  await expect(dialog.getByText("A university with this name already exists")).toBeVisible();
  await expect(dialog.getByLabel("Name")).toBeFocused();
  await expect(dialog.getByLabel("Rank")).toHaveValue("12");
});

test("ranked universities come first and pages are in the address", async ({ page, startSignedIn }) => {
  await startSignedIn();
  await page.goto("/universities");
  await expect(rows(page)).toHaveCount(10);
  await expect
    .poll(async () => {
      const ranks = (await columnCells(page, "Rank").allTextContents()).map(Number);
      return ranks.length === 10 && ranks.every((rank, index) => rank >= (ranks[index - 1] ?? rank));
    })
    .toBe(true);
  await expect(page.getByText(/^Showing 1-10 of \d+ universities$/)).toBeVisible();
  const size = page.getByLabel("Rows per page");
  await expect(size.getByRole("option")).toHaveText(["10", "20", "50", "100"]);

  const second = listRequest(page);
  await page.getByRole("button", { name: "Next page" }).click();
  expect(new URL((await second).url()).searchParams.get("page")).toBe("2");
  await expect(page.getByText(/^Showing 11-20 of \d+ universities$/)).toBeVisible();
  const resized = listRequest(page);
  await size.selectOption("20");
  expect(Object.fromEntries(new URL((await resized).url()).searchParams)).toEqual({ page: "1", perpage: "20" });
  await expect(page.getByText(/^Showing 1-20 of \d+ universities$/)).toBeVisible();
  await expect(page).toHaveURL(/\/universities\?perpage=20$/);
});

test("search waits for the last key and reports an empty result", async ({ page, startSignedIn }) => {
  await startSignedIn();
  await page.clock.install();
  await page.goto("/universities?page=2");
  await expect(rows(page)).toHaveCount(10);
  const names: (string | null)[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/basic_universities?")) names.push(new URL(request.url()).searchParams.get("name"));
  });
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000));
  await search(page).pressSequentially(" vellore ");
  await page.clock.runFor(499);
  expect(names).toEqual([]);
  await page.clock.runFor(1);
  await expect(rows(page)).toHaveText([/Christian Medical College, Vellore/]);
  await expect.poll(() => names).toEqual(["vellore"]);
  await page.clock.resume();
  await expect(page).toHaveURL(/\/universities\?search=/);

  await search(page).fill("no such place");
  await search(page).press("Enter");
  await expect(page.getByText("No universities found matching your search", { exact: true })).toBeVisible();
  await page.route("**/basic_universities?**", (route) =>
    respond(route, "get", "/admin/basic_universities", {
      success: true,
      data: [],
      meta: { total_records: 0, total_pages: 0 },
    }),
  );
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect(page.getByText("No universities found", { exact: true })).toBeVisible();
});

test("failed list is reported and empty", async ({ page, startSignedIn, accessible }) => {
  await startSignedIn();
  await page.goto("/universities");
  await expect(rows(page)).toHaveCount(10);
  await failUntilRetry(page, "**/basic_universities?**");
  await page.getByRole("button", { name: "Next page" }).click();
  await expect(toastWithText(page, "Failed to load universities")).toBeVisible();
  await expect(page.getByText(/^Showing/)).toHaveCount(0);
  await expect(page.getByText("All India Institute")).toHaveCount(0);
  await accessible();
  await page.getByRole("button", { name: "Retry" }).click();
  await expect(page.getByText(/^Showing 11-20 of/)).toBeVisible();
  await expect(toastWithText(page, "Failed to load universities")).toHaveCount(0);
});

test("universities are not cut off on a phone", async ({ page, startSignedIn, accessible }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await startSignedIn();
  await page.goto("/universities");
  await expect(rows(page)).toHaveCount(10);
  await waitUntilIdle(page);
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await accessible();
});
