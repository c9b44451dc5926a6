import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures";

const form = (page: Page) => page.getByRole("form");
const rows = (page: Page) => page.locator("tbody").getByRole("row");

for (const accountType of ["super_admin", "billing_admin"] as const) {
  test(`${accountType} writes, changes and deletes a release note`, async ({ page, startSignedIn }) => {
    const title = `Quicker lists for ${accountType}`;
    await startSignedIn(accountType);
    await page.goto("/clinics");
    await page.getByRole("link", { name: "Release Notes" }).click();
    await expect(page).toHaveURL(/\/release-notes$/);
    await expect(page.getByRole("columnheader")).toHaveText([
      "Title",
      "Release Notes",
      "Published",
      "Published At",
      "Actions",
    ]);

    const day = form(page).getByLabel("Published At", { exact: true });
    await expect(day).toBeDisabled();
    await form(page).getByRole("button", { name: "Create" }).click();
    await expect(form(page).getByText("Please enter a title")).toBeVisible();
    await expect(form(page).getByText("Please enter release notes")).toBeVisible();

    await form(page).getByLabel("Title").fill(title);
    await form(page).getByLabel("Release notes").fill("Every list opens twice as fast.");
    const created = page.waitForRequest((request) => request.method() === "POST");
    await form(page).getByRole("button", { name: "Create" }).click();
    expect((await created).postDataJSON()).toEqual({
      title,
      note_text: "Every list opens twice as fast.",
      publish: false,
    });
    const row = rows(page).filter({ hasText: title });
    await expect(row.getByRole("cell").nth(2)).toHaveText("No");
    await expect(row.getByRole("cell").nth(3)).toHaveText("-");
    await expect(form(page).getByLabel("Title")).toHaveValue("");

    await row.getByRole("button", { name: `Edit ${title}` }).click();
    await expect(form(page).getByLabel("Title")).toHaveValue(title);
    await expect(form(page).getByRole("button", { name: "Cancel" })).toBeVisible();
    await form(page).getByText("Publish", { exact: true }).click();
    await expect(day).toBeEnabled();
    await day.fill("14-09-2026");
    const changed = page.waitForRequest((request) => request.method() === "PUT");
    await form(page).getByRole("button", { name: "Update" }).click();
    expect((await changed).postDataJSON()).toMatchObject({
      publish: true,
      published_at: expect.stringMatching(/^2026-09-14T\d\d:\d\d:\d\d\+05:30$/),
    });
    await expect(row.getByRole("cell").nth(2)).toHaveText("Yes");
    await expect(row.getByRole("cell").nth(3)).toHaveText("14-09-2026");
    await expect(form(page).getByRole("button", { name: "Create" })).toBeVisible();
    await expect(day).toBeDisabled();

    await row.getByRole("button", { name: `Delete ${title}` }).click();
    const dialog = page.getByRole("alertdialog", { name: "Delete Release Note" });
    await expect(dialog.getByText("Are you sure you want to delete this release note?")).toBeVisible();
    await dialog.getByRole("button", { name: "No" }).click();
    await expect(row).toBeVisible();
    await row.getByRole("button", { name: `Delete ${title}` }).click();
    await dialog.getByRole("button", { name: "Yes" }).click();
    await expect(row).toHaveCount(0);
  });
}

test("Cancel leaves the editing, and nothing is changed", async ({ page, api, startSignedIn }) => {
  await api.post("/admin/release_notes", { title: "Kept as it is", note_text: "Nothing new.", publish: false });
  await startSignedIn();
  await page.goto("/release-notes");
  await page.getByRole("button", { name: "Edit Kept as it is" }).click();
  await form(page).getByLabel("Title").fill("Changed");
  await form(page).getByRole("button", { name: "Cancel" }).click();
  await expect(form(page).getByLabel("Title")).toHaveValue("");
  await expect(form(page).getByRole("button", { name: "Cancel" })).toHaveCount(0);
  await expect(page.getByText("Kept as it is")).toBeVisible();
});

test("what fails is said above the form", async ({ page, api, startSignedIn }) => {
  await api.post("/admin/release_notes", { title: "Stays", note_text: "Nothing new.", publish: false });
  await startSignedIn();
  const failing = new Set<string>();
  await page.route("**/api/admin/release_notes**", (route) =>
    failing.has(route.request().method())
      ? route.fulfill({ status: 500, json: { success: false, errors: [] } })
      : route.continue(),
  );
  await page.goto("/release-notes");
  await expect(page.getByText("Stays")).toBeVisible();

  failing.add("POST").add("DELETE");
  await form(page).getByLabel("Title").fill("Typed");
  await form(page).getByLabel("Release notes").fill("Kept");
  await form(page).getByRole("button", { name: "Create" }).click();
  await expect(page.getByRole("alert").getByText("Failed to save release note")).toBeVisible();
  await expect(form(page).getByLabel("Title")).toHaveValue("Typed");

  await page.getByRole("button", { name: "Delete Stays" }).click();
  await page.getByRole("button", { name: "Yes" }).click();
  await expect(page.getByRole("alert").getByText("Failed to delete release note")).toBeVisible();
  await expect(page.getByText("Stays")).toBeVisible();

  failing.add("GET");
  await page.reload();
  await expect(page.getByRole("alert").getByText("Failed to fetch release notes")).toBeVisible();
  failing.clear();
  await page.getByRole("button", { name: "Retry" }).click();
  await expect(page.getByText("Stays")).toBeVisible();
  await expect(page.getByText("Failed to fetch release notes")).toHaveCount(0);
});

test("customer_care does not find it, in the navigation or by its address", async ({ page, startSignedIn }) => {
  await startSignedIn("customer_care");
  await page.goto("/clinics");
  await expect(page.getByRole("navigation", { name: "Areas" }).getByRole("link", { name: "Clinics" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Release Notes" })).toHaveCount(0);
  await page.goto("/release-notes");
  await expect(page.getByText("404 Error - Page not found")).toBeVisible();
});
