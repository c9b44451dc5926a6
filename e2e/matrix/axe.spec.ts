import { expect, test } from "../fixtures";
import { findViolations } from "../fixtures/axe";

test("axe reports a violation on the first and on a second visit", async ({ page }) => {
  await page.goto("/");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  expect(await findViolations(page)).toEqual([]);
  await page.evaluate(() => {
    const pale = document.createElement("p");
    pale.style.cssText = "color: #ccc; background: #fff";
    pale.append("Hardly to be read", document.createElement("img"));
    document.querySelector("main")?.append(pale);
  });
  const rules = async (only?: string[]) => (await findViolations(page, only)).map((line) => line.split(":")[0]);
  expect(await rules()).toEqual(expect.arrayContaining(["color-contrast", "image-alt"]));
  expect(await rules(["color-contrast"])).toEqual(["color-contrast"]);
});
