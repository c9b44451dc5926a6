import { describe, expect, it } from "vitest";
import { validate } from "./rules";

const fees = { min: 1, max: 1_000_000 };
const degrees = { min: -90, max: 90, decimal: true };
const number = { key: "number", ...fees };

describe("rule", () => {
  it.each([
    ["a number within", fees, "500", null],
    ["with a point", fees, "500.50", number],
    ["with a minus and a power", fees, "-1.5e2", number],
    ["with a sign and commas", fees, "₹1,200.00", number],
    ["degrees", degrees, "30.901", null],
    ["degrees below zero", degrees, "-33.9", null],
    ["degrees beyond the pole", degrees, "91", { key: "decimal", min: -90, max: 90, example: "30.9" }],
    ["degrees with a letter", degrees, "30.9N", { key: "decimal", min: -90, max: 90, example: "30.9" }],
    ["degrees with a comma", degrees, "30,9", { key: "decimal", min: -90, max: 90, example: "30.9" }],
    ["too large", fees, "1000001", number],
    ["none", fees, "0", number],
    ["nothing", fees, "", null],
    ["too short", { minLength: 15 }, "fourteen chars", { key: "tooShort", count: 15 }],
    ["long enough in letters of two halves", { maxLength: 2 }, "😀😀", null],
    ["too long", { maxLength: 2 }, "abc", { key: "tooLong", count: 2 }],
    ["of its form, blanks around it", { pattern: /^[0-9]{6}$/ }, " 141002 ", null],
    ["of another form", { pattern: /^[0-9]{6}$/ }, "12 000", { key: "form" }],
  ])("%s", (_, rule, text, complaint) => {
    expect(validate(rule, text)).toEqual(complaint);
  });
});
