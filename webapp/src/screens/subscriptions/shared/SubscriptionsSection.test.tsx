import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { expect, it, vi } from "vitest";
import { SwrProvider } from "@/api/SwrProvider";
import { SubscriptionsSection } from "./SubscriptionsSection";
import type { Subscription } from "./subscriptions";

const subscription = (id: number): Subscription => ({
  id,
  plan: { name: `Plan ${id}`, amount: 499, period: "monthly", interval: 1 },
  created_at: "2026-09-14T04:05:00Z",
  starts_at: null,
  expire_by: "2027-09-14T04:05:00Z",
  billing_subscription_status: "active",
  razorpay_payment_id: null,
  razorpay_order_id: null,
  gstin: null,
});
const show = (count: number) =>
  render(
    <MemoryRouter>
      <SwrProvider>
        <SubscriptionsSection
          userId={9}
          rows={Array.from({ length: count }, (_, at) => subscription(at + 1))}
          reload={vi.fn()}
        />
      </SwrProvider>
    </MemoryRouter>,
  );
const plans = () => screen.getAllByText(/^Plan \d/).map(({ textContent }) => textContent);

it("has pages of ten like other lists of a user", async () => {
  show(15);
  expect(plans()).toHaveLength(10);
  const pager = within(screen.getByRole("navigation"));
  await userEvent.click(pager.getByRole("button", { name: /next/i }));
  expect(plans()).toEqual(["Plan 11", "Plan 12", "Plan 13", "Plan 14", "Plan 15"]);
});

it("has no pager for ten rows", () => {
  show(10);
  expect(plans()).toHaveLength(10);
  expect(screen.queryByRole("navigation")).toBeNull();
});
