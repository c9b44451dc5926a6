import { readFile } from "node:fs/promises";
import { expect, test } from "../fixtures";
import { headings, toastWithText, waitForList } from "../support/screens";

test("list is saved with its filter, columns and all pages", async ({ page, api, startSignedIn, accessible }) => {
  const names = ["One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten", "Eleven"];
  for (const name of names) await api.hospital(`Exportable ${name}`);
  await startSignedIn();
  await page.goto("/clinics?search=exportable");
  await waitForList(page);
  const heads = await headings(page).allTextContents();
  await page.getByRole("main").getByRole("button", { name: "Export", exact: true }).focus();
  await page.keyboard.press("Enter");
  const csv = page.getByRole("button", { name: "CSV" });
  await expect(csv).toBeFocused();
  await expect(page.getByRole("group", { name: "Export" })).toContainText("11 rows");
  await accessible();
  const saved = page.waitForEvent("download");
  await page.keyboard.press("Enter");
  const file = await saved;
  expect(file.suggestedFilename()).toMatch(/^clinics-\d{4}-\d\d-\d\d\.csv$/);
  await expect(toastWithText(page, "File downloaded")).toBeVisible();
  const [head = "", ...lines] = (await readFile(await file.path(), "utf8")).trim().split("\r\n");
  expect(head.replace("\ufeff", "")).toBe(
    heads
      .slice(0, -1)
      .filter(Boolean)
      .map((title) => `"${title}"`)
      .join(","),
  );
  expect(lines.map((line) => line.split('"')[1]).sort()).toEqual(names.map((name) => `Exportable ${name}`).sort());
});
