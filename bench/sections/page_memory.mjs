// Print the memory of a tab that pages through a table: `node page_memory.mjs BROWSER URL PAGES`. Prints one line of JSON.
import { readFileSync } from "node:fs";
import { launchBrowser, openPage, printResult } from "./page.mjs";

const [browserPath, url, pages] = process.argv.slice(2);

/** Kilobytes that only this process uses (Linux). */
function privateMemory(pid) {
  const lines = readFileSync(`/proc/${pid}/smaps_rollup`, "utf8").split("\n");
  const sizes = lines.filter((line) => line.startsWith("Private_")).map((line) => Number(line.split(/\s+/)[1]));
  return sizes.reduce((sum, size) => sum + size, 0);
}

async function pidsOfTabs(browser) {
  const devtools = await browser.newBrowserCDPSession();
  const { processInfo } = await devtools.send("SystemInfo.getProcessInfo");
  return processInfo.filter(({ type }) => type === "renderer").map(({ id }) => id);
}

const browser = await launchBrowser(browserPath);
const { page, devtools } = await openPage(browser, () => {}, 1);
await page.goto(url);
const table = page.getByRole("table").last();
await table.waitFor();
for (let number = 1; number < Number(pages); number += 1) {
  const before = await table.locator("tbody tr").first().textContent();
  await page.getByRole("button", { name: "Next page" }).last().click();
  await table.locator("tbody tr").first().filter({ hasNotText: before }).waitFor();
}
await devtools.send("HeapProfiler.collectGarbage");
await devtools.send("Performance.enable");
const { metrics } = await devtools.send("Performance.getMetrics");
const heap = metrics.find(({ name }) => name === "JSHeapUsedSize").value;
const pids = await pidsOfTabs(browser);
printResult({ heap, process: Math.max(...pids.map(privateMemory)) * 1024 });
await browser.close();
