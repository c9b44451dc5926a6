import { expect, it } from "vitest";
import { containsText, containsWords } from "./foldText";

it.each([
  ["King George’s Medical University", "king george's"],
  ["King George's Medical University", "George’s  medical"],
  ["O`Brien Clinic", "o´brien"],
  ["The “Eye” Centre", '"eye"'],
  ["André  Rao", "andre rao"],
  ["शर्मा अस्पताल", " शर्मा "],
  ["anything", ""],
])("finds %j by %j", (text, typed) => expect(containsText(text, typed)).toBe(true));

it.each([
  ["अंकुर", "अङ्कुर"],
  ["पंजाब", "पञ्जाब"],
  ["पंजाब", "पन्जाब"],
  ["डंडी", "डण्डी"],
  ["केंद्र", "केन्द्र"],
  ["संपर्क", "सम्पर्क"],
  ["सिंह", "सिन्ह"],
  ["चांद", "चाँद"],
  ["डॉक्टर", "डॉक्\u200dटर"],
  ["केंद्र", "केन्\u200cद्र"],
  ["ਪੰਜਾਬ", "ਪਂਜਾਬ"],
  ["ਸੰਧੂ", "ਸਨ੍ਧੂ"],
])("finds the spellings %j and %j by each other", (first, second) => {
  expect(containsText(first, second)).toBe(true);
  expect(containsText(second, first)).toBe(true);
});

it.each([
  ["अनार", "अंार"],
  ["मनका", "मंका"],
  ["धन्य", "धंय"],
  ["अन्न", "अंन"],
])("keeps the nasal of %j", (text, typed) => expect(containsText(text, typed)).toBe(false));

it("does not find other words", () => {
  expect(containsText("Georges", "george's")).toBe(false);
  expect(containsText("शर्मा", "शरमा")).toBe(false);
});

it("finds all words in any order", () => {
  expect(containsWords("Switch Telemedicine on", "telemed on")).toBe(true);
  expect(containsWords("Switch Telemedicine on", "on telemed")).toBe(true);
  expect(containsWords("Switch Telemedicine on", "telemed off")).toBe(false);
});
