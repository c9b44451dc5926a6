import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures";
import { columnCells, rows, toastWithText, waitUntilIdle } from "../support/screens";

const entry = (page: Page, name: string) =>
  page
    .getByRole("navigation", { name: "Main menu" })
    .locator("section", { hasText: "News" })
    .getByRole("link", { name });

test("tags are sorted by the server and link to their articles", async ({ page, startSignedIn, accessible }) => {
  await startSignedIn("customer_care");
  await page.goto("/clinics");
  await entry(page, "Analytics").click();
  await expect(page).toHaveURL(/\/analytics$/);
  await expect(rows(page)).toHaveCount(10);
  await accessible();
  const sortRequest = page.waitForRequest((request) => request.url().includes("sort_by=viewed_news_count"));
  await page.getByRole("button", { name: "Viewed" }).click();
  expect(Object.fromEntries(new URL((await sortRequest).url()).searchParams)).toEqual({
    page: "1",
    perpage: "10",
    sort_by: "viewed_news_count",
    sort_order: "desc",
  });
  const viewed = page.getByRole("columnheader", { name: "Viewed" });
  await expect(viewed).toHaveAttribute("aria-sort", "descending");
  await expect(page).toHaveURL(/order=-viewed_news_count/);
  const figures = columnCells(page, "Viewed");
  await expect
    .poll(async () => {
      const read = (await figures.allTextContents()).map((text) => Number(text.replaceAll(",", "")));
      return read.length === 10 && read.every((figure, at) => at === 0 || figure <= (read[at - 1] ?? 0));
    })
    .toBe(true);
  await page.getByRole("button", { name: "Viewed" }).click();
  await expect(viewed).toHaveAttribute("aria-sort", "ascending");
  await expect(page).toHaveURL(/order=viewed_news_count/);
  await waitUntilIdle(page);
  const name = (await rows(page).first().getByRole("link").first().textContent()) ?? "";
  await rows(page).first().getByRole("link").first().click();
  await expect(page).toHaveURL(/\/news-feed\?tags=\d+$/);
  await expect(page.getByRole("button", { name: `Tags ${name}` })).toBeVisible();
  await expect(rows(page).first()).toBeVisible();
});

test("similar tags are merged into the chosen one after a confirmation", async ({
  page,
  api,
  startSignedIn,
  accessible,
}) => {
  const tagged = (title: string, ...names: string[]) =>
    api.post("/admin/news_articles", {
      news_article: {
        news_type: "GENERAL",
        news_date: "2026-11-20",
        title,
        news_text: "A text.",
        source_name: "Health Daily",
        source_link: `https://news.example/${encodeURIComponent(title)}`,
        published: true,
        news_tags: names.map((tag_name) => ({ tag_name })),
      },
    });
  await tagged("Swollen toes", "Gout clinic");
  await tagged("Toes again", "Gout-Clinics", "Gout clinic");
  await startSignedIn("customer_care");
  await page.goto("/analytics");
  await page.getByRole("button", { name: /^Similar tags \(\d+\)$/ }).click();
  const dialog = page.getByRole("dialog", { name: "Similar tags" });
  const group = dialog.getByRole("group", { name: "Gout clinic / Gout-Clinics" });
  await expect(group.getByRole("radio", { name: /Gout clinic 2 published/ })).toBeChecked();
  await group.getByRole("radio", { name: /Gout-Clinics 1 published/ }).check();
  await accessible();
  await dialog.getByRole("button", { name: "Merge into Gout-Clinics" }).click();
  const question = page.getByRole("alertdialog", { name: "Merge these tags?" });
  await expect(question.getByRole("button", { name: "Cancel" })).toBeFocused();
  await expect(question).toContainText("Articles tagged Gout clinic will be tagged Gout-Clinics instead.");
  await question.getByRole("button", { name: "Merge" }).click();
  await expect(toastWithText(page, "Merged into Gout-Clinics")).toBeVisible();
  await expect(group).toBeHidden();
  await dialog.getByRole("button", { name: "Close" }).click();
  await page.goto("/news-feed?search=swollen+toes");
  await expect(rows(page).first()).toContainText("Gout-Clinics");
});

test("articles are counted by speciality, city, state and type, ten rows at a time", async ({
  page,
  startSignedIn,
  accessible,
}) => {
  await startSignedIn();
  await page.goto("/clinics");
  await entry(page, "Weekly news data").click();
  await expect(page).toHaveURL(/\/weekly-status$/);
  await expect(page.getByRole("heading", { level: 2, name: /Top|Type/ })).toHaveText([
    "Top specialities",
    "Top cities",
    "Top states",
    "Type of news",
  ]);
  const table = (name: string) => page.getByRole("table", { name });
  await expect(table("Type of news").getByRole("columnheader")).toHaveText([
    "Name",
    "Count",
    "Published",
    "Unpublished",
  ]);
  await expect(rows(table("Top specialities"))).toHaveCount(10);
  await accessible();
  const pages = page.getByRole("navigation", { name: "Pages: Top specialities" });
  await pages.getByRole("button", { name: "Next page" }).click();
  await expect(rows(table("Top specialities"))).toHaveCount(2);
  await table("Type of news").getByRole("link", { name: "CME" }).click();
  await expect(page).toHaveURL(/\/news-feed\?type=CME$/);

  await page.goBack();
  const place = rows(table("Top cities")).first();
  const [city = "", count = ""] = await place.getByRole("link").allTextContents();
  await columnCells(place, "Count").getByRole("link").click();
  await expect(page).toHaveURL(/\/news-feed\?city=/);
  await expect(page.getByLabel("City")).toHaveValue(city);
  await expect(page.getByText(new RegExp(`of ${count}\\b`)).first()).toBeVisible();
  await accessible();
  await page.getByLabel("City").selectOption({ label: "All" });
  await expect(page).toHaveURL(/\/news-feed$/);
});

test("people interested in pharma news and CME events link to the doctor", async ({
  page,
  startSignedIn,
  accessible,
}) => {
  await startSignedIn("billing_admin");
  await page.goto("/clinics");
  const interestsRequest = page.waitForRequest((request) => request.url().includes("/pharma_interests"));
  await entry(page, "Interests").click();
  await interestsRequest;
  await expect(page).toHaveURL(/\/saved_articles$/);
  await expect(rows(page).first().getByRole("link").first()).toBeVisible();
  await accessible();
  await page.getByLabel("News type").selectOption({ label: "CME" });
  await expect(page).toHaveURL(/\/saved_articles\?type=CME$/);
  await expect(page.getByRole("columnheader")).toHaveText(["Title", "Source link", "Interests", "Doctors"]);
  const doctor = columnCells(rows(page).first(), "Doctors").getByRole("link").first();
  await expect(doctor).toHaveAttribute("href", /^\/doctor-details\/\d+\/basic-details$/);
});
