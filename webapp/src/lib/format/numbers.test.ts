import { expect, it } from "vitest";
import { formatNumber, formatRupees } from "./numbers";

it("groups digits in the Indian way", () => {
  expect(formatNumber(0)).toBe("0");
  expect(formatNumber(1234)).toBe("1,234");
  expect(formatNumber(1234567)).toBe("12,34,567");
});

it("formats rupees with two decimals", () => {
  expect(formatRupees(1250.5)).toBe("₹1,250.50");
  expect(formatRupees(1234567)).toBe("₹12,34,567.00");
  expect(formatRupees(-0.5)).toBe("-₹0.50");
});
