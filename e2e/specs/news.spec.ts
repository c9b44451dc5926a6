import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures";
import type { Api } from "../fixtures/api";
import { drawn, loaded } from "../support/pictures";
import { respond, respondError } from "../support/responses";
import { headings, rows, rowWithText, toastWithText, waitUntilIdle } from "../support/screens";

interface Made {
  data: { id: number };
}
const chosen = (page: Page) => page.getByRole("region", { name: "Selected rows" });
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const [soon, later, ahead] = [inDays(5), inDays(6), inDays(200)];
const shown = (day: string) => day.split("-").reverse().join("-");

async function article(api: Api, title: string, overrides: object = {}) {
  const news_article = {
    news_type: "GENERAL",
    news_date: "2026-11-20",
    title,
    news_text: `${title}: a text.`,
    source_name: "Health Daily",
    // A separate address, because articles with the same address are duplicates.
    source_link: `https://news.example/${encodeURIComponent(title)}`,
    ...overrides,
  };
  return (await api.post<Made>("/admin/news_articles", { news_article })).data.id;
}
async function search(page: Page, term: string) {
  const box = page.getByRole("searchbox");
  await box.fill(term);
  await box.press("Enter");
  await expect(page).toHaveURL(/search=/);
  await waitUntilIdle(page);
}

test("duplicate articles are marked, linked and published together after a confirmation only", async ({
  page,
  api,
  startSignedIn,
  accessible,
}) => {
  await article(api, "Twins: fewer salt tablets", { published: true, news_date: "2026-11-12" });
  await article(api, "Twins: fewer salt tablets!");
  await startSignedIn();
  await page.goto("/news-feed?search=twins%3A+fewer&published=no");
  const draft = rowWithText(page, "Twins: fewer salt tablets!");
  const other = draft.getByRole("link", { name: "Twins: fewer salt tablets (12-11-2026)" });
  await expect(other).toBeVisible();
  await accessible();
  await draft.getByRole("button", { name: "Preview Twins: fewer salt tablets! for doctors" }).click();
  const view = page.getByRole("dialog", { name: "Preview for doctors" });
  await expect(view.getByRole("article").getByRole("heading")).toHaveText("Twins: fewer salt tablets!");
  await accessible();
  await view.getByRole("button", { name: "Close" }).click();
  await page.getByRole("checkbox", { name: "Select all on this page" }).check();
  await chosen(page).getByRole("button", { name: "Publish" }).click();
  const dialog = page.getByRole("dialog", { name: "Publish 1 article?" });
  await dialog.getByLabel("Notification text").fill("Salt");
  await dialog.getByRole("button", { name: "Publish" }).click();
  const question = page.getByRole("alertdialog", { name: "Publish similar articles?" });
  await expect(question).toContainText("has almost the same heading as Twins: fewer salt tablets (12-11-2026).");
  await accessible();
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(dialog.getByLabel("Notification text")).toHaveValue("Salt");
  const sent = page.waitForRequest((request) => request.url().includes("/news_articles/publish"));
  await dialog.getByRole("button", { name: "Publish" }).click();
  await question.getByRole("button", { name: "Publish anyway" }).click();
  await sent;
  await expect(toastWithText(page, "Selected Article published successfully.")).toBeVisible();
  await page.goto("/news-feed?search=twins%3A+fewer&start=2026-11-20");
  await other.click();
  await expect(page).toHaveURL(/start=2026-11-12&end=2026-11-12/);
  await expect(rows(page)).toHaveCount(1);
});

