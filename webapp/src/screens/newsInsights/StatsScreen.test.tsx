import { render, screen, within } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { expect, test, vi } from "vitest";
import { session } from "@/api/session";
import { respond } from "@/test-api";
import type { StatsRow } from "./newsInsights";
import { StatsScreen } from "./StatsScreen";

const counted = (name: string): StatsRow => ({ name, count: 2, published_news: 2, unpublished_news: 0 });

test("news type has the name of the feed and links its articles", async () => {
  const user = { id: 1, name: "H", phone_number: "9000000001", email: null, user_accounts: [] };
  session.start({ authToken: "a", refreshToken: "r", accountType: "customer_care", user });
  const stats = {
    top_specialities: [],
    top_cities: [counted("GENERAL")],
    top_states: [],
    news_types: [counted("GENERAL"), counted("PODCAST")],
  };
  vi.stubGlobal("fetch", async () => respond("get", "/admin/doctors/news_stats", { success: true, ...stats }));
  render(
    <MemoryRouter>
      <StatsScreen />
    </MemoryRouter>,
  );
  const types = within(await screen.findByRole("table", { name: "Type of news", busy: false }));
  expect((await types.findByRole("link", { name: "General" })).getAttribute("href")).toBe("/news-feed?type=GENERAL");
  expect(types.getByRole("link", { name: "PODCAST" }).getAttribute("href")).toBe("/news-feed?type=PODCAST");
  // City names are not translated.
  const cities = within(screen.getByRole("table", { name: "Top cities" }));
  expect(cities.getByRole("link", { name: "GENERAL" }).getAttribute("href")).toBe("/news-feed?city=GENERAL");
});
