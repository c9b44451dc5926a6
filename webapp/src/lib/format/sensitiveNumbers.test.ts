import { describe, expect, it } from "vitest";
// The SDK's tests read the same file.
import shared from "../../../../sdk/tests/sensitive_numbers.json";
import { findSensitiveNumbers } from "./sensitiveNumbers";

describe("findSensitiveNumbers", () => {
  it.each(shared.texts)("finds in %j: %j", (text, kinds) => {
    expect(findSensitiveNumbers(String(text))).toEqual(kinds);
  });
});
