import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { SWRConfig } from "swr";
import { beforeEach, expect, test, vi } from "vitest";
import { session } from "@/api/session";
import "@/i18n";
import { respond, respondError } from "@/test-api";
import { WeeklyDialog } from "./WeeklyDialog";
import { type Article, moveArticle } from "./weeklyNews";

const article = (id: number): Article => ({
  id,
  title: `Article ${id}`,
  event_name: null,
  news_text: "A text.",
  news_type: "GENERAL",
  news_date: "2026-11-20",
  source_name: null,
  source_link: null,
  source_thumbnail_url: null,
  photo_url: null,
  published: true,
  news_tags: [],
  viewed_count: 0,
  shared_count: 0,
  city: null,
  state: null,
  basic_clinic_specialities: [],
  news_label: null,
  basic_pharma_id: null,
  pharma_name: null,
  event_start_ts: null,
  event_end_ts: null,
  all_day: false,
  event_type: null,
  credit_hours: null,
  source_changed_at: null,
});
/** The list on the server, and the received orders with their versions. */
let savedIds: number[];
let sent: { ids: number[]; against: string | null }[];
let tellsOrder: boolean;
/** An article that another user has unpublished. */
let unpublished: number | null;
/** A concurrent change just before the next order arrives. */
let meanwhile: (() => void) | null;

const version = () => `of-${savedIds.join("-")}`;

function order(): Response {
  if (!tellsOrder) return respondError(404, { source: "not_offered", title: "This platform does not offer this" });
  const data = { news_article_ids: savedIds };
  const answer = respond("get", "/careops/weekly_news/order", { success: true, data });
  answer.headers.set("etag", version());
  return answer;
}

beforeEach(() => {
  [savedIds, sent, tellsOrder, unpublished, meanwhile] = [[1, 2], [], true, null, null];
  const user = { id: 1, name: "H", phone_number: "9000000001", email: null, user_accounts: [] };
  session.start({ authToken: "a", refreshToken: "r", accountType: "super_admin", user });
  vi.stubGlobal("fetch", async (url: string, { method, headers, body }: RequestInit) => {
    const path = new URL(url, "http://localhost").pathname;
    if (path.endsWith("/drafts")) return respond("get", "/careops/drafts", { success: true, data: { drafts: [] } });
    if (path.endsWith("/best"))
      return respond("get", "/careops/weekly_news/best", { success: true, data: { news_articles: [] } });
    if (path.endsWith("/order")) return order();
    if (method === "GET") {
      const news_articles = savedIds.map((id, at) => ({ ...article(id), sequence: at + 1 }));
      return respond("get", "/admin/weekly_news", { success: true, data: { news_articles } });
    }
    if (path.includes("/drafts/")) return respond("put", "/careops/drafts/{draft_id}", { success: true });
    meanwhile?.();
    meanwhile = null;
    const { news_articles }: { news_articles: { id: number }[] } = JSON.parse(String(body));
    const ids = news_articles.map(({ id }) => id);
    const against = new Headers(headers).get("if-match");
    sent.push({ ids, against });
    if (unpublished)
      return respondError(422, {
        source: "news_articles",
        title: "Only published articles can be on the weekly list",
        detail: String(unpublished),
      });
    if (against && against !== version()) return respondError(412);
    savedIds = ids;
    return respond("put", "/admin/weekly_news", { success: true });
  });
});

async function open(chosen: number[]) {
  const onClose = vi.fn();
  render(
    <SWRConfig value={{ provider: () => new Map() }}>
      <MemoryRouter>
        <WeeklyDialog chosen={chosen.map(article)} onSaved={vi.fn()} onClose={onClose} />
      </MemoryRouter>
    </SWRConfig>,
  );
  await screen.findByText("Article 1");
  const save = async () => {
    await userEvent.click(screen.getByRole("button", { name: "Save" }));
  };
  return { save, onClose };
}
const takeOff = (id: number) =>
  userEvent.click(screen.getByRole("button", { name: `Remove Article ${id} from the list` }));

test("chosen articles join those added by a colleague", async () => {
  const { save, onClose } = await open([7]);
  savedIds = [1, 2, 5];
  await save();
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent).toEqual([{ ids: [1, 2, 5, 7], against: "of-1-2-5" }]);
});

test("order changed by both is decided before sending", async () => {
  const { save, onClose } = await open([]);
  await takeOff(2);
  savedIds = [2, 1];
  await save();
  const question = within(
    await screen.findByRole("dialog", { name: "Someone else changed this while you were editing" }),
  );
  expect(question.getByRole("radio", { name: /Yours 1\. Article 1$/ })).toHaveProperty("checked", true);
  await userEvent.click(question.getByRole("radio", { name: /Theirs 1\. Article 2\s2\. Article 1/ }));
  expect(sent).toEqual([]);
  await userEvent.click(question.getByRole("button", { name: "Save selected values" }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent).toEqual([{ ids: [2, 1], against: "of-2-1" }]);
});

test("platform without an order receives the list as shown", async () => {
  tellsOrder = false;
  const { save, onClose } = await open([7]);
  await save();
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent).toEqual([{ ids: [1, 2, 7], against: null }]);
});

test("more than ten articles are reported at once, marked, and not sent", async () => {
  savedIds = [1, 2, 3, 4, 5, 6, 7, 8, 9];
  const { save, onClose } = await open([10, 11, 12]);
  const message = () => screen.queryByText("Maximum 10 articles allowed.");
  expect(await screen.findByText("Maximum 10 articles allowed.")).toBeTruthy();
  expect(screen.getByText("Remove 2 articles, then save.")).toBeTruthy();
  const marked = screen.getAllByRole("row").filter((row) => row.hasAttribute("data-marked"));
  expect(marked.map((row) => within(row).getByText(/^Article/).textContent)).toEqual(["Article 11", "Article 12"]);
  await save();
  await waitFor(() => expect(document.activeElement).toBe(message()?.closest("[role=alert]")));
  expect(sent).toEqual([]);
  await takeOff(12);
  expect(message()).toBeTruthy();
  await takeOff(11);
  await waitFor(() => expect(message()).toBeNull());
  await save();
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent).toHaveLength(1);
});

test("a list without articles is not sent", async () => {
  const { save } = await open([]);
  await takeOff(1);
  await takeOff(2);
  await save();
  const message = screen.getByText("Please select atleast 1 article");
  expect(document.activeElement).toBe(message.closest("[role=alert]"));
  expect(sent).toEqual([]);
});

test("unpublished article is named", async () => {
  unpublished = 7;
  const { save } = await open([7]);
  await save();
  expect(await screen.findByText("Only published articles can be on the weekly list. Article 7")).toBeTruthy();
});

test("dragged article is moved on the current list", async () => {
  const seen = [article(2), article(1)];
  savedIds = [1, 2, 5];
  expect(await moveArticle(article(2), 0, seen)).toBe(true);
  expect(savedIds).toEqual([2, 1, 5]);
  meanwhile = () => {
    savedIds = [5, 2, 1];
  };
  expect(await moveArticle(article(1), 0, seen)).toBe(true);
  expect(sent.map(({ against }) => against)).toEqual(["of-1-2-5", "of-2-1-5", "of-5-2-1"]);
  expect(savedIds).toEqual([1, 5, 2]);
  expect(await moveArticle(article(9), 0, seen)).toBe(false);
  tellsOrder = false;
  expect(await moveArticle(article(2), 0, seen)).toBe(true);
  expect(savedIds).toEqual([2, 1]);
});
