import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures";
import { type Api, freshPhone } from "../fixtures/api";
import { headings, rows, rowWithText, toastWithText } from "../support/screens";

interface Listed {
  data: { users: { id: number; name: string }[]; total_records: number };
}
interface Payments {
  data: { payments: { invoices: { unique_id: string }[]; description: string }[] };
}
test.beforeEach(async ({ startSignedIn }) => startSignedIn("billing_admin"));

async function owner(api: Api, name: string) {
  const hospital = await api.hospital(name);
  const { data } = await api.get<Listed>(`/admin/users?search_text=${hospital.phone_number}`);
  return data.users[0]!;
}
/** A user of the demo data with more than ten payments. The users of other tests come first in the list. */
async function payer(api: Api) {
  for (let page = 1; ; page += 1) {
    const { data } = await api.get<Listed>(`/admin/users?perpage=500&page=${page}`);
    if (data.users.length === 0) throw new Error("nobody has paid more than ten times");
    for (const { id } of data.users) {
      const payments = await api.get<Payments>(`/admin/users/${id}/billing_payments`);
      if (payments.data.payments.length > 10) return { id, payments: payments.data.payments };
    }
  }
}
const section = (page: Page, title: string) =>
  page.locator("section").filter({ has: page.getByRole("heading", { name: title, level: 2 }) });

async function adding(page: Page, id: number) {
  await page.goto(`/users-details/${id}?tab=billing`);
  await page.getByRole("button", { name: "Add subscription" }).click();
  return page.getByRole("dialog", { name: "Add subscription" });
}

test("subscription is added by hand and missing values are reported", async ({ page, api, accessible }) => {
  const user = await owner(api, "Subscribed Hospital");
  const dialog = await adding(page, user.id);
  await dialog.getByRole("button", { name: "Add", exact: true }).click();
  await expect(dialog.locator("p").filter({ hasText: "Select subscription plan" })).toBeVisible();
  for (const missing of ["Enter payment id", "Enter order id"])
    await expect(dialog.getByText(missing, { exact: true })).toBeVisible();
  await accessible();

  const plan = dialog.getByRole("combobox", { name: "Subscription plan" });
  await plan.selectOption({ label: "Clinic Yearly · ₹11,999.00 · Yearly" });
  await dialog.getByLabel("Payment ID").fill("pay_L0nSsccovt6zyp");
  await expect(dialog.getByText("Created 06-01-2023 12:13 PM", { exact: true }).first()).toBeVisible();
  await dialog.getByLabel("Order ID").fill("order_L0nS83FfCHaWqV");
  await dialog.getByLabel("GSTIN (optional)").fill("27aapfu0939f1zx");
  await expect(dialog.getByText("This does not look like a GSTIN.")).toBeVisible();
  await dialog.getByLabel("GSTIN (optional)").fill("27aapfu0939f1zv");
  await expect(dialog.getByText("This does not look like a GSTIN.")).toBeHidden();
  const sent = page.waitForRequest((request) => request.method() === "POST");
  await dialog.getByRole("button", { name: "Add", exact: true }).click();
  expect((await sent).postDataJSON()).toEqual({
    billing_plan_id: expect.any(Number),
    razorpay_payment_id: "pay_L0nSsccovt6zyp",
    razorpay_order_id: "order_L0nS83FfCHaWqV",
    gstin: "27AAPFU0939F1ZV",
  });
  await expect(toastWithText(page, "Subscription added successfully")).toBeVisible();
  const row = rowWithText(section(page, "User subscription"), "Clinic Yearly");
  for (const cell of ["Clinic Yearly", "₹11,999.00", "Yearly", "Active"]) await expect(row).toContainText(cell);
  for (const cell of ["pay_L0nSsccovt6zyp", "order_L0nS83FfCHaWqV", "27AAPFU0939F1ZV"])
    await expect(row).toContainText(cell);
  const paid = rowWithText(section(page, "Billing detail"), "Clinic Yearly");
  await expect(paid).toContainText("₹11,999.00");
});

test("recorded payment is refused at its field", async ({ page, api }) => {
  const [first, second] = [await owner(api, "First Payer"), await owner(api, "Second Payer")];
  const razorpay_payment_id = `pay_${freshPhone()}`;
  const plans = await api.get<{ data: { plans: { id: number }[] } }>("/admin/billing_plans?plan_type=clinic");
  await api.post(`/admin/users/${first.id}/billing_subscriptions/manual`, {
    billing_plan_id: plans.data.plans[0]!.id,
    razorpay_payment_id,
    razorpay_order_id: "order",
  });
  const dialog = await adding(page, second.id);
  await dialog.getByRole("combobox").selectOption({ index: 1 });
  await dialog.getByLabel("Payment ID").fill(razorpay_payment_id);
  await dialog.getByLabel("Order ID").fill("order");
  await dialog.getByRole("button", { name: "Add", exact: true }).click();
  await expect(
    dialog.getByText(/This payment is already recorded\. This payment belongs to a subscription of .+ \(user \d+\)/),
  ).toBeVisible();
  await expect(dialog.getByLabel("Payment ID")).toHaveAttribute("aria-invalid", "true");
});

test("payments have pages of ten and all columns", async ({ page, api }) => {
  const { id, payments } = await payer(api);
  await page.goto(`/users-details/${id}?tab=billing`);
  const billing = section(page, "Billing detail");
  await expect(headings(billing)).toHaveText([
    "Created at",
    "Invoice",
    "Item",
    "Service period",
    "Description",
    "Method",
    "Already paid",
    "Promo code",
    "Discount",
    "Amount",
  ]);
  await expect(rows(billing)).toHaveCount(10);
  await expect(rows(billing).first()).toContainText(payments[0]!.invoices[0]!.unique_id);
  await expect(rows(billing).first()).toContainText(/\d\d-\d\d-\d{4} – \d\d-\d\d-\d{4}/);
  await expect(billing.getByText(`1–10 of ${payments.length}`)).toBeVisible();
  await billing.getByRole("button", { name: "Next page" }).click();
  await expect(rows(billing).first()).toContainText(payments[10]!.invoices[0]!.unique_id);
});

test("address of the billing plans redirects to the users", async ({ page }) => {
  await page.goto("/billing-plans");
  await expect(page).toHaveURL(/\/users$/);
  await expect(page.getByRole("heading", { name: "Users", level: 1 })).toBeVisible();
});
