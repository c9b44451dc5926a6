import { expect, it } from "vitest";
import { grouped } from "./numbers";

it("groups the Indian way", () => {
  expect(grouped(0)).toBe("0");
  expect(grouped(1234)).toBe("1,234");
  expect(grouped(1234567)).toBe("12,34,567");
});
