// Opens pages of the console in a browser and records their paint times and layout shifts in `globalThis.metrics`.
// A JSON object on standard input is put into local storage first.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const { chromium } = createRequire(`${process.cwd()}/package.json`)("@playwright/test");

/** Start the browser at this path, or the one of Playwright. */
export const launchBrowser = (executablePath) => chromium.launch({ ...(executablePath && { executablePath }) });

const storage = JSON.parse(readFileSync(0, "utf8"));

/** Runs in the page. `observeEntries` is there for the script of the caller too. */
function recordMetrics() {
  globalThis.metrics = { painted: 0, lcp: 0, cls: 0 };
  globalThis.observeEntries = (type, record, options = {}) =>
    new PerformanceObserver((list) => list.getEntries().forEach(record)).observe({ type, buffered: true, ...options });
  const { metrics, observeEntries } = globalThis;
  observeEntries("paint", (entry) => entry.name === "first-contentful-paint" && (metrics.painted = entry.startTime));
  observeEntries("largest-contentful-paint", (entry) => (metrics.lcp = entry.startTime));
  observeEntries("layout-shift", (entry) => (metrics.cls += entry.hadRecentInput ? 0 : entry.value));
}

/** Open an empty page; `record` runs in it after `recordMetrics`, `slowdown` divides the speed of the CPU. */
export async function openPage(browser, record, slowdown) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await context.addInitScript(recordMetrics);
  await context.addInitScript(record);
  await context.addInitScript((items) => Object.entries(items).forEach(([k, v]) => localStorage.setItem(k, v)), storage);
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send("Network.enable");
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
  return { page, devtools, close: () => context.close() };
}

/** Metrics of the page so far. */
export const readMetrics = (page) => page.evaluate(() => globalThis.metrics);

/** Print a result as one line of JSON. */
export const printResult = (result) => process.stdout.write(`${JSON.stringify(result)}\n`);
