import type { Locator, Page } from "@playwright/test";
import { expect, test } from "../fixtures";
import type { Api } from "../fixtures/api";
import { respondError } from "../support/responses";
import {
  columnCells,
  isChangeRequest,
  moveByKeys,
  rows,
  rowWithText,
  toastWithText,
  waitUntilIdle,
} from "../support/screens";

interface Made {
  data: { id: number };
}
interface Weekly {
  data: { news_articles: { title: string; sequence: number }[] };
}
const names = (page: Page) => columnCells(page, "Heading");
const handle = (page: Page, name: string) => page.getByRole("button", { name: `Move ${name}`, exact: true });
const stored = async (api: Api) =>
  (await api.get<Weekly>("/admin/weekly_news")).data.news_articles.map(({ title }) => title);

async function articles(api: Api, titles: string[], published = true) {
  const ids: number[] = [];
  for (const title of titles) {
    const news_article = {
      ...{ news_type: "GENERAL", news_date: "2026-11-20", title, news_text: "A text.", published },
      ...{ source_name: "Health Daily", source_link: "https://news.example/1" },
    };
    ids.push((await api.post<Made>("/admin/news_articles", { news_article })).data.id);
  }
  return ids;
}
const set = (api: Api, ids: number[]) =>
  api.put("/admin/weekly_news", { news_articles: ids.map((id, at) => ({ id, sequence: at + 1 })) });

async function drag(page: Page, from: Locator, to: Locator) {
  const start = (await from.boundingBox())!;
  const end = (await to.boundingBox())!;
  await page.mouse.move(start.x + start.width / 2, start.y + start.height / 2);
  await page.mouse.down();
  await page.mouse.move(start.x + start.width / 2, start.y + start.height / 2 + 8, { steps: 3 });
  await page.mouse.move(start.x + start.width / 2, end.y + end.height / 2, { steps: 12 });
  await page.mouse.up();
}

