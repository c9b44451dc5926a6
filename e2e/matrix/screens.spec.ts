import { screens as routes } from "@/app/routes";
import { type AccountType, expect, phones, test } from "../fixtures";
import { type Api, freshPhone } from "../fixtures/api";
import { access, languages } from "../support/contract";

/** Every screen the console has, in every language and both themes: axe finds nothing, nothing goes wrong. */
for (const language of languages) {
  for (const theme of ["light", "dark"] as const) {
    test(`sign-in, ${language}, ${theme}`, async ({ page, accessible }) => {
      await page.emulateMedia({ colorScheme: theme });
      await page.addInitScript((code) => localStorage.setItem("current_language", code), language);
      await page.goto("/");
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await accessible();
    });
    for (const { path, tabs } of routes) {
      test(`${path}, ${language}, ${theme}`, async ({ page, startSignedIn, accessible, api }) => {
        const example = await exampleOf(api, `Matrix ${language} ${theme}`);
        await page.emulateMedia({ colorScheme: theme });
        await startSignedIn();
        await page.addInitScript((code) => localStorage.setItem("current_language", code), language);
        test.setTimeout(90_000 + 20_000 * (tabs?.length ?? 0));
        for (const tab of tabs ?? [""]) {
          await test.step(tab || path, async () => {
            await page.goto(addressOf(path, example, tab));
            await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
            await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
            await expect(page.getByRole("alert").filter({ visible: true })).toHaveCount(0);
            await accessible();
          });
        }
      });
    }
  }
}

/** Every account type on every screen: in, or not found with no call made. */
for (const accountType of Object.keys(phones) as AccountType[]) {
  for (const { path, access: needed, tabs } of routes) {
    test(`${path} as ${accountType}`, async ({ page, startSignedIn, api }) => {
      test.setTimeout(90_000 + 10_000 * (tabs?.length ?? 0));
      const example = await exampleOf(api, `Role ${accountType}`);
      await startSignedIn(accountType);
      const asked: string[] = [];
      page.on("request", (request) => {
        if (request.url().includes("/api/")) asked.push(request.url());
      });
      const allowed = (access[needed] as readonly string[]).includes(accountType);
      for (const tab of tabs ?? [""]) {
        await page.goto(addressOf(path, example, tab));
        if (!allowed) {
          await expect(page.getByText("404 Error - Page not found")).toBeVisible();
          expect(asked).toEqual([]);
          continue;
        }
        await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
        await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
        await expect(page.getByText("404 Error - Page not found")).toHaveCount(0);
        await expect(page.getByRole("alert").filter({ visible: true })).toHaveCount(0);
      }
    });
  }
}

/** Screens the specification keeps from an account type stay not found for it, whether they exist yet or not. */
const restricted = {
  "/demo": ["super_admin"],
  "/web-upgrade": ["super_admin"],
  "/users": ["super_admin", "billing_admin"],
  "/users-details/1": ["super_admin", "billing_admin"],
  "/promo-code": ["super_admin", "billing_admin"],
  "/release-notes": ["super_admin", "billing_admin"],
};
for (const accountType of Object.keys(phones) as AccountType[]) {
  test(`${accountType} does not get where it may not`, async ({ page, startSignedIn }) => {
    await startSignedIn(accountType);
    for (const [path, allowed] of Object.entries(restricted)) {
      if (allowed.includes(accountType)) continue;
      await page.goto(path);
      await expect(page.getByText("404 Error - Page not found")).toBeVisible();
    }
  });
}

interface Examples {
  clinicId: number;
  doctorId: number;
  clinicDoctorId: number;
}
interface ClinicRecord {
  clinic: { doctors_list: { id: number; doctor: { id: number } }[] };
}

/** A record of each kind an address may name. */
async function exampleOf(api: Api, name: string): Promise<Examples> {
  const { id: clinicId } = await api.hospital(name);
  const invitation = { phone_number: freshPhone(), name: "Asha Rani", fees: 400, patients_per_hour: 6 };
  await api.post(`/clinics/${clinicId}/clinic_doctors`, invitation);
  const { clinic } = await api.get<ClinicRecord>(`/admin/clinics/${clinicId}`);
  const [row] = clinic.doctors_list;
  if (!row) throw new Error("the invited doctor is not listed");
  return { clinicId, doctorId: row.doctor.id, clinicDoctorId: row.id };
}

function addressOf(path: string, ids: Examples, tab: string) {
  const values: Record<string, string | number> = { ...ids, tab };
  return path.replace(/:(\w+)/g, (_, name: string) => String(values[name]));
}
