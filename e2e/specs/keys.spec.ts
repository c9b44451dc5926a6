import { expect, test } from "../fixtures";
import { columnCells, rows, rowWithText } from "../support/screens";

interface Own {
  data: { user: { name: string } };
}
test.beforeEach(async ({ startSignedIn }) => startSignedIn());

test("the requests of a key are found by its name, and its errors by call and code", async ({
  page,
  api,
  accessible,
}) => {
  const app = await api.program("audit:write");
  const {
    data: { user: key },
  } = await app.get<Own>("/careops/session");
  await app.post("/careops/audit_events", { events: [] });
  for (const path of ["/careops/keys", "/careops/keys", "/admin/clinics"])
    await expect(app.get(path)).rejects.toThrow("403");

  await page.goto("/clinics");
  await page.getByRole("button", { name: "Account menu" }).click();
  await page.getByRole("menuitem", { name: "API keys" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "API keys" })).toBeVisible();
  await expect(rowWithText(page, key.name)).toBeVisible();
  await accessible();
  await rowWithText(page, key.name).getByRole("link", { name: key.name }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Requests of API keys" })).toBeVisible();
  // The server stores entries every two seconds.
  await expect(async () => {
    await page.reload();
    await expect(rows(page)).toHaveCount(5, { timeout: 1000 });
  }).toPass();
  await expect(columnCells(page, "Call").filter({ hasText: "ReadSession" })).toHaveCount(1);
  await page.getByLabel("Status").selectOption({ label: "Refused (4xx)" });
  await expect(rows(page)).toHaveCount(3);
  await expect(columnCells(rowWithText(page, "ListClinics"), "Error code")).toHaveText("forbidden");
  await accessible();

  await page.getByRole("link", { name: "Errors by call" }).click();
  // The summary may have been read before the last entries were stored; it is read again, and rows move.
  await expect(rows(page)).toHaveCount(2);
  const group = rowWithText(page, "ListKeys");
  await expect(columnCells(group, "Requests")).toHaveText("2");
  await accessible();
  await group.getByRole("link", { name: "2" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Requests of API keys" })).toBeVisible();
  await expect(rows(page)).toHaveCount(2);
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect(rowWithText(page, "ReadSession").first()).toBeVisible();
});
