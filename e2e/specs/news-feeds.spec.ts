import { expect, test } from "../fixtures";
import { loaded } from "../support/pictures";
import { changeResponse, respond, respondError } from "../support/responses";
import { rowWithText, toastWithText, waitUntilIdle } from "../support/screens";

test("fetched articles arrive unpublished with their pictures", async ({ page, startSignedIn, accessible }) => {
  await startSignedIn("customer_care");
  await page.goto("/news-feed");
  await waitUntilIdle(page);
  await page.getByRole("button", { name: "Fetch RSS" }).click();
  await expect(
    toastWithText(page, "Rss feed enqueued successfully. Please refresh news list after sometime."),
  ).toBeVisible();
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "RSS feeds" }).click();
  const drawer = page.getByRole("dialog", { name: "RSS feeds" });
  const feed = drawer.getByRole("article").filter({ hasText: "Sehat Weekly" });
  // The feed updates by itself after the job.
  await expect(feed.getByText(/^Last fetch: /)).toBeVisible({ timeout: 60_000 });
  await expect(feed.getByRole("term")).toHaveText(["New", "Changed", "Unchanged", "Rejected"]);
  await expect(feed.getByRole("definition").first()).toHaveText("3");
  await accessible();
  await page.keyboard.press("Escape");
  await expect(drawer).toBeHidden();
  await expect(page.getByRole("button", { name: "More actions" })).toBeFocused();

  const search = page.getByRole("searchbox");
  await search.fill("Sehat Weekly");
  await search.press("Enter");
  await expect(page).toHaveURL(/search=Sehat/);
  const row = rowWithText(page, "Smoke in the kitchen (lungs, 3)");
  await expect(row.getByRole("cell", { name: "No", exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Details of Smoke in the kitchen (lungs, 3)" }).click();
  await expect(page.getByText("https://news.example/sehat/3/table", { exact: false }).last()).toBeVisible();
  await loaded(page.getByRole("img", { name: "Open the image" }));
});

test("refused fetch, invalid feed and updated source are reported", async ({ page, startSignedIn, accessible }) => {
  const broken = {
    name: "Broken daily",
    address: "https://broken.example/feed",
    news_type: "GENERAL",
    tags: [],
    every_hours: null,
  };
  const counts = { new: 0, changed: 0, unchanged: 0, refused: 0, refusals: [] };
  const reason = { reason: "The item has no heading and no text", code: "feed_item_empty", parameters: null };
  const feeds = [
    {
      ...broken,
      ...counts,
      fetched_at: "2026-11-20T09:31:07Z",
      due_at: null,
      problem: "The feed could not be reached",
    },
    { ...broken, ...counts, name: "New daily", fetched_at: null, due_at: "2026-11-21T09:31:07Z", problem: null },
    {
      ...{ ...broken, ...counts, name: "Odd daily", fetched_at: "2026-11-20T09:31:07Z", due_at: null, problem: null },
      ...{
        refused: 2,
        refusals: [
          { title: "A heading", ...reason },
          { title: null, ...reason },
        ],
      },
    },
  ];
  await page.route("**/careops/news_feeds", (route) =>
    respond(route, "get", "/careops/news_feeds", { success: true, data: { fetching: true, feeds } }),
  );
  let requestCount = 0;
  await page.route("**/admin/news_articles/fetch_rss", (route) => {
    requestCount += 1;
    const errors = [{ source: "", title: "Please try after some time." }];
    return respondError(route, 409, ...errors);
  });
  await page.route("**/admin/news_articles/list?**", async (route) => {
    await changeResponse(route, "get", "/admin/news_articles/list", (body) => {
      body.data[0]!.attributes.source_changed_at = "2026-11-20T09:31:07Z";
      return body;
    });
  });
  await page.setViewportSize({ width: 390, height: 844 });
  await startSignedIn();
  await page.goto("/news-feed");
  await expect(page.getByText("Newer at the source")).toBeVisible();
  await page.getByRole("button", { name: "Fetch RSS" }).click();
  await expect(toastWithText(page, "Please try after some time.")).toBeVisible();
  await expect.poll(() => requestCount).toBe(1);
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "RSS feeds" }).click();
  const drawer = page.getByRole("dialog", { name: "RSS feeds" });
  await expect(drawer.getByRole("status")).toHaveText("Fetching the feeds…");
  await expect(drawer.getByText("The feed could not be reached")).toBeVisible();
  await expect(drawer.getByText("Not fetched yet")).toBeVisible();
  await expect(drawer.getByText("Next automatic fetch: 21-11-2026 3:01 PM")).toBeVisible();
  await expect(drawer.getByRole("listitem")).toHaveText([`A heading${reason.reason}`, reason.reason]);
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await accessible();
});
