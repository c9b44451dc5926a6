import { expect, it } from "vitest";
import { grouped, rupees } from "./numbers";

it("groups the Indian way", () => {
  expect(grouped(0)).toBe("0");
  expect(grouped(1234)).toBe("1,234");
  expect(grouped(1234567)).toBe("12,34,567");
});

it("shows rupees with two decimals", () => {
  expect(rupees(1250.5)).toBe("₹1,250.50");
  expect(rupees(1234567)).toBe("₹12,34,567.00");
  expect(rupees(-0.5)).toBe("-₹0.50");
});