test("articles are dragged, moved by keys and removed with consecutive numbers", async ({
  page,
  api,
  startSignedIn,
  accessible,
}) => {
  await set(api, await articles(api, ["First", "Second", "Third"]));
  await startSignedIn("customer_care");
  await page.goto("/clinics");
  const news = page.getByRole("navigation", { name: "Main menu" }).locator("section", { hasText: "News" });
  await news.getByRole("link", { name: "Weekly news", exact: true }).click();
  await expect(page).toHaveURL(/\/weekly-news$/);
  await expect(names(page)).toHaveText(["First", "Second", "Third"]);
  await accessible();
  await drag(page, handle(page, "Third"), rows(page).first());
  await expect(toastWithText(page, "Weekly news sequence updated successfully")).toBeVisible();
  expect(await stored(api)).toEqual(["Third", "First", "Second"]);
  await expect(columnCells(page, "No.")).toHaveText(["1", "2", "3"]);

  await waitUntilIdle(page);
  const saved = page.waitForResponse((reply) => isChangeRequest(reply.request(), "PUT"));
  await moveByKeys(page, handle(page, "Third"), 1, 2);
  await saved;
  await expect(names(page)).toHaveText(["First", "Third", "Second"]);

  await page.getByRole("button", { name: "Remove First from the list" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Yes" }).click();
  await expect(names(page)).toHaveText(["Third", "Second"]);
  await expect(columnCells(page, "No.")).toHaveText(["1", "2"]);
  expect(await stored(api)).toEqual(["Third", "Second"]);
});

test("failed move is reverted", async ({ page, api, startSignedIn }) => {
  await set(api, await articles(api, ["Stays first", "Stays second"]));
  await startSignedIn();
  await page.goto("/weekly-news");
  await expect(names(page)).toHaveText(["Stays first", "Stays second"]);
  await page.route("**/admin/weekly_news", (route) =>
    route.request().method() === "PUT" ? respondError(route, 500) : route.continue(),
  );
  await moveByKeys(page, handle(page, "Stays second"), 2, 1);
  await expect(toastWithText(page, "There was some error while processing your request")).toBeVisible();
  await expect(names(page)).toHaveText(["Stays first", "Stays second"]);
});

test("up to ten published articles of the feed join the list in sequence", async ({
  page,
  api,
  startSignedIn,
  accessible,
}) => {
  await set(api, await articles(api, ["On the list"]));
  await articles(api, ["Sequence one", "Sequence two"]);
  await articles(api, ["Sequence draft"], false);
  await startSignedIn();
  await page.goto("/news-feed");
  const box = page.getByRole("searchbox");
  await box.fill("sequence");
  await box.press("Enter");
  await expect(rows(page)).toHaveCount(3);
  await page.getByRole("checkbox", { name: "Select all on this page" }).check();
  await page.getByRole("region", { name: "Selected rows" }).getByRole("button", { name: "Weekly news" }).click();
  const dialog = page.getByRole("dialog", { name: "Weekly news sequence" });
  await expect(rows(dialog)).toHaveCount(4);
  await accessible();
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByText("Only published articles can be on the weekly list")).toBeVisible();
  await dialog.getByRole("button", { name: "Remove Sequence draft from the list" }).click();
  const place = columnCells(rowWithText(dialog, "Sequence one"), "No.");
  await moveByKeys(
    page,
    dialog.getByRole("button", { name: "Move Sequence one", exact: true }),
    Number(await place.innerText()),
    1,
  );
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(toastWithText(page, "Weekly news list created successfully")).toBeVisible();
  const order = await stored(api);
  expect(order[0]).toBe("Sequence one");
  expect([...order].sort()).toEqual(["On the list", "Sequence one", "Sequence two"]);
});

test("best articles of the week are suggested and added", async ({ page, api, startSignedIn, accessible }) => {
  await set(api, await articles(api, ["Before the best"]));
  await startSignedIn();
  await page.goto("/weekly-news");
  await page.getByRole("button", { name: "Add articles" }).click();
  const dialog = page.getByRole("dialog", { name: "Weekly news sequence" });
  const best = dialog.getByRole("region", { name: "Top articles this week" });
  await expect(best.getByRole("listitem")).toHaveCount(10);
  await accessible();
  const first = best.getByRole("button").first();
  const name = /^Add (.+) to the list$/.exec((await first.getAttribute("aria-label"))!)![1]!;
  await first.click();
  await expect(best.getByRole("listitem")).toHaveCount(9);
  await expect(rows(dialog)).toHaveCount(2);
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(toastWithText(page, "Weekly news list created successfully")).toBeVisible();
  await expect(names(page)).toHaveText(["Before the best", name]);
  expect(await stored(api)).toHaveLength(2);
});

test("empty and too large selections are refused in the documented words", async ({ page, api, startSignedIn }) => {
  await set(api, await articles(api, ["Only one"]));
  await articles(
    api,
    Array.from({ length: 10 }, (_, at) => `Eleven ${at}`),
  );
  await startSignedIn();
  await page.goto("/news-feed?search=eleven");
  await expect(rows(page)).toHaveCount(10);
  await page.getByRole("checkbox", { name: "Select all on this page" }).check();
  await page.getByRole("region", { name: "Selected rows" }).getByRole("button", { name: "Weekly news" }).click();
  const dialog = page.getByRole("dialog", { name: "Weekly news sequence" });
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByText("Maximum 10 articles allowed.")).toBeInViewport();
  await expect(dialog.getByText("Remove 1 article, then save.")).toBeInViewport();
  const off = dialog.getByRole("button", { name: /^Remove .* from the list$/ });
  for (let left = await off.count(); left > 0; left -= 1) await off.first().click();
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByText("Please select atleast 1 article")).toBeInViewport();
  expect(await stored(api)).toEqual(["Only one"]);
});
