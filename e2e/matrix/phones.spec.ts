import { expect, test } from "../fixtures";
import { addressesOf, lost, nowhere, shown, walk } from "../support/walking";

/** Every screen writes phone numbers in one style, +91 98123 45670: no text shows the ten digits in one piece. */
test("no screen shows a phone number without its groups", async ({ page, startSignedIn, examples }) => {
  await startSignedIn();
  const addresses = await addressesOf(examples);
  test.setTimeout(60_000 + 6_000 * addresses.length);
  await page.goto(nowhere);
  await expect(lost(page)).toBeVisible();
  const found: string[] = [];
  let grouped = 0;
  for (const { address } of addresses) {
    await walk(page, address);
    await shown(page);
    const text = await page.getByRole("main").innerText();
    grouped += text.match(/\+91 [6-9]\d{4} \d{5}/g)?.length ?? 0;
    found.push(...(text.match(/(?<![\d.])(\+?91[ -]?)?[6-9]\d{9}(?!\d)/g) ?? []).map((raw) => `${address}: ${raw}`));
  }
  expect(found).toEqual([]);
  expect(grouped).toBeGreaterThan(50);
});
