import { expect, it } from "vitest";
import { parseNaturalDate } from "./naturalDates";

const today = "2026-03-01";

it.each([
  ["Today", "2026-03-01"],
  [" yesterday ", "2026-02-28"],
  ["tomorrow", "2026-03-02"],
  ["आज", "2026-03-01"],
  ["बीता  कल", "2026-02-28"],
  ["आने वाला कल", "2026-03-02"],
  ["ਅੱਜ", "2026-03-01"],
  ["ਬੀਤਿਆ ਕੱਲ੍ਹ", "2026-02-28"],
  ["ਭਲਕੇ", "2026-03-02"],
])("%j is %s", (word, day) => {
  expect(parseNaturalDate(word, today)).toBe(day);
});

it.each(["कल", "ਕੱਲ੍ਹ"])("%s goes the one way that the limits leave", (word) => {
  expect(parseNaturalDate(word, today)).toBe("either");
  expect(parseNaturalDate(word, today, { min: "1900-01-01", max: today })).toBe("2026-02-28");
  expect(parseNaturalDate(word, today, { min: today })).toBe("2026-03-02");
  expect(parseNaturalDate(word, today, { min: today, max: today })).toBe("either");
});

it.each([
  ["month end", "2026-03-31"],
  ["महीने का अंत", "2026-03-31"],
  ["ਮਹੀਨੇ ਦੇ ਅੰਤ", "2026-03-31"],
  ["30 nov", "2026-11-30"],
  ["30-November", "2026-11-30"],
  ["30/11", "2026-11-30"],
  ["३०.११", "2026-11-30"],
  ["1 फ़र", "2026-02-01"],
  ["28 feb", "2026-02-28"],
])("%j has the year of today", (text, day) => {
  expect(parseNaturalDate(text, today, {}, ["जन॰", "फ़र॰"])).toBe(day);
});

it("day without a year uses the year within the limits", () => {
  expect(parseNaturalDate("28 feb", today, { min: today })).toBe("2027-02-28");
  expect(parseNaturalDate("30/11", today, { max: today })).toBe("2025-11-30");
  expect(parseNaturalDate("29/2", today, { min: today })).toBeNull();
  expect(parseNaturalDate("30/11", today, { min: "2026-03-01", max: "2026-03-31" })).toBe("2026-11-30");
});

it("two days away is parsed alike", () => {
  expect(parseNaturalDate("परसों", today)).toBe("either");
  expect(parseNaturalDate("ਪਰਸੋਂ", today, { max: today })).toBe("2026-02-27");
});

it.each(["soon", "", "05-01-2026", "constructor", "31/4", "12 x", "12 ma", "5/13"])("%j is not a date word", (text) => {
  expect(parseNaturalDate(text, today)).toBeNull();
});
