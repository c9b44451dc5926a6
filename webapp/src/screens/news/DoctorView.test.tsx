import { render, screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import "@/i18n";
import { DoctorView } from "./DoctorView";
import { emptyArticle } from "./news";

const article = {
  ...emptyArticle("2026-11-20"),
  news_type: "GENERAL",
  title: "A simpler heart check",
  news_text: "One paragraph.\n\nAnother one.",
  source_name: "Health Daily",
  source_link: "https://news.example/heart",
  tags: [{ id: 3, tag_name: "Heart" }],
};
const phone = () => within(screen.getByRole("article"));

test("doctor view shows paragraphs as typed and omits empty fields", () => {
  render(<DoctorView values={article} onClose={() => undefined} />);
  expect(phone().getByRole("heading", { name: "A simpler heart check" })).toBeDefined();
  expect(phone().getByText("One paragraph.").tagName).toBe("P");
  expect(phone().getByText("Another one.").tagName).toBe("P");
  expect(phone().getByText("20-11-2026 · Health Daily")).toBeDefined();
  expect(phone().getByRole("link").getAttribute("href")).toBe("https://news.example/heart");
  expect(phone().getByRole("listitem").textContent).toBe("Heart");
  expect(phone().queryByRole("term")).toBeNull();
  expect(phone().queryByRole("presentation")).toBeNull();
});

test("event shows time and place and invalid links are not links", () => {
  const days = { start_day: "2027-01-20", start_time: "10:00", end_day: "2027-01-21", end_time: "13:00" };
  const values = { ...article, ...days, news_type: "CME", source_link: "javascript:alert(1)", all_day: true };
  render(<DoctorView values={values} onClose={() => undefined} />);
  expect(
    phone()
      .getAllByRole("definition")
      .map((fact) => fact.textContent),
  ).toEqual(["20-01-2027", "21-01-2027", "Virtual"]);
  expect(phone().queryByRole("link")).toBeNull();
});
