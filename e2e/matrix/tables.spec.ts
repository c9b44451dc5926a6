import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures";
import { expectLoaded, navigateTo, notFoundHeading, resolveAddresses, unknownPath } from "../support/crawl";
import { findCutCells } from "../support/tables";

const height = 820;

/**
 * Every screen at common window widths and on a phone. No table cell cuts its content without an ellipsis and a title,
 * nothing is hidden under a pinned column unless the table marks that it scrolls, every card shows its whole headings,
 * and phone numbers have one style, +91 98123 45670. Each screen opens once and is resized. screens.spec.ts checks the
 * headings in Hindi and Punjabi.
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
