// Uses the console as a member of staff on a slow line and a slow computer: `node daily_work.mjs BROWSER URL ROUNDS`.
// A JSON object on standard input is put into local storage first. Prints one line of JSON per cold load and per action.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const { chromium } = createRequire(`${process.cwd()}/package.json`)("@playwright/test");
const [browserPath, url, rounds] = process.argv.slice(2);
const storage = JSON.parse(readFileSync(0, "utf8"));
const line = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 };
const slowed = 4;

const screens = {
  clinics: "/clinics",
  "clinic detail": "/clinics-details/3/basic-details",
  doctors: "/doctors",
  "user detail": "/users-details/106",
  "news feed": "/news-feed",
  campaigns: "/ad-campaigns",
  "audit logs": "/clinics-details/3/list-audit-trail",
};

const print = (found) => process.stdout.write(`${JSON.stringify(found)}\n`);

function watch() {
  const seen = { painted: 0, lcp: 0, cls: 0, row: 0, actions: [] };
  globalThis.seen = seen;
  const observe = (type, take) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true, durationThreshold: 16 });
  observe("paint", (entry) => entry.name === "first-contentful-paint" && (seen.painted = entry.startTime));
  observe("largest-contentful-paint", (entry) => (seen.lcp = entry.startTime));
  observe("layout-shift", (entry) => (seen.cls += entry.hadRecentInput ? 0 : entry.value));
  observe("event", (entry) => entry.interactionId && seen.actions.push(entry.duration));
  const look = () => {
    const drawn = document.querySelector("main tbody tr td, main dl dd") && !document.querySelector("main [aria-busy=true]");
    if (drawn) seen.row = performance.now();
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

async function open(browser) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await context.addInitScript(watch);
  await context.addInitScript((kept) => Object.entries(kept).forEach(([k, v]) => localStorage.setItem(k, v)), storage);
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send("Network.enable");
  await devtools.send("Network.emulateNetworkConditions", line);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: slowed });
  return { page, devtools, close: () => context.close() };
}

const rowsDrawn = (page) => page.waitForFunction(() => globalThis.seen.row > 0, undefined, { timeout: 60_000 });

async function loadCold(browser, path) {
  const { page, devtools, close } = await open(browser);
  let begun = 0;
  let asked = 0;
  devtools.on("Network.requestWillBeSent", ({ timestamp, request }) => {
    begun ||= timestamp;
    if (request.url.includes("/api/")) asked ||= (timestamp - begun) * 1000;
  });
  await page.goto(url + path, { waitUntil: "load" });
  await rowsDrawn(page);
  const { painted, lcp, cls, row } = await page.evaluate(() => globalThis.seen);
  await close();
  return { painted, lcp, cls, row, asked };
}

/** What an action needs until the next frame is there, in a tab that has been open for a while. */
async function act(browser) {
  const { page, close } = await open(browser);
  await page.goto(`${url}/clinics`, { waitUntil: "load" });
  await rowsDrawn(page);
  const settled = () => page.waitForTimeout(1500);
  const visited = new Map();
  const measured = async (action, kind, perform) => {
    await settled();
    await page.evaluate(() => (globalThis.seen.actions.length = 0));
    await perform();
    await settled();
    print({ action, kind, ms: Math.max(0, ...(await page.evaluate(() => globalThis.seen.actions))) });
  };
  const navigation = page.getByRole("navigation").first();
  for (const name of ["Doctors", "Users", "Clinics", "Doctors", "Users", "Clinics"]) {
    const again = visited.get(name) || name === "Clinics";
    visited.set(name, true);
    await measured(again ? `back to ${name}` : `to ${name}`, again ? "return" : "action", () =>
      navigation.getByRole("link", { name, exact: true }).click(),
    );
  }
  await measured("next page", "action", () => page.getByRole("button", { name: "Next page" }).first().click());
  await measured("letters in the search", "action", async () => {
    await page.getByRole("searchbox").first().focus();
    await page.keyboard.type("pra", { delay: 80 });
  });
  await measured("Ctrl+K", "action", () => page.keyboard.press("Control+k"));
  await measured("Escape", "action", () => page.keyboard.press("Escape"));
  await measured("menu Add", "action", () => page.getByRole("button", { name: "Add", exact: true }).click());
  await measured("Add Hospital", "action", () => page.getByRole("menuitem", { name: "Hospital" }).click());
  await measured("Escape of the dialog", "action", () => page.keyboard.press("Escape"));
  await measured("theme", "action", () => page.getByRole("button", { name: /theme/ }).first().click());
  await close();
}

const browser = await chromium.launch({ ...(browserPath && { executablePath: browserPath }) });
for (let round = 0; round < Number(rounds); round += 1) {
  for (const [screen, path] of Object.entries(screens)) print({ screen, ...(await loadCold(browser, path)) });
  await act(browser);
}
await browser.close();
