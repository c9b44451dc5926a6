import { expect, test } from "../fixtures";
import { expectLoaded, navigateTo, notFoundHeading, resolveAddresses, unknownPath } from "../support/crawl";

/** Every screen writes phone numbers in one style, +91 98123 45670: no text shows the ten digits in one piece. */
test("no screen shows a phone number without its groups", async ({ page, startSignedIn, examples }) => {
  await startSignedIn();
  const addresses = await resolveAddresses(examples);
  test.setTimeout(60_000 + 6_000 * addresses.length);
  await page.goto(unknownPath);
  await expect(notFoundHeading(page)).toBeVisible();
  const problems: string[] = [];
  let grouped = 0;
  for (const { address } of addresses) {
    await navigateTo(page, address);
    await expectLoaded(page);
    const text = await page.getByRole("main").innerText();
    grouped += text.match(/\+91 [6-9]\d{4} \d{5}/g)?.length ?? 0;
    problems.push(...(text.match(/(?<![\d.])(\+?91[ -]?)?[6-9]\d{9}(?!\d)/g) ?? []).map((raw) => `${address}: ${raw}`));
  }
  expect(problems).toEqual([]);
  expect(grouped).toBeGreaterThan(50);
});