for (const accountType of ["super_admin", "billing_admin", "customer_care"] as const) {
  test(`${accountType} writes an article and changes it`, async ({ page, startSignedIn, accessible }) => {
    const title = `Written by ${accountType}`;
    await startSignedIn(accountType);
    await page.goto("/clinics");
    const news = page.getByRole("navigation", { name: "Main menu" }).locator("section", { hasText: "News" });
    await news.getByRole("link", { name: "News feed" }).click();
    await expect(page).toHaveURL(/\/news-feed$/);

    await page.getByRole("button", { name: "Add article" }).click();
    const adding = page.getByRole("dialog", { name: "Add article" });
    await adding.getByLabel("Date", { exact: true }).fill("");
    await adding.getByRole("button", { name: "Add", exact: true }).click();
    for (const sentence of [
      "Please select news type",
      "Enter Date",
      "enter news heading",
      "Add description",
      "enter source name",
      "enter source url",
    ])
      await expect(adding.getByText(sentence, { exact: true })).toBeVisible();
    await accessible();
    await adding.getByLabel("News type").selectOption({ label: "General" });
    await adding.getByLabel("Date", { exact: true }).fill("20-11-2026");
    await adding.getByLabel("Heading").fill(title);
    await adding.getByLabel("Description").fill("One paragraph.\n\nAnother one.");
    await adding.getByLabel("Source name").fill("Health Daily");
    await adding.getByLabel("Source URL").fill("javascript:alert(1)");
    await adding.getByRole("button", { name: "Add", exact: true }).click();
    await expect(adding.getByText("Enter a web address that begins with https:// or http://")).toBeVisible();
    await adding.getByLabel("Source URL").fill(`https://news.example/written/${accountType}`);
    const tag = adding.getByRole("combobox", { name: "Tags" });
    await tag.fill("hear");
    await adding.getByRole("option", { name: "Heart" }).click();
    await tag.fill(`New ${accountType}`);
    await adding.getByRole("option", { name: "New tag" }).click();
    await adding.getByRole("button", { name: "Add", exact: true }).click();
    await expect(toastWithText(page, "News article added successfully.")).toBeVisible();

    await search(page, title);
    await expect(rowWithText(page, title).getByRole("cell", { name: "No", exact: true })).toBeVisible();
    await page.getByRole("button", { name: `Edit ${title}` }).click();
    const editing = page.getByRole("dialog", { name: "Edit article" });
    await editing.getByLabel("Label").fill("Study");
    await editing.getByRole("radio", { name: "Yes" }).check();
    await editing.getByRole("button", { name: "Save" }).click();
    await expect(toastWithText(page, "News article updated successfully.")).toBeVisible();
    await expect(rowWithText(page, title).getByRole("cell", { name: "Yes", exact: true })).toBeVisible();
    await page.getByRole("button", { name: `Details of ${title}` }).click();
    await expect(page.getByText("Study", { exact: true })).toBeVisible();
  });
}

test("an article is saved after its type was CME for a moment", async ({ page, api, startSignedIn }) => {
  const title = "Switched to general";
  await startSignedIn();
  await page.goto("/news-feed");
  await page.getByRole("button", { name: "Add article" }).click();
  const adding = page.getByRole("dialog", { name: "Add article" });
  const add = adding.getByRole("button", { name: "Add", exact: true });
  const type = adding.getByLabel("News type");
  await type.selectOption({ label: "CME" });
  await adding.getByLabel("From date", { exact: true }).fill("5 D");
  await add.click();
  await expect(adding.getByText("Add description", { exact: true })).toBeVisible();
  await type.selectOption({ label: "General" });
  await expect(adding.getByLabel("From date", { exact: true })).toHaveCount(0);
  await adding.getByLabel("Heading").fill(title);
  await adding.getByLabel("Description").fill("One paragraph.");
  await adding.getByLabel("Source name").fill("Health Daily");
  await adding.getByLabel("Source URL").fill("https://news.example/switched");
  await add.click();
  await expect(toastWithText(page, "News article added successfully.")).toBeVisible();

  await search(page, title);
  await page.getByRole("button", { name: `Edit ${title}` }).click();
  const editing = page.getByRole("dialog", { name: "Edit article" });
  await editing.getByLabel("News type").selectOption({ label: "CME" });
  await editing.getByLabel("News type").selectOption({ label: "General" });
  await editing.getByLabel("Label").fill("Study");
  await editing.getByRole("button", { name: "Save" }).click();
  await expect(toastWithText(page, "News article updated successfully.")).toBeVisible();
  const list = await api.get<{ data: { attributes: object }[] }>(
    `/admin/news_articles/list?search_text=${encodeURIComponent(title)}`,
  );
  expect(list.data.map(({ attributes }) => attributes)).toMatchObject([
    { title, news_type: "GENERAL", news_label: "Study", event_start_ts: null },
  ]);
});

