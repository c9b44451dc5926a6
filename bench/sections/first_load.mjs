// Opens a page in a fresh browser and prints what its first load costs: `node first_load.mjs BROWSER URL ROUNDS`.
// A JSON object on standard input is put into local storage first. One line of JSON per round.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const { chromium } = createRequire(`${process.cwd()}/package.json`)("@playwright/test");
const [browserPath, url, rounds] = process.argv.slice(2);
const storage = JSON.parse(readFileSync(0, "utf8"));

function watch() {
  const seen = { lcp: 0, cls: 0, longest: 0 };
  globalThis.seen = seen;
  const observe = (type, take) => new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true });
  observe("largest-contentful-paint", (entry) => (seen.lcp = entry.startTime));
  observe("layout-shift", (entry) => (seen.cls += entry.hadRecentInput ? 0 : entry.value));
  observe("longtask", (entry) => (seen.longest = Math.max(seen.longest, entry.duration)));
}

for (let round = 0; round < Number(rounds); round += 1) {
  const browser = await chromium.launch({ ...(browserPath && { executablePath: browserPath }) });
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await context.addInitScript(watch);
  await context.addInitScript((kept) => Object.entries(kept).forEach(([k, v]) => localStorage.setItem(k, v)), storage);
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send("Network.enable");
  const files = new Map();
  devtools.on("Network.responseReceived", ({ requestId, response }) => files.set(requestId, { url: response.url, bytes: 0 }));
  devtools.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const file = files.get(requestId);
    if (file) file.bytes = encodedDataLength;
  });
  await page.goto(url, { waitUntil: "networkidle" });
  await page.waitForTimeout(500);
  const seen = await page.evaluate(() => globalThis.seen);
  const loaded = [...files.values()].filter((file) => file.url.startsWith("http"));
  const bytes = loaded.reduce((sum, file) => sum + file.bytes, 0);
  process.stdout.write(`${JSON.stringify({ ...seen, bytes, requests: loaded.length, at: page.url(), files: loaded })}\n`);
  await browser.close();
}
