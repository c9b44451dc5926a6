import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures";
import { holdRequests } from "../support/responses";
import { waitForList, waitUntilIdle } from "../support/screens";

/** Requests that start after the first screen has loaded; slow machines may start them earlier. */
const later =
  /alarms|whats_new|views|palette|users-|choices-|dialogs|forms|files-|shared-|Fields-|today|dueCounts|CountsReader|followUps-|notes-|useLiveRefresh-|serverMessages-|refusals-/i;

const repeated = (paths: string[]) => paths.filter((path, index) => paths.indexOf(path) !== index);

/** Requests of a first visit until the screen is ready: their number and transferred bytes. */
async function firstLoad(page: Page, address: string, ready: () => Promise<unknown>) {
  const requests: string[] = [];
  const sizes: Promise<number>[] = [];
  page.on("request", (request) => later.test(request.url()) || requests.push(new URL(request.url()).pathname));
  page.on("requestfinished", (request) => {
    if (later.test(request.url())) return;
    sizes.push(
      request.sizes().then(({ responseBodySize, responseHeadersSize }) => responseBodySize + responseHeadersSize),
    );
  });
  await page.goto(address, { waitUntil: "load" });
  await ready();
  await page.evaluate(() => document.fonts.ready);
  // The page preloads Inter before its style sheet requests it; only identical addresses share one request.
  const fonts = () => requests.filter((path) => path.endsWith(".woff2"));
  await expect.poll(fonts).toContainEqual(expect.stringContaining("inter-latin-wght"));
  expect(repeated(fonts())).toEqual([]);
  const kilobytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0) / 1024;
  return { requests, kilobytes };
}

test("sign-in is shown after 6 requests and 180 KB", async ({ page }) => {
  const heading = page.getByRole("heading", { level: 1 });
  const { requests, kilobytes } = await firstLoad(page, "/", () => expect(heading).toBeVisible());
  expect(requests.length, requests.join("\n")).toBeLessThanOrEqual(6);
  expect(kilobytes).toBeLessThanOrEqual(180);
});

test("clinics are shown after 12 requests and 300 KB", async ({ page, startSignedIn }) => {
  await startSignedIn("super_admin");
  const { requests, kilobytes } = await firstLoad(page, "/clinics", () => waitForList(page));
  expect(requests.length, requests.join("\n")).toBeLessThanOrEqual(12);
  expect(kilobytes).toBeLessThanOrEqual(300);
});

/**
 * Open an address while the first script is held back, wait until the page has requested the files with these names
 * without it, and return all requests from then on as well.
 */
async function requestedBeforeScripts(page: Page, address: string, files: Record<string, number>) {
  const requested: string[] = [];
  page.on("request", (request) => requested.push(new URL(request.url()).pathname));
  const release = await holdRequests(page, "**/assets/index-*.js");
  await page.goto(address, { waitUntil: "commit" });
  for (const [name, count] of Object.entries(files))
    await expect.poll(() => scripts(requested, name), `scripts of ${name}`).toHaveLength(count);
  release();
  return requested;
}
const scripts = (paths: string[], name: string) =>
  paths.filter((path) => new RegExp(`/${name}-[^/]+\\.js$`).test(path));

test("the frame and the texts are requested beside the first script", async ({ page, startSignedIn }) => {
  await startSignedIn("super_admin");
  await page.addInitScript(() => localStorage.setItem("current_language", "pb"));
  const requested = await requestedBeforeScripts(page, "/clinics", { console: 1, pb: 1, authenticated: 2 });
  await waitForList(page);
  expect(scripts(requested, "en")).toEqual([]);
  expect(repeated(requested.filter((path) => path.startsWith("/assets/")))).toEqual([]);
});

test("the files of the screen are requested beside the first script", async ({ page, startSignedIn }) => {
  await startSignedIn("super_admin");
  await page.addInitScript(() => localStorage.setItem("current_language", "pb"));
  const files = { screens: 1, forms: 1, doctors: 1 };
  const requested = await requestedBeforeScripts(page, "/doctors", files);
  await waitForList(page);
  for (const [name, count] of Object.entries(files)) expect(scripts(requested, name).slice(count)).toEqual([]);
});

test("the files of a tab are requested beside the first script", async ({ page, examples, startSignedIn }) => {
  await startSignedIn("super_admin");
  const address = await examples.addressOf("/clinics-details/:clinicId/:tab", "list-audit-trail");
  const requested = await requestedBeforeScripts(page, address, { audit: 1 });
  await expect(page.getByRole("main").getByRole("table").first()).toBeVisible();
  await waitUntilIdle(page);
  expect(scripts(requested, "audit").slice(1)).toEqual([]);
});

test("without a session only the texts are requested beside the first script", async ({ page }) => {
  const requested = await requestedBeforeScripts(page, "/", { en: 1 });
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  expect(scripts(requested, "console")).toEqual([]);
});

for (const [address, data] of [
  ["/clinics", "/api/admin/clinics"],
  ["/clinics-details/:clinicId/:tab", /\/api\/admin\/clinics\/\d+$/],
  ["/doctors", "/api/admin/doctors"],
  ["/doctor-details/:doctorId/:tab", /\/api\/doctors\/\d+$/],
  ["/users", "/api/admin/users"],
  ["/users-details/:userId", /\/api\/admin\/users\/\d+$/],
] as const)
  test(`the data of ${address} is requested once, before the frame is drawn`, async ({
    page,
    examples,
    startSignedIn,
  }) => {
    await startSignedIn("super_admin");
    const requests: string[] = [];
    page.on("request", (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.startsWith("/api/")) requests.push(pathname);
    });
    await page.goto(await examples.addressOf(address, "basic-details"));
    await expect(page.getByRole("main").getByRole("cell").or(page.getByRole("definition")).first()).toBeVisible();
    await waitUntilIdle(page);
    const matches = (path: string) => (typeof data === "string" ? path === data : data.test(path));
    await expect.poll(() => requests.filter(matches)).toHaveLength(1);
    await expect.poll(() => requests[0]).toMatch(data);
  });

test("data of screens for other accounts is not requested", async ({ page, startSignedIn }) => {
  await startSignedIn("customer_care");
  const requests: string[] = [];
  page.on("request", (request) => requests.push(new URL(request.url()).pathname));
  await page.goto("/users");
  await expect(page.getByText("404 Error - Page not found")).toBeVisible();
  expect(requests).not.toContain("/api/admin/users");
});

test("amounts in rupees need no large font", async ({ page, api, startSignedIn }) => {
  const { id } = await api.hospital("Rupee Hospital");
  await startSignedIn();
  const fonts: string[] = [];
  page.on("request", (request) => request.url().endsWith(".woff2") && fonts.push(request.url()));
  const drawn = page.waitForResponse("**/inter-rupee-*.woff2");
  await page.goto(`/clinics-details/${id}/basic-details`);
  await expect(page.getByText("₹0.00").first()).toBeVisible();
  await drawn;
  await page.evaluate(() => document.fonts.ready);
  expect(fonts.filter((font) => font.includes("latin-ext") || font.includes("noto"))).toEqual([]);
});
