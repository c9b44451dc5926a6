// Opens a page in a fresh browser and prints what its first load costs: `node first_load.mjs BROWSER URL ROUNDS SLOWED`,
// the last being how many times slower the page's CPU is to be. A JSON object on standard input is put into local storage
// first. One line of JSON per round.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const { chromium } = createRequire(`${process.cwd()}/package.json`)("@playwright/test");
const [browserPath, url, rounds, slowed] = process.argv.slice(2);
const storage = JSON.parse(readFileSync(0, "utf8"));

function watch() {
  const seen = { painted: 0, lcp: 0, cls: 0, longest: 0, busy: [] };
  globalThis.seen = seen;
  const observe = (type, take) => new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true });
  observe("paint", (entry) => entry.name === "first-contentful-paint" && (seen.painted = entry.startTime));
  observe("largest-contentful-paint", (entry) => (seen.lcp = entry.startTime));
  observe("layout-shift", (entry) => (seen.cls += entry.hadRecentInput ? 0 : entry.value));
  observe("longtask", ({ startTime, duration }) => {
    seen.longest = Math.max(seen.longest, duration);
    seen.busy.push([startTime, startTime + duration]);
  });
}

// Interactive: something is painted, and for two seconds no task has kept the page from answering.
function settled() {
  const { painted, busy } = globalThis.seen;
  return painted > 0 && performance.now() - Math.max(painted, ...busy.map(([, end]) => end)) > 2000;
}

// What tasks take beyond 50 ms, from the first paint on: as long as that, whoever clicks waits.
const blocking = ({ painted, busy }) =>
  busy.reduce((sum, [start, end]) => sum + Math.max(0, end - Math.max(start, painted) - 50), 0);

for (let round = 0; round < Number(rounds); round += 1) {
  const browser = await chromium.launch({ ...(browserPath && { executablePath: browserPath }) });
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await context.addInitScript(watch);
  await context.addInitScript((kept) => Object.entries(kept).forEach(([k, v]) => localStorage.setItem(k, v)), storage);
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send("Network.enable");
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: Number(slowed) });
  const files = new Map();
  devtools.on("Network.responseReceived", ({ requestId, response }) => files.set(requestId, { url: response.url, bytes: 0 }));
  devtools.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const file = files.get(requestId);
    if (file) file.bytes = encodedDataLength;
  });
  await page.goto(url, { waitUntil: "networkidle" });
  // At full speed only for what the page needs itself: what can wait is fetched later.
  if (slowed > 1) await page.waitForFunction(settled, undefined, { polling: 250 });
  else await page.waitForTimeout(500);
  const { busy, painted, ...seen } = await page.evaluate(() => globalThis.seen);
  const loaded = [...files.values()].filter((file) => file.url.startsWith("http"));
  const bytes = loaded.reduce((sum, file) => sum + file.bytes, 0);
  const found = { ...seen, painted, blocking: blocking({ painted, busy }), bytes, requests: loaded.length };
  process.stdout.write(`${JSON.stringify({ ...found, at: page.url(), files: loaded })}\n`);
  await browser.close();
}
