import { afterAll, expect, it } from "vitest";
import { i18n } from "@/i18n";

afterAll(() => i18n.changeLanguage("en"));

it("Punjabi counts use Punjabi plural rules in a browser of another language", () => {
  expect(i18n.services.pluralResolver.getRule("pb").resolvedOptions().locale).toBe("pa");
});

it.each([
  ["en", ["0 rows ", "1 row ", "2 rows "]],
  ["hi", ["0 पंक्ति,", "1 पंक्ति,", "2 पंक्तियाँ,"]],
  ["pb", ["0 ਕਤਾਰ,", "1 ਕਤਾਰ,", "2 ਕਤਾਰਾਂ,"]],
])("%s: forms of 0, 1 and 2", async (language, expected) => {
  await i18n.changeLanguage(language);
  const row = (count: number) => i18n.t("exports:rows", { count, formatted: count });
  expect([0, 1, 2].map((count) => row(count))).toEqual(expected.map((words) => expect.stringContaining(words)));
});
