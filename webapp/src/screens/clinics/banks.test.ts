import { describe, expect, it } from "vitest";
import { isBankMismatch } from "./banks";

describe("bank of a record and of its IFSC code", () => {
  it.each([
    ["HDFC", "HDFC Bank"],
    ["hdfc bank ltd.", "HDFC Bank"],
    ["SBI", "State Bank of India"],
    ["BOI", "Bank of India"],
    ["State Bank", "State Bank of India"],
    ["PNB", "Punjab National Bank"],
    ["J & K Bank", "Jammu and Kashmir Bank"],
    ["Bank of India", "Bank of India"],
  ])("%s may be %s", (typed, registered) => {
    expect(isBankMismatch(typed, registered)).toBe(false);
    expect(isBankMismatch(registered, typed)).toBe(false);
  });

  it.each([
    ["State Bank of India", "HDFC Bank"],
    ["Bank of India", "State Bank of India"],
    ["Bank of India", "Union Bank of India"],
    ["Axis Bank", "ICICI Bank Limited"],
    ["SBI", "HDFC Bank"],
  ])("%s is not %s", (typed, registered) => {
    expect(isBankMismatch(typed, registered)).toBe(true);
    expect(isBankMismatch(registered, typed)).toBe(true);
  });
});
