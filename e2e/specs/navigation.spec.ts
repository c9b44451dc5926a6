import { expect, test } from "../fixtures";
import { rows, signOut, waitForList } from "../support/screens";

test("protected screen redirects to the sign-in", async ({ page }) => {
  await page.goto("/clinics");
  await expect(page).toHaveURL("/");
  await expect(page.getByRole("button", { name: "Sign in" })).toBeVisible();
});

for (const path of ["/nowhere", "/clinics/1", "/clinics-details/1", "/clinics-details/1/nothing", "/release-notes/x"]) {
  for (const signedIn of [true, false]) {
    test(`${path} is not found when signed ${signedIn ? "in" : "out"}`, async ({ page, startSignedIn }) => {
      if (signedIn) await startSignedIn();
      await page.goto(path);
      await expect(page.getByText("404 Error - Page not found")).toBeVisible();
      await page
        .getByRole("link", { name: "Go home" })
        .or(page.getByRole("button", { name: "Go home" }))
        .click();
      await expect(page).toHaveURL(signedIn ? "/clinics" : "/");
    });
  }
}

test("logo opens the home screen", async ({ page, startSignedIn, api }) => {
  const hospital = await api.hospital("Logo Hospital");
  await startSignedIn();
  await page.goto(`/clinics-details/${hospital.id}/basic-details`);
  await page.getByRole("banner").getByRole("link").first().click();
  await expect(page).toHaveURL("/clinics");
});

test("skip link passes the navigation", async ({ page, startSignedIn }) => {
  await startSignedIn();
  await page.goto("/clinics");
  await waitForList(page);
  await page.keyboard.press("Tab");
  const skip = page.getByRole("link", { name: "Skip to content" });
  await expect(skip).toBeFocused();
  await skip.press("Enter");
  await expect(page.getByRole("main")).toBeFocused();
});

test("navigation marks the current screen and its subpages", async ({ page, startSignedIn, api }) => {
  const hospital = await api.hospital("Marked Hospital");
  await startSignedIn();
  for (const path of ["/clinics", `/clinics-details/${hospital.id}/basic-details`]) {
    await page.goto(path);
    await expect(page.getByRole("navigation").getByRole("link", { name: "Clinics" }).first()).toHaveAttribute(
      "aria-current",
      /page|true/,
    );
  }
});

test("on a narrow window the navigation is a drawer", async ({ page, startSignedIn }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await startSignedIn();
  await page.goto("/clinics");
  await waitForList(page);
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  await expect.poll(overflow, "nothing sticks out sideways").toBeLessThanOrEqual(0);
  // The bar is fixed, so overflow does not make the page wider.
  await expect(page.getByRole("button", { name: "Account menu" })).toBeInViewport({ ratio: 1 });
  await page.getByRole("button", { name: "Open navigation" }).click();
  await page.getByRole("link", { name: "Clinics" }).last().click();
  await expect(page).toHaveURL("/clinics");
});

for (const language of ["en", "hi", "pb"] as const) {
  test(`top bar is fully reachable at 320 px (${language})`, async ({ page, startSignedIn, accessible }) => {
    // A window of 1280 px at 400 % zoom (WCAG 1.4.10).
    await page.setViewportSize({ width: 320, height: 640 });
    await page.addInitScript((code) => localStorage.setItem("current_language", code), language);
    await startSignedIn();
    // A list to which no other test adds rows: the menu covers different parts of them.
    await page.goto("/labs");
    await waitForList(page);
    const controls = page.getByRole("banner").locator("button, a");
    await expect(controls.last()).toBeVisible();
    for (let at = 0; at < (await controls.count()); at += 1)
      await expect(controls.nth(at)).toBeInViewport({ ratio: 1 });
    await page.getByRole("banner").getByRole("button").last().click();
    const items = page.getByRole("menuitem");
    // Language and theme are in the menu.
    await expect(items.getByText(language === "hi" ? "English" : "हिन्दी")).toBeInViewport({ ratio: 1 });
    await expect(items.last()).toBeInViewport({ ratio: 1 });
    await accessible();
  });
}

test("system chooses light or dark and the choice of the user remains", async ({ page, startSignedIn }) => {
  await page.emulateMedia({ colorScheme: "dark" });
  await startSignedIn();
  await page.goto("/clinics");
  await expect(page.locator("html")).toHaveClass(/bp6-dark/);
  await page.getByRole("button", { name: "Light theme" }).click();
  await expect(page.locator("html")).not.toHaveClass(/bp6-dark/);
  await signOut(page);
  await expect(page).toHaveURL("/");
  await page.reload();
  await expect(page.locator("html")).not.toHaveClass(/bp6-dark/);
});

test("way back restores the list and the title names tab and record", async ({ page, startSignedIn }) => {
  await startSignedIn();
  await page.goto("/clinics?search=clinic&page=2");
  await rows(page).first().getByRole("link").click();
  const name = await page.getByRole("navigation", { name: "You are here" }).locator("[aria-current]").textContent();
  await expect(page).toHaveTitle(`Details · ${name} · Careops`);
  await page.getByRole("navigation", { name: "Sections" }).getByRole("link", { name: "Payments" }).click();
  await expect(page).toHaveTitle(`Payments · ${name} · Careops`);
  await page.getByRole("navigation", { name: "You are here" }).getByRole("link", { name: "Clinics" }).click();
  await expect(page).toHaveURL(/\/clinics\?search=clinic&page=2$/);
});
