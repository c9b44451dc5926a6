import { expect, it } from "vitest";
import { looksLikeGstin } from "./gstin";

it.each([
  "27AAPFU0939F1ZV",
  " 27aapfu0939f1zv ",
  "27 AAPFU 0939F 1ZV",
  "27-AAPFU-0939F-1ZV",
  "27\u2013AAPFU\u00a00939F\u20111ZV\u200b",
  "29AAGCB7383J1Z4",
  "27MUMA12345B1D5",
  "27AAPFU0939F1C6",
  "0717USA12345UNP",
])("%s has the form of a GSTIN", (text) => expect(looksLikeGstin(text)).toBe(true));
it.each(["27AAPFU0939F1ZX", "27AAPFU0939F1Z", "27AAPFU0939F1ZVV", "AA7AAPFU0939F1ZV", ""])(
  "%s does not have the form of a GSTIN",
  (text) => expect(looksLikeGstin(text)).toBe(false),
);
