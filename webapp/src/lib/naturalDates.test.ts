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

it("two days away is read the same way", () => {
  expect(parseNaturalDate("परसों", today)).toBe("either");
  expect(parseNaturalDate("ਪਰਸੋਂ", today, { max: today })).toBe("2026-02-27");
});

it.each(["soon", "", "05-01-2026", "constructor"])("%j is no such word", (text) => {
  expect(parseNaturalDate(text, today)).toBeNull();
});
