// Use the console like a member of staff with a slow network and a slow computer: `node daily_work.mjs BROWSER URL ROUNDS`.
// Prints one line of JSON per cold load and per action.
import { launchBrowser, openPage, printResult, readMetrics } from "./page.mjs";

const [browserPath, url, rounds] = process.argv.slice(2);
const network = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 };
const slowdown = 4;

const screens = {
  clinics: "/clinics",
  "clinic detail": "/clinics-details/3/basic-details",
  doctors: "/doctors",
  "user detail": "/users-details/106",
  "news feed": "/news-feed",
  campaigns: "/ad-campaigns",
  "audit logs": "/clinics-details/3/list-audit-trail",
};

function recordRowsAndActions() {
  const { metrics, observeEntries } = globalThis;
  Object.assign(metrics, { row: 0, actions: [] });
  observeEntries("event", (entry) => entry.interactionId && metrics.actions.push(entry.duration), { durationThreshold: 16 });
  const checkRows = () => {
    const drawn = document.querySelector("main tbody tr td, main dl dd") && !document.querySelector("main [aria-busy=true]");
    if (drawn) metrics.row = performance.now();
    else requestAnimationFrame(checkRows);
  };
  requestAnimationFrame(checkRows);
}

async function openSlowPage(browser) {
  const opened = await openPage(browser, recordRowsAndActions, slowdown);
  await opened.devtools.send("Network.emulateNetworkConditions", network);
  return opened;
}

const waitForRows = (page) => page.waitForFunction(() => globalThis.metrics.row > 0, undefined, { timeout: 60_000 });

async function loadCold(browser, path) {
  const { page, devtools, close } = await openSlowPage(browser);
  let started = 0;
  let asked = 0;
  devtools.on("Network.requestWillBeSent", ({ timestamp, request }) => {
    started ||= timestamp;
    if (request.url.includes("/api/")) asked ||= (timestamp - started) * 1000;
  });
  await page.goto(url + path, { waitUntil: "load" });
  await waitForRows(page);
  const { painted, lcp, cls, row } = await readMetrics(page);
  await close();
  return { painted, lcp, cls, row, asked };
}

/** Measure each action until its next frame, in a tab that has been open for a while. */
async function measureActions(browser) {
  const { page, close } = await openSlowPage(browser);
  await page.goto(`${url}/clinics`, { waitUntil: "load" });
  await waitForRows(page);
  const waitUntilIdle = () => page.waitForTimeout(1500);
  const visited = new Map();
  const measure = async (action, kind, perform) => {
    await waitUntilIdle();
    await page.evaluate(() => (globalThis.metrics.actions.length = 0));
    await perform();
    await waitUntilIdle();
    printResult({ action, kind, ms: Math.max(0, ...(await page.evaluate(() => globalThis.metrics.actions))) });
  };
  const navigation = page.getByRole("navigation").first();
  for (const name of ["Doctors", "Users", "Clinics", "Doctors", "Users", "Clinics"]) {
    const again = visited.get(name) || name === "Clinics";
    visited.set(name, true);
    await measure(again ? `back to ${name}` : `to ${name}`, again ? "return" : "action", () =>
      navigation.getByRole("link", { name, exact: true }).click(),
    );
  }
  await measure("next page", "action", () => page.getByRole("button", { name: "Next page" }).first().click());
  await measure("letters in the search", "action", async () => {
    await page.getByRole("searchbox").first().focus();
    await page.keyboard.type("pra", { delay: 80 });
  });
  await measure("Ctrl+K", "action", () => page.keyboard.press("Control+k"));
  await measure("Escape", "action", () => page.keyboard.press("Escape"));
  await measure("menu Add", "action", () => page.getByRole("button", { name: "Add", exact: true }).click());
  await measure("Add Hospital", "action", () => page.getByRole("menuitem", { name: "Hospital" }).click());
  await measure("Escape of the dialog", "action", () => page.keyboard.press("Escape"));
  await measure("theme", "action", () => page.getByRole("button", { name: /theme/ }).first().click());
  await close();
}

const browser = await launchBrowser(browserPath);
for (let round = 0; round < Number(rounds); round += 1) {
  for (const [screen, path] of Object.entries(screens)) printResult({ screen, ...(await loadCold(browser, path)) });
  await measureActions(browser);
}
await browser.close();
