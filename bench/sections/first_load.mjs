// Open a page in a fresh browser and print what its first load costs: `node first_load.mjs BROWSER URL ROUNDS SLOWDOWN`.
// SLOWDOWN divides the speed of the CPU. Prints one line of JSON per round.
import { launchBrowser, openPage, printResult, readMetrics } from "./page.mjs";

const [browserPath, url, rounds, slowdown] = process.argv.slice(2);

function recordLongTasks() {
  const { metrics, observeEntries } = globalThis;
  Object.assign(metrics, { longest: 0, busy: [] });
  observeEntries("longtask", ({ startTime, duration }) => {
    metrics.longest = Math.max(metrics.longest, duration);
    metrics.busy.push([startTime, startTime + duration]);
  });
}

/** True if the page is interactive: it is painted, and for two seconds no long task has run. */
function isInteractive() {
  const { painted, busy } = globalThis.metrics;
  return painted > 0 && performance.now() - Math.max(painted, ...busy.map(([, end]) => end)) > 2000;
}

/** Total blocking time: the time of tasks beyond 50 ms, from the first paint on. */
const totalBlockingTime = ({ painted, busy }) =>
  busy.reduce((sum, [start, end]) => sum + Math.max(0, end - Math.max(start, painted) - 50), 0);

for (let round = 0; round < Number(rounds); round += 1) {
  const browser = await launchBrowser(browserPath);
  const { page, devtools } = await openPage(browser, recordLongTasks, Number(slowdown));
  const files = new Map();
  devtools.on("Network.responseReceived", ({ requestId, response }) => files.set(requestId, { url: response.url, bytes: 0 }));
  devtools.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const file = files.get(requestId);
    if (file) file.bytes = encodedDataLength;
  });
  await page.goto(url, { waitUntil: "networkidle" });
  // At full speed, count only the files that the page needs at once.
  if (slowdown > 1) await page.waitForFunction(isInteractive, undefined, { polling: 250 });
  else await page.waitForTimeout(500);
  const { busy, painted, ...metrics } = await readMetrics(page);
  const loaded = [...files.values()].filter((file) => file.url.startsWith("http"));
  const bytes = loaded.reduce((sum, file) => sum + file.bytes, 0);
  const result = { ...metrics, painted, blocking: totalBlockingTime({ painted, busy }), bytes, requests: loaded.length };
  printResult({ ...result, at: page.url(), files: loaded });
  await browser.close();
}
