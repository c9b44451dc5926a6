import type { Route } from "@playwright/test";
import { expect, test } from "../fixtures";
import { navigateTo, notFoundHeading, resolveAddresses, unknownPath } from "../support/crawl";

/** Hostile text for every text field, which would be visible if a browser executed it. */
const written = `</script><svg onload="hurt()"></svg><img src=x onerror="hurt()">{{constructor}}\u202e`;
const run = "svg[onload], img[src=x]";

/** True for free text of people and other platforms; enum values, moments, addresses and numbers keep their format. */
const isFree = (text: string) =>
  /\p{Lu}\p{Ll}|\p{Lo}|\s/u.test(text) && !/^\d{4}-\d\d-\d\d/.test(text) && !/^[a-z]+:\/\//.test(text);

let changed = 0;
function hostile(value: unknown): unknown {
  if (typeof value === "string" && isFree(value)) {
    changed += 1;
    return `${value} ${written}`;
  }
  if (Array.isArray(value)) return value.map(hostile);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, hostile(field)]));
}

async function answer(route: Route) {
  if (route.request().method() !== "GET") return route.continue();
  const reply = await route.fetch();
  if (!reply.headers()["content-type"]?.startsWith("application/json")) return route.fulfill({ response: reply });
  // biome-ignore lint/plugin: no field may keep the form of the contract here.
  return route.fulfill({ response: reply, json: hostile(await reply.json()) });
}

// Proves SEC-42.text, SEC-42.executed.
test("markup in any field is shown as text on every screen", async ({ page, startSignedIn, examples }) => {
  await startSignedIn();
  const addresses = await resolveAddresses(examples);
  test.setTimeout(60_000 + 6_000 * addresses.length);
  await page.addInitScript(() => {
    Object.assign(window, { hurt: () => document.documentElement.setAttribute("data-hurt", "") });
  });
  await page.goto(unknownPath);
  await expect(notFoundHeading(page)).toBeVisible();
  await page.route("**/api/**", answer);
  const silent: string[] = [];
  for (const { address } of addresses)
    await test.step(address, async () => {
      changed = 0;
      await navigateTo(page, address);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
      await expect(page.locator(run)).toHaveCount(0);
      await expect(page.locator("html[data-hurt]")).toHaveCount(0);
      if (changed === 0) silent.push(address);
    });
  // Addresses that read no stored text.
  expect(silent.length, silent.join(", ")).toBeLessThan(addresses.length / 5);
});
