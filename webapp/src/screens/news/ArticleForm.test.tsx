import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { beforeEach, expect, test, vi } from "vitest";
import { session } from "@/api/session";
import "@/i18n";
import { respond } from "@/test-api";
import { ArticleForm } from "./ArticleForm";
import type { Article } from "./news";

const stored: Article = {
  id: 12,
  title: "A simpler heart check",
  event_name: null,
  news_text: "Two hospitals tried it for a year.",
  news_type: "GENERAL",
  news_date: "2026-11-20",
  source_name: "Health Daily",
  source_link: "https://news.example/heart",
  source_thumbnail_url: null,
  photo_url: null,
  published: false,
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
};
let sent: { news_article: Record<string, unknown> }[];

beforeEach(() => {
  sent = [];
  const user = { id: 1, name: "H", phone_number: "9000000001", email: null, user_accounts: [] };
  session.start({ authToken: "a", refreshToken: "r", accountType: "super_admin", user });
  vi.stubGlobal("fetch", async (url: string, { method, body }: RequestInit) => {
    if (url.includes("/careops/drafts"))
      return method === "GET"
        ? respond("get", "/careops/drafts", { success: true, data: { drafts: [] } })
        : respond("put", "/careops/drafts/{draft_id}", { success: true });
    if (url.includes("/alike"))
      return respond("get", "/careops/news_articles/alike", { success: true, data: { twins: [] } });
    if (method === "GET") return respond("get", "/careops/news_articles/{article_id}", { success: true, data: stored });
    sent.push(JSON.parse(String(body)));
    return method === "POST"
      ? respond("post", "/admin/news_articles", { success: true, data: { id: 13 } })
      : respond("put", "/admin/news_articles/{article_id}", { success: true });
  });
});

function open(article: Article | null) {
  const onSaved = vi.fn(() => Promise.resolve());
  render(
    <MemoryRouter>
      <ArticleForm article={article} tags={[]} onSaved={onSaved} onClose={() => undefined} />
    </MemoryRouter>,
  );
  return onSaved;
}
const dialog = () => within(screen.getByRole("dialog"));
const choose = (type: string) => userEvent.selectOptions(dialog().getByLabelText("News type"), type);
const press = (name: string) => userEvent.click(dialog().getByRole("button", { name }));

async function fillIn() {
  await userEvent.type(dialog().getByLabelText("Heading"), "Fewer salt tablets");
  await userEvent.type(dialog().getByLabelText("Description"), "A text.");
  await userEvent.type(dialog().getByLabelText("Source name"), "Health Daily");
  await userEvent.type(dialog().getByLabelText("Source URL"), "https://news.example/salt");
}
const eventFields = ["event_name", "event_start_ts", "event_end_ts", "all_day", "event_type", "credit_hours"];

/** What happens to the fields of an event before another type is chosen. */
const visits: [string, () => Promise<unknown>][] = [
  ["untouched", async () => undefined],
  ["half typed", () => userEvent.type(dialog().getByLabelText("From date"), "5 D")],
  ["past", () => userEvent.type(dialog().getByLabelText("End date"), "01-01-2020")],
  ["refused", () => press("Add")],
  ["with invalid credit hours", () => userEvent.type(dialog().getByLabelText("Credit hours"), "many")],
];
test.each(visits)("general article saves after event fields were %s", async (_, visit) => {
  const onSaved = open(null);
  await choose("CME");
  await visit();
  await choose("General");
  await fillIn();
  await press("Add");
  await waitFor(() => expect(onSaved).toHaveBeenCalledOnce());
  expect(sent[0]?.news_article).toMatchObject({ news_type: "GENERAL", title: "Fewer salt tablets" });
  for (const name of eventFields) expect(sent[0]?.news_article).not.toHaveProperty(name);
});

test("general article saves after its type was pharma", async () => {
  const onSaved = open(null);
  await choose("Pharma");
  await choose("General");
  await fillIn();
  await press("Add");
  await waitFor(() => expect(onSaved).toHaveBeenCalledOnce());
  expect(sent[0]?.news_article).not.toHaveProperty("basic_pharma_id");
});

test("stored article saves after its type was CME", async () => {
  const onSaved = open(stored);
  await choose("CME");
  await choose("General");
  await userEvent.type(dialog().getByLabelText("Heading"), "s");
  await press("Save");
  await waitFor(() => expect(onSaved).toHaveBeenCalledOnce());
  expect(sent[0]?.news_article).toMatchObject({ news_type: "GENERAL", title: "A simpler heart checks" });
});

test("event input returns with the type CME", async () => {
  open(null);
  await choose("CME");
  await userEvent.type(dialog().getByLabelText("From date"), "05-12-2099");
  await choose("General");
  await choose("CME");
  expect(dialog().getByLabelText("From date")).toHaveProperty("value", "05-12-2099");
});
