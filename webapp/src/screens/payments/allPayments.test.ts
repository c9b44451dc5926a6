import { expect, test } from "vitest";
import { allPaymentsFilters } from "./allPayments";

test.each([
  ["failed,pending", "failed,pending"],
  ["pending, failed,pending", "failed,pending"],
  ["gold,failed", "failed"],
  ["gold", ""],
  ["", ""],
])("the statuses %j of an address are %j", (joined, statuses) => {
  expect(allPaymentsFilters.status(joined)).toBe(statuses);
});