test("article picture is chosen, kept, replaced and removed", async ({ page, api, startSignedIn, accessible }) => {
  await article(api, "Pictured");
  await startSignedIn();
  await page.goto("/news-feed");
  await search(page, "pictured");
  const edit = page.getByRole("button", { name: "Edit Pictured" });
  const dialog = page.getByRole("dialog", { name: "Edit article" });
  const save = dialog.getByRole("button", { name: "Save" });
  const shown = page.getByRole("img", { name: "Open the image" });

  await edit.click();
  await dialog
    .getByLabel("Image", { exact: true })
    .setInputFiles({ name: "page.html", mimeType: "text/html", buffer: Buffer.from("<p>") });
  await expect(dialog.getByText("Only jpeg, jpg, png and tiff files are accepted")).toBeVisible();
  const buffer = await drawn(page, "image/jpeg", "Heart");
  await dialog
    .getByLabel("Image", { exact: true })
    .setInputFiles({ name: "heart.jpg", mimeType: "image/jpeg", buffer });
  await expect(dialog.getByText("heart.jpg")).toBeVisible();
  await accessible();
  await save.click();
  await expect(toastWithText(page, "News article updated successfully.")).toBeVisible();
  await page.getByRole("button", { name: "Details of Pictured" }).click();
  await loaded(shown);
  const first = await shown.getAttribute("src");
  await accessible();

  await edit.click();
  await expect(dialog.getByText("Current image")).toBeVisible();
  await dialog.getByLabel("Label").fill("Kept");
  await save.click();
  await expect(page.getByText("Kept", { exact: true })).toBeVisible();
  await expect(shown).toHaveAttribute("src", first ?? "");

  await edit.click();
  const other = await drawn(page, "image/png", "Lungs");
  await dialog
    .getByLabel("Image", { exact: true })
    .setInputFiles({ name: "lungs.png", mimeType: "image/png", buffer: other });
  await save.click();
  await expect(shown).toHaveAttribute("src", /\.png$/);
  await loaded(shown);

  await edit.click();
  await dialog.getByRole("button", { name: "Remove Current image" }).click();
  await save.click();
  await expect(dialog).toBeHidden();
  await expect(shown).toHaveCount(0);
});

