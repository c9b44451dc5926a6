import { expect, it } from "vitest";
import { labelOf } from "./labels";

const names = { mobile: "ਮੋਬਾਈਲ", ACTIVE: "ਚਾਲੂ" };

it.each([
  ["mobile", "ਮੋਬਾਈਲ"],
  ["Mobile", "ਮੋਬਾਈਲ"],
  ["ACTIVE", "ਚਾਲੂ"],
  ["Fax", "Fax"],
  ["toString", "toString"],
  [null, null],
])("%s is called %s", (value, name) => expect(labelOf(names, value)).toBe(name));
