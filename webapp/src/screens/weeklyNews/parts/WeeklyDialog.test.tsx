import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { SWRConfig } from "swr";
import { beforeEach, expect, test, vi } from "vitest";
import { api } from "@/api/client";
import { ApiError } from "@/api/errors";
import { remember } from "@/api/versions";
import "@/i18n";
import { WeeklyDialog } from "./WeeklyDialog";
import { type Article, moveArticle } from "./weeklyNews";

const article = (id: number) =>
  ({ id, title: `Article ${id}`, news_type: "GENERAL", news_text: "A text.", published: true }) as Article;
/** The list as the platform has it, and the orders it was sent, each against a version. */
let there: number[];
let sent: { ids: number[]; against: string | undefined }[];
let tellsOrder: boolean;
/** What somebody else does just before the next order arrives. */
let meanwhile: (() => void) | null;

const version = () => `of-${there.join("-")}`;

beforeEach(() => {
  [there, sent, tellsOrder, meanwhile] = [[1, 2], [], true, null];
  vi.spyOn(api, "get").mockImplementation((async (path: string) => {
    if (path.endsWith("/drafts")) return { data: { drafts: [] } };
    if (path.endsWith("/best")) return { data: { news_articles: [] } };
    if (!path.endsWith("/order")) return { data: { news_articles: there.map(article) } };
    if (!tellsOrder) throw new ApiError(404, [{ source: "not_offered", title: "This platform does not offer this" }]);
    return remember({ data: { news_article_ids: [...there] } }, version());
  }) as unknown as typeof api.get);
  vi.spyOn(api, "put").mockImplementation((async (
    _: string,
    { body, ifMatch }: { body: { news_articles: { id: number }[] }; ifMatch?: string },
  ) => {
    meanwhile?.();
    meanwhile = null;
    const ids = body.news_articles.map(({ id }) => id);
    sent.push({ ids, against: ifMatch });
    if (ifMatch && ifMatch !== version()) throw new ApiError(412);
    there = ids;
    return { success: true };
  }) as unknown as typeof api.put);
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
  userEvent.click(screen.getByRole("button", { name: `Take Article ${id} off the list` }));

test("what was chosen joins what somebody else put on the list meanwhile", async () => {
  const { save, onClose } = await open([7]);
  there = [1, 2, 5];
  await save();
  await vi.waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent).toEqual([{ ids: [1, 2, 5, 7], against: "of-1-2-5" }]);
});

test("what both have changed is shown twice, and nothing is sent before it is decided", async () => {
  const { save, onClose } = await open([]);
  await takeOff(2);
  there = [2, 1];
  await save();
  const asked = within(await screen.findByRole("dialog", { name: "Somebody else has changed this meanwhile" }));
  expect(asked.getByRole("radio", { name: /Yours 1\. Article 1$/ })).toHaveProperty("checked", true);
  await userEvent.click(asked.getByRole("radio", { name: /Theirs 1\. Article 2\s2\. Article 1/ }));
  expect(sent).toEqual([]);
  await userEvent.click(asked.getByRole("button", { name: "Save my choice" }));
  await vi.waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent).toEqual([{ ids: [2, 1], against: "of-2-1" }]);
});

test("a platform that tells no order gets the list as it is here", async () => {
  tellsOrder = false;
  const { save, onClose } = await open([7]);
  await save();
  await vi.waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent).toEqual([{ ids: [1, 2, 7], against: undefined }]);
});

test("an article that is dragged is moved on the list as it is now", async () => {
  const seen = [article(2), article(1)];
  there = [1, 2, 5];
  expect(await moveArticle(article(2), 0, seen)).toBe(true);
  expect(there).toEqual([2, 1, 5]);
  meanwhile = () => {
    there = [5, 2, 1];
  };
  expect(await moveArticle(article(1), 0, seen)).toBe(true);
  expect(sent.map(({ against }) => against)).toEqual(["of-1-2-5", "of-2-1-5", "of-5-2-1"]);
  expect(there).toEqual([1, 5, 2]);
  expect(await moveArticle(article(9), 0, seen)).toBe(false);
  tellsOrder = false;
  expect(await moveArticle(article(2), 0, seen)).toBe(true);
  expect(there).toEqual([2, 1]);
});
