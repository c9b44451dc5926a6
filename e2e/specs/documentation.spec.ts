import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures";

const configuration = readFileSync(new URL("../../docs/search.toml", import.meta.url), "utf-8");
const queries = [...configuration.matchAll(/^"(.+)" = (\[.+\])$/gm)].map(
  ([, query, pages]) => [query, JSON.parse(pages ?? "")] as [string, string[]],
);

test("the account menu opens the documentation", async ({ page, startSignedIn, noTrouble }) => {
  await startSignedIn();
  await page.goto("/");
  await page.getByRole("button", { name: "Account menu" }).click();
  const opened = page.waitForEvent("popup");
  await page.getByRole("menuitem", { name: "Documentation" }).click();
  const docs = await opened;
  docs.on("console", (message) => {
    if (message.type() === "error") noTrouble.push(message.text());
  });
  docs.on("pageerror", (error) => noTrouble.push(error.message));
  await expect(docs.getByRole("heading", { name: "careops", level: 1 })).toBeVisible();

  await docs.goto("/docs/architecture.html");
  const diagram = docs.getByRole("img", { name: "Diagram: Packages" });
  await expect(diagram).toHaveCount(1);
  await expect(diagram).toHaveJSProperty("complete", true);
  await expect(diagram).not.toHaveJSProperty("naturalWidth", 0);
  await docs.emulateMedia({ colorScheme: "dark" });
  await expect(diagram).toHaveAttribute("src", /-dark\.svg#only-dark$/);
});

/** Open the search of the documentation with its key. A slow browser does not have it at once. */
async function openSearch(page: Page) {
  const field = page.getByRole("combobox", { name: "Search" });
  await expect(async () => {
    await page.keyboard.press("/");
    await expect(field).toBeFocused({ timeout: 1000 });
  }).toPass();
  return field;
}

test("each of the twenty queries has a page that answers it among its first three results", async ({ page }) => {
  expect(queries.length).toBeGreaterThanOrEqual(20);
  await page.goto("/docs/guide/backup.html");
  const field = await openSearch(page);
  const results = page.getByRole("option");
  const missed: Record<string, string[]> = {};
  for (const [query, pages] of queries) {
    // Without the results of the query before.
    await field.fill("");
    await expect(results).toHaveCount(0);
    await field.fill(query);
    await expect(results.first()).toBeVisible();
    const addresses = await results.evaluateAll((links) =>
      links.slice(0, 3).map((link) => (link as HTMLAnchorElement).href),
    );
    const places = addresses.map((address) => address.replace(/^.*\/docs\//, "").replace(/\?[^#]*/, ""));
    if (!pages.some((answer) => places.some((place) => place.startsWith(answer)))) missed[query] = places;
  }
  expect(missed).toEqual({});
});

test("an error code in the search leads to its row", async ({ page }) => {
  await page.goto("/docs/index.html");
  await (await openSearch(page)).fill("clinic_not_found");
  await page.getByRole("option", { name: "clinic_not_found", exact: true }).click();
  await expect(page).toHaveURL(/\/docs\/error-codes\.html\?h=clinic_not_found#clinic_not_found$/);
  await expect(page.getByRole("cell", { name: "clinic_not_found", exact: true })).toBeInViewport();
});

test("unknown page opens the search by keyboard", async ({ page }) => {
  await page.goto("/docs/guide/nowhere.html");
  await expect(page.getByRole("heading", { name: "Page not found" })).toBeVisible();
  const button = page.getByRole("button", { name: "Search the documentation" });
  await button.focus();
  await page.keyboard.press("Shift+Tab");
  await expect(button).not.toBeFocused();
  await page.keyboard.press("Tab");
  await expect(button).toBeFocused();
  const field = page.getByRole("combobox", { name: "Search" });
  await expect(async () => {
    await page.keyboard.press("Enter");
    await expect(field).toBeFocused({ timeout: 1000 });
  }).toPass();
  await field.fill("kubernetes");
  await expect(page.getByRole("option").first()).toHaveAccessibleName(/Kubernetes/);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/docs\/guide\/deploying\.html\?h=kubernetes#kubernetes$/);
});

test("names of settings and codes do not break and pages fit a narrow screen", async ({ page, request }) => {
  test.slow();
  await page.setViewportSize({ width: 390, height: 844 });
  const { items } = (await (await request.get("/docs/search.json")).json()) as { items: { location: string }[] };
  const pages = [...new Set(items.map(({ location }) => location.replace(/#.*/, "")))];
  const faults: string[] = [];
  for (const address of pages) {
    await page.goto(`/docs/${address}`, { waitUntil: "load" });
    const names = await page.evaluate(() => {
      const broken = [...document.querySelectorAll<HTMLElement>("article :not(pre) > code")].filter((code) => {
        // A name that is longer than a line has to break.
        return /^[\w.]+$/.test(code.innerText) && code.innerText.length <= 36 && code.getClientRects().length > 1;
      });
      const wide = document.documentElement.scrollWidth > window.innerWidth;
      return [...broken.map((code) => code.innerText), ...(wide ? ["wider than the screen"] : [])];
    });
    faults.push(...names.map((fault) => `${address}: ${fault}`));
  }
  expect(faults).toEqual([]);
});
