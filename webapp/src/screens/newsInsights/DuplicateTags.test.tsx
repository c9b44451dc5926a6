import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { session } from "@/api/session";
import { respond, respondError } from "@/test-api";
import { Toaster } from "@/ui/feedback/Toaster";
import { DuplicateTags } from "./DuplicateTags";

const tag = (id: number, tag_name: string, published: number) => ({
  id,
  tag_name,
  published_news_count: published,
  shared_news_count: 0,
  viewed_news_count: 1200,
});
const groups = [
  { tags: [tag(3, "Heart", 41), tag(8, "Hearts", 2), tag(9, "HEART s", 0)] },
  { tags: [tag(4, "Eye", 7), tag(5, "Eyes", 1)] },
];

function show(reply: () => Response) {
  const user = { id: 1, name: "H", phone_number: "9000000001", email: null, user_accounts: [] };
  session.start({ authToken: "a", refreshToken: "r", accountType: "customer_care", user });
  const sent: [string, unknown][] = [];
  vi.stubGlobal("fetch", async (url: string, { body }: RequestInit) => {
    sent.push([new URL(url, "http://localhost").pathname, JSON.parse(String(body))]);
    return reply();
  });
  const onMerged = vi.fn(async () => undefined);
  render(
    <>
      <Toaster />
      <DuplicateTags groups={groups} onMerged={onMerged} onClose={() => undefined} />
    </>,
  );
  return { sent, onMerged };
}
const group = () => within(screen.getByRole("group", { name: "Heart / Hearts / HEART s" }));

test("chosen tag absorbs the others of its group after a confirmation", async () => {
  const { sent, onMerged } = show(() =>
    respond("post", "/careops/news_tags/{tag_id}/merge", { success: true, data: { articles: 43 } }),
  );
  expect(group().getByRole("radio", { name: "Heart 41 published, 1,200 views" })).toHaveProperty("checked", true);
  expect(screen.getByRole("radio", { name: /^Eye 7/ })).toHaveProperty("checked", true);
  await userEvent.click(group().getByRole("radio", { name: /^Hearts/ }));
  await userEvent.click(screen.getByRole("button", { name: "Merge into Hearts" }));
  const question = screen.getByRole("alertdialog", { name: "Merge these tags?" });
  expect(within(question).getByText(/^Articles tagged Heart, HEART s will be tagged Hearts instead\./)).toBeTruthy();
  await userEvent.click(within(question).getByRole("button", { name: "Cancel" }));
  expect(sent).toEqual([]);

  await userEvent.click(screen.getByRole("button", { name: "Merge into Hearts" }));
  await userEvent.click(screen.getByRole("button", { name: "Merge" }));
  expect(await screen.findByText("Merged into Hearts")).toBeTruthy();
  expect(sent).toEqual([["/api/careops/news_tags/8/merge", { tag_ids: [3, 9] }]]);
  expect(onMerged).toHaveBeenCalledOnce();
});

test("concurrent merge is reported and the groups are read again", async () => {
  const problem = {
    source: "tag_ids",
    title: "Some of these tags are not there any more. Nothing was merged.",
    detail: "5",
  };
  const { onMerged } = show(() => respondError(409, problem));
  await userEvent.click(screen.getByRole("button", { name: "Merge into Eye" }));
  await userEvent.click(screen.getByRole("button", { name: "Merge" }));
  expect(await screen.findByText("Some of these tags no longer exist. Nothing was merged.")).toBeTruthy();
  expect(screen.getByText("Eyes", { selector: "[role=alert] *" })).toBeTruthy();
  await waitFor(() => expect(onMerged).toHaveBeenCalledOnce());
});
