import { expect, it } from "vitest";
import { type Campaign, isOverdue, toFormValues, toPlatforms } from "./campaigns";

const campaign = {
  active: true,
  end_time: "2026-11-20T10:00:00Z",
  social_platforms: [
    { platform: "google", platform_campaign_id: "21", platform_customer_id: "1234567890" },
    { platform: "facebook", platform_campaign_id: "1202", platform_customer_id: null },
  ],
} as Campaign;

it("sends nothing for equal platforms in another notation", () => {
  const values = toFormValues(campaign);
  expect(values).toEqual({ facebook: "1202", google: "21", customer: "1234567890" });
  expect(toPlatforms({ ...values, customer: "123-456-7890", facebook: " 1202 " }, campaign)).toBeNull();
});

it("sends the complete list without emptied platforms", () => {
  expect(toPlatforms({ facebook: "1203", google: "21", customer: "123–456-7891" }, campaign)).toEqual([
    { platform: "facebook", platform_campaign_id: "1203" },
    { platform: "google", platform_campaign_id: "21", platform_customer_id: "1234567891" },
  ]);
  expect(toPlatforms({ facebook: "", google: "", customer: "" }, campaign)).toEqual([]);
});

it("recognizes an ended active campaign", () => {
  const after = Date.parse("2026-11-20T10:00:01Z");
  expect(isOverdue(campaign, after)).toBe(true);
  expect(isOverdue(campaign, after - 2000)).toBe(false);
  expect(isOverdue({ ...campaign, active: false }, after)).toBe(false);
  expect(isOverdue({ ...campaign, end_time: null }, after)).toBe(false);
});
