import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures";
import { expectLoaded, navigateTo, notFoundHeading, resolveAddresses, unknownPath } from "../support/crawl";

const height = 820;

/**
 * Every screen at common window widths and on a phone. No table cell cuts its content without an ellipsis and a title,
 * nothing is hidden under a pinned column unless the table marks that it scrolls, every card shows its whole headings,
 * and phone numbers have one style, +91 98123 45670. Each screen opens once and is resized.
 */
test("cells, cards and phone numbers are complete at each window width", async ({ page, startSignedIn, examples }) => {
  await startSignedIn();
  const addresses = await resolveAddresses(examples);
  test.setTimeout(60_000 + 8_000 * addresses.length);
  await open(page);
  const problems: string[] = [];
  let headings = 0;
  let phones = 0;
  for (const { address } of addresses) {
    await page.setViewportSize({ width: 1280, height });
    await navigateTo(page, address);
    await expectLoaded(page);
    const text = await page.getByRole("main").innerText();
    phones += text.match(/\+91 [6-9]\d{4} \d{5}/g)?.length ?? 0;
    const ungrouped = text.match(/(?<![\d.])(\+?91[ -]?)?[6-9]\d{9}(?!\d)/g) ?? [];
    problems.push(...ungrouped.map((phone) => `${address}: ${phone} without groups`));
    for (const width of [1280, 1366, 1440, 1920]) {
      await page.setViewportSize({ width, height });
      const cut = await page.evaluate(findCutCells);
      problems.push(...cut.map((cell) => `${address} at ${width}: ${cell}`));
    }
    await page.setViewportSize({ width: 390, height: 844 });
    // Some screens render other columns on a phone, in the frame after the resize.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    const cut = await page.evaluate(findCutCards);
    headings += cut.headings;
    problems.push(...cut.cards.map((card) => `${address} at 390: ${card}`));
  }
  expect(problems).toEqual([]);
  expect(headings).toBeGreaterThan(100);
  expect(phones).toBeGreaterThan(50);
});

for (const language of ["hi", "pb"])
  test(`every heading is complete in ${language} at 1280 px`, async ({ page, startSignedIn, examples }) => {
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

async function open(page: Page) {
  await page.goto(unknownPath);
  await expect(notFoundHeading(page)).toBeVisible();
}

/** Count the headings of cards, and return the text of cells that cut their content. Runs in the page. */
function findCutCards(): { headings: number; cards: (string | null)[] } {
  const cells = [...document.querySelectorAll("main tr > td[data-heading]")];
  const isCut = (box: Element) =>
    box.clientWidth > 1 &&
    getComputedStyle(box).overflowX !== "visible" &&
    (box.scrollWidth > box.clientWidth + 1 || box.scrollHeight > box.clientHeight + 2);
  const cards = cells.filter((cell) => [cell, ...cell.querySelectorAll("*")].some(isCut));
  return { headings: cells.length, cards: cards.map((cell) => cell.textContent) };
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
