import type { Page } from "@playwright/test";
import { Api, demoPassword, expect, phones, test } from "../fixtures";
import { respondError } from "../support/responses";
import { discardChanges, signOut, waitForList } from "../support/screens";

interface Kept {
  data: { drafts: unknown[] };
}
const typed = "Half a hospital, typed here";

async function open(page: Page) {
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await page.getByRole("menuitem", { name: "Hospital" }).click();
  return page.getByRole("dialog", { name: "Add Hospital" });
}
const isKept = (page: Page) =>
  page.waitForResponse((reply) => reply.url().includes("/careops/drafts/") && reply.request().method() === "PUT");

test("draft survives a closed tab and is deleted at sign-out", async ({
  page,
  context,
  signIn,
  server,
  accessible,
}) => {
  await signIn("billing_admin");
  const drafts = async () => (await program.get<Kept>("/careops/drafts?form=hospital")).data.drafts.length;
  const program = await Api.signIn(server.url, phones.billing_admin);
  const leftHalfFilled = async () => {
    const other = await context.newPage();
    await other.goto("/clinics");
    await waitForList(other);
    const form = await open(other);
    const stored = isKept(other);
    await form.getByLabel("Name").fill(typed);
    await form.getByLabel("Password", { exact: true }).fill("never kept anywhere");
    expect((await stored).request().postData()).not.toContain("never kept");
    await other.close();
  };
  await leftHalfFilled();

  const dialog = await open(page);
  await expect(dialog.getByText(/^Unsaved draft from /)).toBeVisible();
  await accessible();
  const takenOver = isKept(page);
  await dialog.getByRole("button", { name: "Use draft" }).click();
  await expect(dialog.getByLabel("Name")).toHaveValue(typed);
  await expect(dialog.getByLabel("Password", { exact: true })).toHaveValue("");
  await expect(dialog.getByText("Your draft is in the form.")).toBeVisible();
  await takenOver;
  await page.keyboard.press("Escape");
  await discardChanges(page);
  await expect(dialog).toBeHidden();
  await expect.poll(drafts).toBe(0);

  await leftHalfFilled();
  expect(await drafts()).toBe(1);
  await signOut(page);
  await expect(page).toHaveURL("/");
  await expect.poll(drafts).toBe(0);
});

/** End the session while a form has unsent input. */
async function endOver(page: Page) {
  const dialog = await open(page);
  await dialog.getByLabel("Name").fill(typed);
  await dialog.getByLabel("Phone number").fill("9812300077");
  await dialog.getByLabel("Email").fill("desk@half.example");
  await dialog.getByLabel("Password", { exact: true }).fill("a long enough password");
  await page.route("**/api/**", (route) =>
    route.request().url().includes("/auth/sign_in") ? route.continue() : respondError(route, 401),
  );
  await dialog.getByRole("button", { name: "Add Hospital" }).click();
  const over = page.getByRole("dialog", { name: "Your session has ended" });
  await expect(over.getByText(/^What you typed is still here/)).toBeVisible();
  // Keys typed for the form are ignored.
  await page.keyboard.type("9");
  await expect(over.getByLabel("Phone number")).toHaveValue(/^\d{10}$/);
  await expect(over.getByLabel("Password", { exact: true })).toHaveValue("");
  await expect.poll(() => page.evaluate(() => localStorage.length)).toBe(0);
  await page.unroute("**/api/**");
  return over;
}
async function signInOver(page: Page, phone: string) {
  const over = page.getByRole("dialog", { name: "Your session has ended" });
  await over.getByLabel("Phone number").fill(phone);
  await over.getByLabel("Password", { exact: true }).fill(demoPassword);
  await over.getByRole("button", { name: "Sign in" }).click();
  await expect(over).toBeHidden();
}

test("input of an expired session is restored for the same person", async ({ page, signIn, accessible }) => {
  await signIn("customer_care");
  const over = await endOver(page);
  await page.keyboard.press("Escape");
  await expect(over).toBeVisible();
  await accessible();
  await signInOver(page, phones.customer_care);
  const dialog = page.getByRole("dialog", { name: "Add Hospital" });
  await expect(dialog.getByLabel("Name")).toHaveValue(typed);
  await expect(dialog.getByLabel("Password", { exact: true })).toHaveValue("a long enough password");
  await expect(page).toHaveURL("/clinics");
});

test("other users get no draft of an expired session", async ({ page, signIn }) => {
  await signIn("customer_care");
  await endOver(page);
  await signInOver(page, phones.billing_admin);
  await waitForList(page);
  await expect(page.getByRole("dialog")).toHaveCount(0);
  const dialog = await open(page);
  await expect(dialog.getByLabel("Name")).toHaveValue("");
  await expect(dialog.getByRole("button", { name: "Use draft" })).toHaveCount(0);
});
