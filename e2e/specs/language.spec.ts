import { expect, test } from "../fixtures";
import { toastWithText } from "../support/screens";

for (const { code, name, tag, title } of [
  { code: "hi", name: "हिन्दी", tag: "hi-IN", title: "क्लिनिक" },
  { code: "pb", name: "ਪੰਜਾਬੀ", tag: "pa-IN", title: "ਕਲੀਨਿਕ" },
]) {
  test(`${code} is chosen in the top bar and stored`, async ({ page, startSignedIn }) => {
    await startSignedIn();
    await page.goto("/clinics");
    await expect(page.locator("html")).toHaveAttribute("lang", "en-IN");
    await page.getByRole("banner").getByRole("combobox").selectOption({ label: name });
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
    await expect(page.locator("html")).toHaveAttribute("lang", tag);
    await expect.poll(() => page.evaluate(() => localStorage.getItem("current_language"))).toBe(code);
    await page.reload();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
  });
}

test("unknown stored language falls back to English", async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem("current_language", "fr"));
  await page.goto("/");
  await expect(page.getByRole("button", { name: "Sign in" })).toBeVisible();
});

test("refused sign-in is reported in the chosen language", async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem("current_language", "pb"));
  await page.goto("/");
  await page.locator("input").first().fill("9000000009");
  await page.locator("input[type=password]").fill("demo-world-password");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("alert").filter({ hasText: /[਀-੿]/ }).first()).toBeVisible();
});

const failed = "This language could not be loaded. Please try again later.";

test("failed language keeps the current one and is reported", async ({ page, startSignedIn }) => {
  await startSignedIn();
  await page.goto("/clinics");
  await page.route("**/assets/pb-*.js", (route) => route.abort());
  const choice = page.getByRole("banner").getByRole("combobox");
  await choice.selectOption({ label: "ਪੰਜਾਬੀ" });
  await expect(toastWithText(page, failed)).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Clinics");
  await expect(choice).toHaveValue("en");
  await expect.poll(() => page.evaluate(() => localStorage.getItem("current_language"))).toBeNull();
  await choice.selectOption({ label: "हिन्दी" });
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("क्लिनिक");
  await expect(toastWithText(page, failed)).toBeHidden();
});

test("failed stored language falls back to English", async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem("current_language", "pb"));
  await page.route("**/assets/pb-*.js", (route) => route.abort());
  await page.goto("/");
  await expect(page.getByRole("button", { name: "Sign in" })).toBeVisible();
  await expect(toastWithText(page, failed)).toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("lang", "en-IN");
});

test("language survives a sign-out and is shared with other tabs", async ({ page, context, startSignedIn }) => {
  await startSignedIn();
  await page.goto("/clinics");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Clinics");
  const other = await context.newPage();
  await other.goto("/universities");
  await expect(other.getByRole("heading", { level: 1 })).toHaveText("Universities");
  await page.getByRole("banner").getByRole("combobox").selectOption({ label: "हिन्दी" });
  await expect(other.getByRole("heading", { level: 1 })).not.toHaveText("Universities");
  await expect(other.locator("html")).toHaveAttribute("lang", "hi-IN");
  await page.getByRole("button", { name: "खाता मेनू" }).click();
  await page.getByRole("menuitem", { name: "साइन आउट करें" }).click();
  await expect(page.getByRole("button", { name: "साइन इन करें" })).toBeVisible();
  await expect.poll(() => page.evaluate(() => localStorage.length)).toBe(0);
  await page.reload();
  await expect(page.locator("html")).toHaveAttribute("lang", "hi-IN");
});
