import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { paths } from "@/app/paths";
import { type Examples, expect, test } from "../fixtures";
import { respondError } from "../support/responses";
import { waitForList } from "../support/screens";

interface Chunk {
  file: string;
  css?: string[];
  isDynamicEntry?: boolean;
}
const manifest = "../../server/careops_server/static/.vite/manifest.json";
const build: Record<string, Chunk> = JSON.parse(readFileSync(new URL(manifest, import.meta.url), "utf8"));
/** Translations of the server's messages, which no part shows by itself. */
const serverMessages = "src/lib/errors/serverMessages.ts";
/** Every dynamically loaded part of the build, by source file, including its texts. */
const chunks = Object.entries(build).filter(
  ([source, { isDynamicEntry }]) => isDynamicEntry && !source.includes("/i18n/") && source !== serverMessages,
);

interface Opening {
  /** Address of the part. */
  at?: string | ((examples: Examples) => Promise<string>);
  open?: (page: Page) => Promise<unknown>;
  /** The part is left out if it fails to load. */
  optional?: boolean;
}
const button = (name: string | RegExp) => (page: Page) => page.getByRole("button", { name }).first().click();
const account = (item: string) => async (page: Page) => {
  await page.getByRole("button", { name: "Account menu" }).click();
  await page.getByRole("menuitem", { name: item }).click();
};
const clinic = (tab: string) => (examples: Examples) => examples.addressOf("/clinics-details/:clinicId/:tab", tab);
const later = (page: Page) => waitForList(page);

