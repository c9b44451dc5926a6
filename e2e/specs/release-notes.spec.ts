import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures";
import { respond, respondError } from "../support/responses";
import { columnCells, discardChanges, rows, waitForChange } from "../support/screens";

const form = (page: Page) => page.getByRole("form");

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
    await expect(columnCells(row, "Published")).toHaveText("No");
    await expect(columnCells(row, "Published At")).toHaveText("-");
    await expect(form(page).getByLabel("Title")).toHaveValue("");

    await row.getByRole("button", { name: `Edit ${title}` }).click();
    await expect(form(page).getByLabel("Title")).toHaveValue(title);
    await expect(form(page).getByRole("button", { name: "Cancel" })).toBeVisible();
    await form(page).getByText("Publish", { exact: true }).click();
    await expect(day).toBeEnabled();
    await day.fill("14-09-2026");
    const changed = waitForChange(page, "PUT");
    await form(page).getByRole("button", { name: "Update" }).click();
    expect((await changed).postDataJSON()).toMatchObject({
      publish: true,
      published_at: expect.stringMatching(/^2026-09-14T\d\d:\d\d:\d\d\+05:30$/),
    });
    await expect(columnCells(row, "Published")).toHaveText("Yes");
    await expect(columnCells(row, "Published At")).toHaveText("14-09-2026");
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

test("Cancel asks before it discards input", async ({ page, api, startSignedIn }) => {
  await api.post("/admin/release_notes", { title: "Kept as it is", note_text: "Nothing new.", publish: false });
  await startSignedIn();
  await page.goto("/release-notes");
  await page.getByRole("button", { name: "Edit Kept as it is" }).click();
  await form(page).getByLabel("Title").fill("Changed");
  const question = page.getByRole("alertdialog", { name: "Discard changes?" });
  await form(page).getByRole("button", { name: "Cancel" }).focus();
  await page.keyboard.press("g");
  await expect(page.getByText("Go to: press the letter of a screen, or Esc to cancel")).toBeVisible();
  await page.keyboard.press("d");
  await question.getByRole("button", { name: "Keep editing" }).click();
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Name, phone number, payment ID or screen" }).fill("Labs");
  await page.getByRole("option", { name: "Labs" }).click();
  await question.getByRole("button", { name: "Keep editing" }).click();
  await expect(form(page).getByLabel("Title")).toHaveValue("Changed");
  await form(page).getByRole("button", { name: "Cancel" }).click();
  await question.getByRole("button", { name: "Keep editing" }).click();
  await expect(form(page).getByLabel("Title")).toHaveValue("Changed");
  await form(page).getByRole("button", { name: "Cancel" }).click();
  await discardChanges(page);
  await expect(form(page).getByLabel("Title")).toHaveValue("");
  await expect(form(page).getByRole("button", { name: "Cancel" })).toHaveCount(0);
  await expect(page.getByText("Kept as it is")).toBeVisible();
});

test("failure is reported above the form", async ({ page, api, startSignedIn }) => {
  await api.post("/admin/release_notes", { title: "Stays", note_text: "Nothing new.", publish: false });
  await startSignedIn();
  const failing = new Set<string>();
  await page.route("**/api/admin/release_notes**", (route) =>
    failing.has(route.request().method()) ? respondError(route, 500) : route.continue(),
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

test("customer_care finds release notes neither in the navigation nor by address", async ({ page, startSignedIn }) => {
  await startSignedIn("customer_care");
  await page.goto("/clinics");
  await expect(
    page.getByRole("navigation", { name: "Main menu" }).getByRole("link", { name: "Clinics" }),
  ).toBeVisible();
  await expect(page.getByRole("link", { name: "Release Notes" })).toHaveCount(0);
  await page.goto("/release-notes");
  await expect(page.getByText("404 Error - Page not found")).toBeVisible();
});

for (const accountType of ["super_admin", "billing_admin", "customer_care"] as const) {
  test(`${accountType} sees new notes marked until they are read`, async ({ page, api, startSignedIn, accessible }) => {
    const title = `News for ${accountType}`;
    await api.post("/admin/release_notes", { title, note_text: "One paragraph.\n\nAnother one.", publish: true });
    await startSignedIn(accountType);
    await page.goto("/clinics");
    const unread = page.getByRole("button", { name: "What's new: you have unread notes" });
    await unread.click();
    const drawer = page.getByRole("dialog", { name: "What's new" });
    const note = drawer.getByRole("article").filter({ hasText: title });
    await expect(note.getByText("New", { exact: true })).toBeVisible();
    await expect(note.getByText("Another one.")).toBeVisible();
    await accessible();
    await page.keyboard.press("Escape");
    await expect(drawer).toBeHidden();
    const read = page.getByRole("button", { name: "What's new", exact: true });
    await expect(read).toBeFocused();

    const answered = page.waitForResponse((response) => response.url().endsWith("/careops/whats_new"));
    await page.reload();
    await answered;
    await read.click();
    await expect(note).toBeVisible();
    await expect(note.getByText("New", { exact: true })).toHaveCount(0);
  });
}

test("scheduled note appears at its time and a failed read can be retried", async ({
  page,
  startSignedIn,
  accessible,
}) => {
  const soon = new Date(Date.now() + 3_000).toISOString();
  const note = { id: 1, title: "Out by itself", note_text: "Text", published_at: soon, is_new: true };
  let requestCount = 0;
  await page.route("**/api/careops/whats_new", (route) => {
    requestCount += 1;
    if (requestCount === 1) return respondError(route, 500);
    const data = requestCount === 2 ? { notes: [], next_at: soon } : { notes: [note], next_at: null };
    return respond(route, "get", "/careops/whats_new", { success: true, data });
  });
  await page.setViewportSize({ width: 390, height: 844 });
  await startSignedIn("customer_care");
  await page.goto("/clinics");
  await expect.poll(() => requestCount).toBe(1);
  await page.getByRole("button", { name: "What's new", exact: true }).click();
  const drawer = page.getByRole("dialog", { name: "What's new" });
  await drawer.getByRole("button", { name: "Retry" }).click();
  await expect(drawer.getByText("Nothing has been published yet")).toBeVisible();
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await accessible();
  await expect(drawer.getByRole("article")).toHaveText(/Out by itself/);
});