test("fields of the form follow the type of the article", async ({ page, startSignedIn }) => {
  await startSignedIn();
  await page.goto("/news-feed");
  await page.getByRole("button", { name: "Add article" }).click();
  const dialog = page.getByRole("dialog");
  const add = dialog.getByRole("button", { name: "Add", exact: true });
  await dialog.getByLabel("News type").selectOption({ label: "Pharma" });
  await dialog.getByLabel("Description").fill("A cheaper tablet.");
  await dialog.getByLabel("Source name").fill("Cipla");
  await dialog.getByLabel("Source URL").fill("https://cipla.example/1");
  await add.click();
  await expect(dialog.getByText("Please select pharmacy")).toBeVisible();
  await expect(dialog.getByText("enter news heading")).toHaveCount(0);
  await dialog.getByRole("combobox", { name: "Pharmacy" }).fill("cip");
  await dialog.getByRole("option", { name: "Cipla" }).click();

  await dialog.getByLabel("News type").selectOption({ label: "CME" });
  await expect(dialog.getByRole("combobox", { name: "Pharmacy" })).toHaveCount(0);
  await expect(dialog.getByRole("radio", { name: "Virtual" })).toBeChecked();
  await dialog.getByLabel("Event name").fill("Diabetes update");
  await add.click();
  await expect(dialog.getByText("Please select from date").first()).toBeVisible();
  await expect(dialog.getByText("Please select end date").first()).toBeVisible();
  await expect(dialog.getByLabel("From time")).toHaveAccessibleDescription("Please select from time");
  await expect(dialog.getByLabel("End time")).toHaveAccessibleDescription("Please select end time");
  await dialog.getByRole("textbox", { name: "From date" }).fill("01-01-2020");
  await dialog.getByRole("textbox", { name: "End date" }).fill(shown(soon));
  await expect(dialog.getByLabel("From time").getByRole("option")).toHaveCount(49);
  await dialog.getByLabel("From time").selectOption({ label: "10:30 AM" });
  await dialog.getByLabel("End time").selectOption({ label: "10:00 AM" });
  await add.click();
  await expect(dialog.getByText(/^Choose \d\d-\d\d-\d{4} or a later day$/)).toBeVisible();
  await dialog.getByRole("textbox", { name: "From date" }).fill(shown(soon));
  await add.click();
  await expect(dialog.getByLabel("End time")).toHaveAccessibleDescription("End cannot be before start");
  await dialog.getByRole("textbox", { name: "From date" }).fill(shown(later));
  await expect(dialog.getByRole("textbox", { name: "End date" })).toHaveAccessibleDescription(
    /^End cannot be before start/,
  );
  await dialog.getByRole("textbox", { name: "From date" }).fill(shown(soon));
  await expect(dialog.getByRole("textbox", { name: "End date" })).not.toHaveAccessibleDescription(/before start/);
  await dialog.getByLabel("End time").selectOption({ label: "12:00 PM" });
  await expect(dialog.getByLabel("End time")).not.toHaveAccessibleDescription(/before start/);
  await dialog.getByLabel("Credit hours").fill("1,5");
  await add.click();
  await expect(dialog.getByLabel("Credit hours")).toHaveAccessibleDescription(/such as 1\.5$/);
  await dialog.getByLabel("Credit hours").fill("1.5");
  const sent = page.waitForRequest(
    (request) => request.method() === "POST" && request.url().endsWith("/news_articles"),
  );
  await add.click();
  const { news_article } = (await sent).postDataJSON();
  expect(news_article).toMatchObject({
    news_type: "CME",
    title: "Diabetes update",
    event_start_ts: `${soon}T10:30:00+05:30`,
    event_end_ts: `${soon}T12:00:00+05:30`,
    event_type: "virtual",
    all_day: false,
  });
  expect(news_article).not.toHaveProperty("basic_pharma_id");
  await expect(toastWithText(page, "News article added successfully.")).toBeVisible();
});