/** The address of the first screen in each file that only routes load, such as "screens/keys/screens.ts". */
function openingsOfRoutes(): Record<string, Opening> {
  const text = readFileSync(new URL("../../webapp/src/app/routes.tsx", import.meta.url), "utf8");
  const sources = Object.keys(build).map((source) => source.replace(/^src\//, ""));
  const routed: Record<string, Opening> = {};
  for (const [, name, file] of text.matchAll(/^const (\w+) = \(\) => import\("@\/(screens\/.+)"\);$/gm)) {
    const screen = new RegExp(`path: (?:"([^":]+)"|paths\\.(\\w+)\\(\\)),[^}]*?screen: lazyPart\\(${name},`).exec(text);
    const source = sources.find((each) => each.replace(/\.tsx?$/, "") === file);
    if (screen && source) routed[source] = { at: screen[1] ?? paths[screen[2] as "today"]() };
  }
  return routed;
}

/** The steps that open each part; those of screens without one come from the routes. */
const openings: Record<string, Opening> = {
  ...openingsOfRoutes(),
  "app/Alarms.tsx": { open: later, optional: true },
  "app/snippets/SnippetDialog.tsx": { open: account("Show as command") },
  "app/snippets/RequestLog.tsx": { open: account("Recent requests") },
  "app/authenticated.ts": {},
  "app/palette/PaletteResults.tsx": { open: button("Search everything") },
  "app/shortcuts/ShortcutsDialog.tsx": { open: account("Keyboard shortcuts") },
  "screens/audit/screens.ts": { at: clinic("list-audit-trail") },
  "screens/campaigns/PosterDialog.tsx": { at: "/ad-campaigns", open: button(/^Share links for/) },
  "screens/followUps/shared/OpenFollowUps.tsx": { at: clinic("basic-details"), optional: true },
  "screens/followUps/shared/RecordActions.tsx": { at: clinic("basic-details"), optional: true },
  "screens/changeRequests/shared/OpenRequests.tsx": { at: clinic("basic-details"), optional: true },
  "screens/changeRequests/shared/PolicyNotice.tsx": {
    at: "/promo-code",
    open: button("Add promo code"),
    optional: true,
  },
  "screens/changeRequests/shared/ProposeDialog.tsx": {
    open: async (page) => {
      await page.getByRole("row").nth(1).getByRole("checkbox").check({ force: true });
      await page.getByRole("button", { name: "Switch a module on…" }).click();
      await page.getByRole("menuitem").first().click();
      await page.getByRole("button", { name: "Other ways" }).click();
      await page.getByRole("menuitem", { name: "Propose…" }).click();
    },
  },
  "screens/clinicAdmins/AdminsTab.tsx": { at: clinic("admins") },
  "screens/clinics/dialogs.ts": {
    open: async (page) => {
      await page.getByRole("button", { name: "Add", exact: true }).click();
      await page.getByRole("menuitem", { name: "Hospital" }).click();
    },
  },
  "screens/clinicDoctors/screens.ts": { at: clinic("doctors") },
  "screens/doctors/UnverifyDialog.tsx": {
    at: "/doctors?status=verified",
    open: async (page) => {
      await waitForList(page);
      await page.getByRole("row").nth(1).getByRole("link").first().click();
      await page.getByRole("button", { name: "Unverify" }).click();
    },
  },
  "screens/exports/shared/ExportPanel.tsx": { open: button("Export") },
  "screens/modules/shared/ModuleActions.tsx": { at: clinic("basic-details"), optional: true },
  "screens/payments/PaymentsTab.tsx": { at: clinic("payments") },
  "screens/presence/shared/HereNow.tsx": { at: clinic("basic-details"), optional: true },
  "screens/releaseNotes/shared/WhatsNew.tsx": { open: button(/^What's new/) },
  "screens/session/dialogs.ts": { open: account("Change password") },
  "screens/session/shared/MySessions.tsx": { open: account("Where you are signed in") },
  "screens/timeline/screens.tsx": { at: clinic("timeline") },
  "screens/timeline/shared/NewestChanges.tsx": { at: clinic("basic-details") },
  "screens/timeline/shared/TimelineDrawer.tsx": { at: "/referrals", open: button(/^Timeline of/) },
  "screens/today/shared/PersonalItems.tsx": { open: button(/mentions?, news (and|or) follow-ups?$/i) },
  "screens/today/shared/TodayBar.tsx": {
    at: "/today",
    open: button("Next"),
    optional: true,
  },
  "screens/today/shared/CountsReader.tsx": { open: later, optional: true },
  "screens/views/shared/ColumnsPanel.tsx": { open: button("Columns") },
  "screens/views/shared/ViewsPanel.tsx": { open: button("Views") },
  "screens/weeklyNews/shared/WeeklyDialog.tsx": {
    at: "/news-feed?published=true",
    open: async (page) => {
      await page.getByRole("row").nth(1).getByRole("checkbox").check({ force: true });
      await page.getByRole("button", { name: "Weekly news" }).click();
    },
  },
  "ui/calendar/Calendar.tsx": { at: clinic("payments"), open: button(/calendar/i) },
};

const failure = (page: Page) => page.getByText("This part could not be loaded.");
const retry = (page: Page) => page.getByRole("button", { name: "Retry" });
/** Allow console errors about files that failed to load; every other error fails the test. */
function forgive(trouble: string[]) {
  // Offline, also the socket of realtime may fail to connect.
  const expected = /console: LoadFailed: |ERR_INTERNET_DISCONNECTED/;
  expect(trouble.filter((line) => !expected.test(line))).toEqual([]);
  trouble.length = 0;
}
const frame = (page: Page) => page.locator("header").getByRole("button", { name: "Account menu", includeHidden: true });

test("every lazy part has an opening in this test", () => {
  expect(chunks.map(([source]) => source.replace(/^src\//, "")).sort()).toEqual(Object.keys(openings).sort());
});

const openingOf = (source: string) => openings[source.replace(/^src\//, "")] ?? {};
/** Every script, and the style sheets of one part of each kind, because all parts load them in the same way. */
const styled = [true, false].map((isOptional) =>
  chunks.find(([source, { css = [] }]) => css.length > 0 && Boolean(openingOf(source).optional) === isOptional),
);

test("parts of both kinds have a style sheet", () => expect(styled).not.toContain(undefined));

for (const chunk of chunks) {
  const [source, { file, css = [] }] = chunk;
  const { at = "/clinics", open, optional } = openingOf(source);
  for (const missing of [file, ...(styled.includes(chunk) ? css : [])]) {
    test(`missing ${missing === file ? "script" : "style sheet"} of ${source} affects only that part`, async ({
      page,
      startSignedIn,
      examples,
      noTrouble,
    }) => {
      await startSignedIn();
      await page.route(`**/${missing}`, (route) => route.abort());
      const tried = page.waitForEvent("requestfailed", (request) => request.url().endsWith(missing));
      await page.goto(typeof at === "string" ? at : await at(examples));
      await open?.(page);
      await tried;
      if (optional) {
        // React logs the failed load; only after that a retry works.
        await expect.poll(() => noTrouble.length).toBeGreaterThan(0);
        await expect(frame(page)).toBeVisible();
        await expect(failure(page)).toBeHidden();
      } else {
        await expect(failure(page)).toBeVisible();
        if (source !== "src/app/authenticated.ts") await expect(frame(page)).toBeVisible();
      }
      // From before the route ends, because another reader of the part may request it at once.
      const loaded = page.waitForResponse((response) => response.url().endsWith(missing) && response.ok());
      await page.unroute(`**/${missing}`);
      if (optional) await page.evaluate(() => dispatchEvent(new Event("online")));
      else await retry(page).click();
      await loaded;
      await expect(failure(page)).toBeHidden();
      await expect(frame(page)).toBeVisible();
      forgive(noTrouble);
    });
  }
}

async function openClinics(page: Page) {
  await page.goto("/clinics");
  await waitForList(page);
}

test("part that failed offline loads automatically when the network returns", async ({
  page,
  context,
  startSignedIn,
  noTrouble,
}) => {
  await startSignedIn();
  await openClinics(page);
  await context.setOffline(true);
  await page.getByRole("navigation").getByRole("button", { name: "Misc" }).click();
  await page.getByRole("navigation").getByRole("link", { name: "Basic Universities" }).click();
  await expect(failure(page)).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole("heading", { level: 1, name: "Universities" })).toBeVisible();
  await expect(failure(page)).toBeHidden();
  forgive(noTrouble);
});

test("a screen loads with Retry after its script, shared files, and texts were all missing", async ({
  page,
  startSignedIn,
  noTrouble,
}) => {
  await startSignedIn();
  await openClinics(page);
  await page.route("**/assets/*.js", (route) => route.abort());
  await page.getByRole("navigation").getByRole("link", { name: "Doctors" }).click();
  await expect(failure(page)).toBeVisible();
  await page.unroute("**/assets/*.js");
  await retry(page).click();
  await expect(page.getByRole("heading", { level: 1, name: "Doctors" })).toBeVisible();
  await waitForList(page);
  forgive(noTrouble);
});

test("missing error texts show the sentence of the server, then that of the console", async ({
  page,
  startSignedIn,
  noTrouble,
}) => {
  const sent = "The storage is full. Nothing was saved.";
  const translated = "Storage is full. Nothing was saved. Please tell your administrator.";
  const texts = `**/${build[serverMessages]?.file}`;
  await startSignedIn();
  await page.route(texts, (route) => route.abort());
  await page.route("**/admin/basic_universities", (route) =>
    respondError(route, 507, { source: "", code: "storage_full", title: sent }),
  );
  await page.goto("/universities");
  await page.getByRole("button", { name: "Add New University" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("A university");
  const add = dialog.getByRole("button", { name: "Add" });
  await add.click();
  await expect(page.getByText(sent, { exact: true })).toBeVisible();
  await page.unroute(texts);
  await add.click();
  await expect(page.getByText(translated, { exact: true })).toBeVisible();
  forgive(noTrouble);
});
