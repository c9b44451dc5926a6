import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures";
import { expectLoaded, navigateTo, notFoundHeading, resolveAddresses, unknownPath } from "../support/crawl";

const height = 820;

/**
 * Every table of every screen at common window widths: no cell cuts its content without an ellipsis and a title, and
 * nothing is hidden under a pinned column unless the table marks that it scrolls. Each screen opens once and is
 * resized.
 */
test("every cell shows what it holds at each window width", async ({ page, startSignedIn, examples }) => {
  await startSignedIn();
  const addresses = await resolveAddresses(examples);
  test.setTimeout(60_000 + 8_000 * addresses.length);
  await open(page);
  const problems: string[] = [];
  for (const { address } of addresses) {
    await navigateTo(page, address);
    await expectLoaded(page);
    for (const width of [1280, 1366, 1440, 1920]) {
      await page.setViewportSize({ width, height });
      const cut = await page.evaluate(findCutCells);
      problems.push(...cut.map((text) => `${address} at ${width}: ${text}`));
    }
  }
  expect(problems).toEqual([]);
});

for (const language of ["hi", "pb"])
  test(`every heading is whole in ${language} at 1280 px`, async ({ page, startSignedIn, examples }) => {
    await page.addInitScript((code) => localStorage.setItem("current_language", code), language);
    await startSignedIn();
    await page.setViewportSize({ width: 1280, height });
    const addresses = await resolveAddresses(examples);
    test.setTimeout(60_000 + 6_000 * addresses.length);
    await open(page);
    const problems: string[] = [];
    for (const { address } of addresses) {
      await navigateTo(page, address);
      await expectLoaded(page);
      const cut = await page.evaluate(findCutCells);
      problems.push(...cut.map((text) => `${address}: ${text}`));
    }
    expect(problems).toEqual([]);
  });

test("on a phone every card shows its whole heading", async ({ page, startSignedIn, examples }) => {
  await startSignedIn();
  await page.setViewportSize({ width: 390, height: 844 });
  const addresses = await resolveAddresses(examples);
  test.setTimeout(60_000 + 6_000 * addresses.length);
  await open(page);
  const problems: string[] = [];
  let headings = 0;
  for (const { address } of addresses) {
    await navigateTo(page, address);
    await expectLoaded(page);
    const cells = page.locator("main tr > td[data-heading]");
    headings += await cells.count();
    const cut = await cells.evaluateAll((all) =>
      all
        .filter((cell) =>
          [cell, ...cell.querySelectorAll("*")].some(
            (box) =>
              box.clientWidth > 1 &&
              getComputedStyle(box).overflowX !== "visible" &&
              (box.scrollWidth > box.clientWidth + 1 || box.scrollHeight > box.clientHeight + 2),
          ),
        )
        .map((cell) => cell.textContent),
    );
    problems.push(...cut.map((text) => `${address}: ${text}`));
  }
  expect(problems).toEqual([]);
  expect(headings).toBeGreaterThan(100);
});

async function open(page: Page) {
  await page.goto(unknownPath);
  await expect(notFoundHeading(page)).toBeVisible();
}

/** Find all cells and headings with content larger than their visible area. Runs in the page. */
function findCutCells(): string[] {
  const cut: string[] = [];
  const isCut = (box: Element) => {
    const { overflowX, textOverflow, webkitLineClamp } = getComputedStyle(box);
    if (overflowX === "visible" || box.clientWidth <= 1) return false;
    const over = box.scrollWidth > box.clientWidth + 1 || box.scrollHeight > box.clientHeight + 2;
    if (!over) return false;
    const hasEllipsis = textOverflow === "ellipsis" || webkitLineClamp !== "none";
    return !(hasEllipsis && box.closest("td [title]"));
  };
  for (const table of document.querySelectorAll("main table")) {
    const area = table.parentElement as HTMLElement;
    for (const cell of table.querySelectorAll("th, td")) {
      const name = (cell.textContent ?? "").trim().slice(0, 60);
      for (const box of [cell, ...cell.querySelectorAll("*")])
        if (isCut(box)) {
          cut.push(
            `${cell.tagName} "${name}" is cut (${box.scrollWidth}x${box.scrollHeight} in ${box.clientWidth}x${box.clientHeight})`,
          );
          break;
        }
      // A heading has no overflow clipping: long text would cover its neighbour.
      if (cell.tagName === "TH" && cell.scrollWidth > cell.clientWidth + 1)
        cut.push(`heading "${name}" needs ${cell.scrollWidth} px and has ${cell.clientWidth}`);
    }
    const scrolls = area.scrollWidth > area.clientWidth + 1;
    const pinned = table.querySelector("tbody td[data-pinned]");
    const frame = area.parentElement as HTMLElement;
    const edge = pinned
      ? getComputedStyle(pinned).boxShadow !== "none"
      : getComputedStyle(frame, "::after").opacity !== "0";
    if (scrolls && !edge)
      cut.push(`the table scrolls (${area.scrollWidth} in ${area.clientWidth} px) and does not show it`);
  }
  return cut;
}