test("past event and a day more than a year ahead are refused", async ({ page, startSignedIn }) => {
  await startSignedIn();
  await page.goto("/news-feed");
  await page.getByRole("button", { name: "Add article" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("News type").selectOption({ label: "CME" });
  await dialog.getByRole("textbox", { name: "Date", exact: true }).fill("01-01-2999");
  await dialog.getByRole("textbox", { name: "From date" }).fill("today");
  await dialog.getByLabel("From time").selectOption({ label: "12:00 AM" });
  await dialog.getByRole("textbox", { name: "End date" }).fill("today");
  await dialog.getByLabel("End time").selectOption({ label: "12:00 AM" });
  await dialog.getByRole("button", { name: "Add", exact: true }).click();
  await expect(dialog.getByLabel("End time")).toHaveAccessibleDescription("This event is already over");
  await expect(dialog.getByRole("textbox", { name: "Date", exact: true })).toHaveAccessibleDescription(
    /^Choose \d\d-\d\d-\d{4} or an earlier day/,
  );
  await dialog.getByRole("checkbox", { name: "All day" }).check();
  await dialog.getByRole("textbox", { name: "Date", exact: true }).fill("today");
  await expect(dialog.getByText(/already over|an earlier day/)).toHaveCount(0);
});

test("an event that starts between half hours keeps its times", async ({ page, api, startSignedIn }) => {
  const event = { event_name: "Odd hours", event_type: "virtual", credit_hours: 2, city: "Ludhiana", state: "Punjab" };
  const times = { event_start_ts: `${soon}T10:15:00+05:30`, event_end_ts: `${soon}T11:40:00+05:30` };
  await article(api, "Odd hours", { news_type: "CME", ...event, ...times });
  await startSignedIn();
  await page.goto("/news-feed?search=odd+hours");
  await page.getByRole("button", { name: /^Edit Odd hours/ }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByLabel("From time")).toHaveValue("10:15");
  await expect(dialog.getByLabel("End time")).toHaveValue("11:40");
});

test("chosen articles are published together with an optional description", async ({
  page,
  api,
  startSignedIn,
  accessible,
}) => {
  const ids = [await article(api, "Together one"), await article(api, "Together two")];
  await startSignedIn();
  await page.goto("/news-feed");
  await search(page, "together");
  await page.getByRole("checkbox", { name: "Select all on this page" }).check();
  await expect(chosen(page).getByRole("status")).toHaveText("2 selected");
  await accessible();
  await chosen(page).getByRole("button", { name: "Publish" }).click();
  const dialog = page.getByRole("dialog", { name: "Publish 2 articles?" });
  await dialog.getByLabel("Notification text").fill("  The news of this week ");
  const sent = page.waitForRequest((request) => request.url().includes("/news_articles/publish"));
  await dialog.getByRole("button", { name: "Publish" }).click();
  const request = await sent;
  expect(new URL(request.url()).searchParams.get("ids")?.split(",").map(Number).sort()).toEqual(ids.sort());
  expect(request.postDataJSON()).toEqual({ notify_desc: "The news of this week" });
  await expect(toastWithText(page, "Selected Article published successfully.")).toBeVisible();
  await expect(rowWithText(page, "Together one").getByRole("cell", { name: "Yes", exact: true })).toBeVisible();
  // They stay selected as published articles, for the weekly list.
  await expect(chosen(page).getByRole("status")).toHaveText("2 selected");
  await chosen(page).getByRole("button", { name: "Weekly news" }).click();
  const sequence = page.getByRole("dialog", { name: "Weekly news sequence" });
  await expect(rowWithText(sequence, "Together one").getByRole("cell", { name: "Yes", exact: true })).toBeVisible();
});

test("article deleted by a colleague is named and the others are published", async ({ page, api, startSignedIn }) => {
  const [gone] = [await article(api, "Colleague one"), await article(api, "Colleague two")];
  await startSignedIn();
  await page.goto("/news-feed?search=colleague");
  await page.getByRole("checkbox", { name: "Select all on this page" }).check();
  await expect(chosen(page).getByRole("status")).toHaveText("2 selected");
  await api.post(`/admin/news_articles/delete?ids=${gone}`, {});
  await chosen(page).getByRole("button", { name: "Publish" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Publish" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "No longer selected: Colleague one" })).toBeVisible();
  await expect(chosen(page).getByRole("status")).toHaveText("1 selected");
  await chosen(page).getByRole("button", { name: "Publish" }).click();
  await page.getByRole("dialog", { name: "Publish 1 article?" }).getByRole("button", { name: "Publish" }).click();
  await expect(toastWithText(page, "Selected Article published successfully.")).toBeVisible();
});

test("article is chosen, deleted and restored by keyboard", async ({ page, api, startSignedIn, accessible }) => {
  await article(api, "Deleted by keys");
  await startSignedIn();
  await page.goto("/news-feed");
  await search(page, "deleted by keys");
  await page.getByRole("checkbox", { name: "Select Deleted by keys" }).focus();
  await page.keyboard.press("Space");
  await chosen(page).getByRole("button", { name: "Delete" }).focus();
  await page.keyboard.press("Enter");
  const question = page.getByRole("alertdialog", { name: "Delete 1 article?" });
  await expect(question.getByRole("button", { name: "No" })).toBeFocused();
  await question.getByRole("button", { name: "Yes" }).press("Enter");
  await expect(toastWithText(page, "News Article deleted successfully.")).toBeVisible();
  await expect(page.getByText("No articles match these filters")).toBeVisible();

  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Deleted articles" }).click();
  const dialog = page.getByRole("dialog", { name: "Deleted articles" });
  await expect(dialog.getByText("Deleted by keys")).toBeVisible();
  await accessible();
  await dialog.getByRole("button", { name: "Restore Deleted by keys" }).click();
  await expect(toastWithText(page, "Article restored.")).toBeVisible();
  await expect(dialog.getByText(/^You can restore articles within 30 days/)).toBeFocused();
  await dialog.getByRole("button", { name: "Close" }).last().click();
  await expect(rowWithText(page, "Deleted by keys")).toBeVisible();
});

test("deleted articles are searched and restored together", async ({ page, api, startSignedIn, accessible }) => {
  const ids = [await article(api, "Returned one"), await article(api, "Returned two"), await article(api, "Left away")];
  await api.post(`/admin/news_articles/delete?ids=${ids.join(",")}`, {});
  await startSignedIn();
  await page.goto("/news-feed?search=returned");
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Deleted articles" }).click();
  const dialog = page.getByRole("dialog", { name: "Deleted articles" });
  // The search replaces this row, so its absence shows that the list is of the search.
  await expect(dialog.getByText("Left away")).toBeVisible();
  await dialog.getByRole("searchbox", { name: "Search deleted articles" }).fill("returned");
  await expect(dialog.getByText("Left away")).toBeHidden();
  await dialog.getByRole("checkbox", { name: "Select all on this page" }).check();
  await accessible();
  await dialog
    .getByRole("region", { name: "Selected deleted articles" })
    .getByRole("button", { name: "Restore" })
    .click();
  await expect(toastWithText(page, "Articles restored.")).toBeVisible();
  await expect(dialog.getByText("No deleted articles match this search")).toBeVisible();
  // The dialog of the progress has the focus until then.
  await expect(dialog.getByText(/^You can restore articles within 30 days/)).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(rowWithText(page, "Returned two")).toBeVisible();
});

test("large selection is sent in parts and failed articles stay selected", async ({
  page,
  startSignedIn,
  accessible,
}) => {
  const attributes = (id: number) => ({
    ...{ id, title: `Article ${id}`, event_name: null, news_text: "A text.", news_type: "GENERAL" },
    ...{ news_date: "2026-11-20", source_name: "Daily", source_link: "https://news.example/1", published: false },
    ...{ source_thumbnail_url: null, photo_url: null, news_tags: [], viewed_count: 0, shared_count: 0, city: null },
    ...{ state: null, basic_clinic_specialities: [], news_label: null, basic_pharma_id: null, pharma_name: null },
    ...{ event_start_ts: null, event_end_ts: null, all_day: false, event_type: null, credit_hours: null },
    source_changed_at: null,
  });
  await page.route("**/admin/news_articles/list?**", (route) => {
    const query = new URL(route.request().url()).searchParams;
    const [at, size] = [Number(query.get("page")), Number(query.get("perpage"))];
    const ids = Array.from({ length: 1200 }, (_, index) => index + 1).slice((at - 1) * size, at * size);
    const data = ids.map((id) => ({ id, attributes: attributes(id) }));
    return respond(route, "get", "/admin/news_articles/list", {
      success: true,
      data,
      meta: { total_records: 1200, total_pages: 120 },
    });
  });
  await page.route("**/careops/news_articles/twins?**", (route) =>
    respond(route, "get", "/careops/news_articles/twins", { success: true, data: { twins: [] } }),
  );
  const parts: number[] = [];
  await page.route("**/admin/news_articles/publish?**", (route) => {
    const ids = new URL(route.request().url()).searchParams.get("ids")!.split(",");
    parts.push(ids.length);
    if (!ids.includes("501"))
      return respond(route, "post", "/admin/news_articles/publish", { success: true, data: { published: ids.length } });
    const errors = [{ source: "ids", title: "Some of these articles are not there any more. Nothing was published." }];
    return respondError(route, 409, ...errors);
  });
  await startSignedIn();
  await page.goto("/news-feed");
  await page.getByRole("checkbox", { name: "Select all on this page" }).check();
  await chosen(page).getByRole("button", { name: "Select all 1,200 matches" }).click();
  await chosen(page).getByRole("button", { name: "Publish" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Publish" }).click();
  const report = page.getByRole("dialog", { name: "Publishing…" });
  await expect(report.getByText("700 done.")).toBeVisible();
  await expect(
    report.getByText("Some of these articles no longer exist. Nothing was published. Reload the list and try again."),
  ).toBeVisible();
  await expect(report.getByText("Article 501", { exact: true })).toBeVisible();
  await accessible();
  await expect.poll(() => parts).toEqual([500, 500, 200]);
  await report.getByRole("button", { name: "Close" }).last().click();
  await expect(chosen(page).getByRole("status")).toHaveText("500 selected");
});

test("filters, page sizes and pages are in the address, and the columns are those of the specification", async ({
  page,
  api,
  startSignedIn,
}) => {
  await article(api, "Filtered feed", {
    published: true,
    news_date: ahead,
    news_tags: [{ tag_name: "Feed tag" }],
  });
  await startSignedIn();
  await page.goto("/news-feed");
  await expect(rows(page)).toHaveCount(10);
  await expect(headings(page)).toHaveText([
    "",
    "Heading",
    "News type",
    "Source",
    "Date",
    "Published",
    "Tags",
    "Viewed",
    "Shared",
    "Actions",
    "Details",
  ]);
  const sizes = Array.from({ length: 10 }, (_, at) => String((at + 1) * 50));
  await expect(page.getByLabel("Rows per page").getByRole("option")).toHaveText(["10", ...sizes]);
  await page.getByLabel("Published").selectOption({ label: "Yes" });
  await page.getByRole("button", { name: "More filters" }).click();
  await page.getByLabel("News type").selectOption({ label: "General" });
  await page.getByRole("textbox", { name: "From" }).fill(shown(inDays(199)));
  await page.getByRole("textbox", { name: "To", exact: true }).fill(shown(inDays(201)));
  await page.getByRole("button", { name: "Tags" }).click();
  await page.getByRole("textbox", { name: "Find a tag" }).fill("feed");
  await page.getByRole("checkbox", { name: "Feed tag" }).check();
  await page.keyboard.press("Escape");
  await expect(rows(page)).toHaveCount(1);
  const days = `start=${inDays(199)}&end=${inDays(201)}`;
  await expect(page).toHaveURL(new RegExp(`published=yes&type=GENERAL&${days}&tags=\\d+`));
  await page.reload();
  await expect(rowWithText(page, "Filtered feed")).toBeVisible();
  await page.getByRole("button", { name: "Details of Filtered feed" }).click();
  await expect(page.getByText("Filtered feed: a text.")).toBeVisible();
  await page.getByRole("button", { name: "Details of Filtered feed" }).click();
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect(rows(page)).toHaveCount(10);
});

test("news list is not cut off on a phone", async ({ page, startSignedIn, accessible }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await startSignedIn();
  await page.goto("/news-feed");
  await expect(rows(page)).toHaveCount(10);
  await page.getByRole("button", { name: "Select all on this page" }).click();
  await expect(chosen(page).getByRole("status")).toHaveText("10 selected");
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await accessible();
});
