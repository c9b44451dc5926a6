import { readFileSync } from "node:fs";
import type { Locator, Page } from "@playwright/test";
import { demoPassword, expect, phones, test } from "../fixtures";
import { places } from "../support/address";
import { languages } from "../support/contract";
import { rows } from "../support/screens";

interface Texts {
  [key: string]: string | Texts;
}
/** The texts of an area in a language, by key: "admins.create.title". */
function textsOf(language: string) {
  const files = new Map<string, Texts>();
  return (area: string, key: string): string => {
    const file = new URL(`../../webapp/src/i18n/${language}/${area}.json`, import.meta.url);
    if (!files.has(area)) files.set(area, JSON.parse(readFileSync(file, "utf8")) as Texts);
    let text: string | Texts | undefined = files.get(area);
    for (const segment of key.split(".")) text = typeof text === "object" ? text[segment] : undefined;
    if (typeof text !== "string") throw new Error(`${area} has no text ${key} in ${language}`);
    return text;
  };
}

/** Press Tab until the element has the focus, like a user without a mouse. */
async function reach(page: Page, locator: Locator) {
  await expect(locator).toBeVisible();
  for (let keys = 0; keys < 80; keys += 1) {
    if (await locator.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error("It cannot be reached by Tab");
}

/**
 * The main task by keyboard only: sign in, find the caller's clinic, switch a module, copy the id of a payment, change
 * the address, undo that. In each language, on a small screen, half of it in the dark theme.
 */
for (const language of languages)
  test.describe(language, () => {
    test.use({
      colorScheme: "light",
      viewport: { width: 390, height: 780 },
      permissions: ["clipboard-read", "clipboard-write"],
    });

    test("caller's clinic is found, edited and reverted by keyboard alone", async ({ page, api, accessible }) => {
      const text = textsOf(language);
      const notice = (words: string) => page.getByText(words, { exact: true });
      const hospital = await api.hospital(`Keyboard Hospital ${language}`);
      const location = { address_line_1: "7 Mall Road", city: "Ludhiana", state: "Punjab", zipcode: "141001" };
      await api.put(`/admin/clinics/${hospital.id}`, { clinic_details: { id: hospital.id, location } });
      const paymentId = `L0nT${String(hospital.id).padStart(3, "0")}Careops`;
      const ids = { razorpay_payment_id: `pay_${paymentId}`, razorpay_order_id: `order_${paymentId}` };
      await api.post("/admin/billing_payments/manual", { clinic_id: hospital.id, ...ids });
      const read = async () =>
        (
          await api.get<{ clinic: { location: object; clinic_spec_modules: { name: string }[] } }>(
            `/admin/clinics/${hospital.id}`,
          )
        ).clinic;
      await places(page, []);
      await page.addInitScript((code) => localStorage.setItem("current_language", code), language);

      await page.goto("/");
      await reach(page, page.getByLabel(text("session", "phone")));
      await page.keyboard.type(phones.customer_care);
      await reach(page, page.getByLabel(text("session", "password"), { exact: true }));
      await page.keyboard.type(demoPassword);
      await page.keyboard.press("Enter");
      await expect(page.getByRole("heading", { name: text("clinics", "title"), level: 1 })).toBeVisible();

      await page.keyboard.press("/");
      await expect(page.getByRole("searchbox")).toBeFocused();
      await page.keyboard.type(`+91 ${hospital.phone_number.slice(0, 5)} ${hospital.phone_number.slice(5)}`);
      await page.keyboard.press("Enter");
      const link = page.getByRole("link", { name: hospital.name });
      await expect(rows(page)).toHaveCount(1);
      await reach(page, link);
      await page.keyboard.press("Enter");
      await expect(page).toHaveURL(`/clinics-details/${hospital.id}/basic-details`);

      await reach(page, page.getByRole("switch", { name: text("modules", "names.Telemedicine") }));
      await page.keyboard.press("Space");
      await expect(page.getByRole("button", { name: text("common", "yes"), exact: true })).toBeFocused();
      await page.keyboard.press("Enter");
      await expect(notice(text("modules", "activated"))).toBeVisible();
      expect((await read()).clinic_spec_modules).toMatchObject([{ name: "Telemedicine" }]);
      await accessible();

      await page.emulateMedia({ colorScheme: "dark" });
      await expect(page.locator("html")).toHaveClass(/bp6-dark/);
      const palette = page.getByRole("dialog", { name: text("common", "goTo.title") });
      async function openTab(key: string) {
        const name = text("clinics", `details.tabs.${key}`);
        await page.keyboard.press("Control+k");
        await expect(palette.getByRole("combobox")).toBeFocused();
        await page.keyboard.type(name);
        await expect(palette.getByRole("option").first()).toHaveText(name);
        await page.keyboard.press("Enter");
        await expect(page).toHaveURL(`/clinics-details/${hospital.id}/${key}`);
        await expect(palette).toBeHidden();
      }
      await openTab("payments");
      await expect(page.getByText(ids.razorpay_payment_id)).toBeVisible();
      await page.keyboard.press("j");
      await expect(rows(page).first()).toBeFocused();
      const copy = page.getByRole("button", {
        name: text("common", "copy").replace("{{value}}", ids.razorpay_payment_id),
      });
      await expect(async () => {
        await page.keyboard.press("c");
        await expect(copy).toBeFocused({ timeout: 100 });
      }).toPass();
      await page.keyboard.press("Enter");
      await expect(notice(text("common", "copied"))).toBeVisible();
      await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(ids.razorpay_payment_id);

      await openTab("basic-details");
      await reach(page, page.getByRole("button", { name: text("clinics", "address.open") }));
      await page.keyboard.press("Enter");
      const dialog = page.getByRole("dialog", { name: text("clinics", "address.title") });
      const city = dialog.getByLabel(text("clinics", "address.city"), { exact: true });
      await expect(dialog.locator("input").first()).toBeFocused();
      await reach(page, city);
      await page.keyboard.press("Control+a");
      await page.keyboard.type("Amritsar");
      await page.keyboard.press("Enter");
      await expect(notice(text("clinics", "address.saved"))).toBeVisible();
      expect((await read()).location).toMatchObject({ city: "Amritsar" });
      await accessible();

      await page.keyboard.press("z");
      await expect(page.getByRole("button", { name: text("common", "undo.offer") }).last()).toBeFocused();
      await page.keyboard.press("Enter");
      await expect(notice(text("common", "undo.done"))).toBeVisible();
      expect((await read()).location).toMatchObject(location);
    });
  });
