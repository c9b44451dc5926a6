import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { type Api, expect, test } from "../fixtures";
import type { Clinics } from "../fixtures/api";
import { rows, waitForList, waitUntilIdle } from "../support/screens";

/** Width of the text of a page in pixels: a wider picture would be displayed smaller. */
const widest = 800;
/** Pictures of the whole window. */
const wholeWindow = ["clinics", "palette", "leads"];

/** Screens of the guide, by the names of their files in `docs/pictures/`. Each one ends in the state to show. */
const screens: Record<string, (page: Page, api: Api) => Promise<void>> = {
  clinics: async (page) => {
    await page.goto("/clinics");
    await waitForList(page);
  },
  palette: async (page) => {
    await page.goto("/clinics");
    await waitForList(page);
    await page.keyboard.press("Control+k");
    await page.keyboard.type("hosptial lud");
    await expect(page.getByRole("dialog", { name: "Search" }).getByRole("option").first()).toBeVisible();
    await page.waitForLoadState("networkidle");
  },
  clinic: async (page, api) => {
    await page.goto(`/clinics-details/${await hospital(api)}/basic-details`);
    await expect(page.getByRole("switch").or(page.getByRole("checkbox")).first()).toBeVisible();
  },
  modules: async (page) => {
    await page.goto("/clinics?search=hospital");
    await waitForList(page);
    for (const row of [0, 1, 2]) await rows(page).nth(row).getByRole("checkbox").click();
    const selected = page.getByRole("region", { name: "Selected rows" });
    await selected.getByRole("button", { name: "Switch a module on…" }).click();
    await page.getByRole("menuitem", { name: "Telemedicine" }).click();
    await expect(page.getByRole("alertdialog")).toBeVisible();
  },
  payments: async (page, api) => {
    await page.goto(`/clinics-details/${await hospital(api)}/payments`);
    await expect(rows(page).first()).toBeVisible();
  },
  "audit-summary": async (page, api) => {
    await page.goto(`/clinics-details/${await hospital(api)}/audit-trail-summary`);
    await expect(page.getByText("Top event types")).toBeVisible();
  },
  "audit-logs": async (page, api) => {
    const id = await hospital(api);
    await api.put(`/admin/clinics/${id}`, { clinic_details: { id, beds_count: 60 } });
    await page.goto(`/clinics-details/${id}/list-audit-trail?event_keys=clinic.update`);
    await rows(page).first().getByRole("button").last().click();
  },
  doctor: async (page, api) => {
    const { data } = await api.get<Doctors>("/admin/doctors?perpage=200");
    await page.goto(`/doctor-details/${data.doctors.find(({ verified }) => !verified)!.id}/basic-details`);
    await expect(page.getByRole("button", { name: "Edit profile" })).toBeVisible();
  },
  news: async (page) => {
    await page.goto("/news-feed");
    await expect(rows(page).first()).toBeVisible();
  },
  leads: async (page, api) => {
    const { data } = await api.get<Clinics>("/admin/clinics?search_text=heart");
    const clinic = data.clinics[0]!;
    await page.goto(`/campaign-leads?${new URLSearchParams({ clinic: String(clinic.id), clinic_name: clinic.name })}`);
    await page.getByRole("button", { name: "Upload leads" }).click();
    const dialog = page.getByRole("dialog", { name: "Upload leads" });
    const lines = [
      "Name,Mobile,Source",
      "Asha Rao,98123 45670,poster",
      "Ravi Sharma,9812345671,poster",
      "Meera Gill,981,web",
    ];
    await dialog
      .getByLabel("File")
      .setInputFiles({ name: "camp.csv", mimeType: "text/csv", buffer: Buffer.from(lines.join("\n")) });
    await expect(dialog.getByRole("cell", { name: "Asha Rao" })).toBeVisible();
  },
  "key-log": async (page) => {
    await page.goto("/key-log?status=4xx");
    await expect(rows(page).first()).toBeVisible();
  },
};
interface Doctors {
  data: { doctors: { id: number; verified: boolean }[] };
}

/** Id of the hospital that the guide shows. */
async function hospital(api: Api): Promise<number> {
  const { data } = await api.get<Clinics>("/admin/clinics?search_text=heart");
  return data.clinics[0]!.id;
}

for (const colorScheme of ["light", "dark"] as const)
  test.describe(colorScheme, () => {
    test.use({ colorScheme, noTrouble: [] });
    for (const [name, show] of Object.entries(screens))
      test(name, async ({ page, api, startSignedIn }) => {
        await startSignedIn();
        await show(page, api);
        await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
        await waitUntilIdle(page);
        await save(page, colorScheme === "dark" ? `${name}-dark` : name, wholeWindow.includes(name));
      });
  });

/** Save the window, or its part without the navigation. Playwright writes no WebP, the browser does. */
async function save(page: Page, name: string, isWindow: boolean) {
  await page.evaluate(() => document.fonts.ready);
  const window = { x: 0, y: 0, ...page.viewportSize()! };
  const menu = (await page.getByRole("navigation", { name: "Main menu" }).boundingBox())!;
  const left = menu.x + menu.width;
  const content = { x: left, y: menu.y, width: window.width - left, height: window.height - menu.y };
  const shown = isWindow ? window : content;
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send("Page.captureScreenshot", {
    format: "webp",
    quality: 70,
    clip: { ...shown, scale: widest / shown.width },
  });
  writeFileSync(join(import.meta.dirname, "../../docs/pictures", `${name}.webp`), Buffer.from(data, "base64"));
}
