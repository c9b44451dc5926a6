import { describe, expect, test } from "vitest";
import { idCreatedAt, isOrderNewer, paymentIdWarning } from "./razorpay";

const at = (text: string) => Date.parse(text);

describe("Razorpay id", () => {
  // Known ids, shared with the tests of careops/razorpay.py.
  test.each([
    ["pay_L0nSsccovt6zyp", 1672987417],
    ["pay_Beg2OGSn3xCU9q", 1546324001],
  ])("%s was made within two seconds of %d", (id, seconds) => {
    expect(Math.abs((idCreatedAt(id) ?? 0) - seconds * 1000)).toBeLessThan(2000);
  });
  test("has a creation time", () => {
    const moment = idCreatedAt("pay_HMtDKKOEMhUzGK");
    expect(new Date(moment ?? 0).toISOString().slice(0, 16)).toBe("2021-06-14T09:26");
    expect(idCreatedAt("  order_0000000000abcd ")).toBe(at("2014-01-01T00:00:00Z"));
  });
  test.each(["", "pay_", "pay_HMtDKKOEMhUzG", "pay_HMtDKKOEMhUzGKx", "refund_HMtDKKOEMhUzGK", "pay_HMtDKKOEMhU-GK"])(
    "%j has no time",
    (id) => expect(idCreatedAt(id)).toBeNull(),
  );
  test("can be from the future or from before Razorpay", () => {
    const now = at("2026-11-21T12:00:00Z");
    expect(paymentIdWarning(at("2026-11-21T12:09:00Z"), now)).toBeNull();
    expect(paymentIdWarning(at("2026-11-21T12:11:00Z"), now)).toBe("future");
    expect(paymentIdWarning(at("2014-02-28T23:59:00Z"), now)).toBe("ancient");
    expect(paymentIdWarning(at("2014-03-01T00:00:00Z"), now)).toBeNull();
  });
  test("order is older than its payment", () => {
    const paid = at("2026-11-21T12:00:00Z");
    expect(isOrderNewer(paid, paid + 9 * 60_000)).toBe(false);
    expect(isOrderNewer(paid, paid + 11 * 60_000)).toBe(true);
  });
});
