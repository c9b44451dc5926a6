import { expect, test } from "../fixtures";
import { columnCells, rowWithText, waitForList } from "../support/screens";

interface Payments {
  data: { payments: { id: number; billing_payment_status: string }[] };
  total_records: number;
}

test.beforeEach(async ({ startSignedIn }) => startSignedIn("customer_care"));

/** Record a payment of a new hospital, which is pending; its ids end with the hospital's number. */
async function recordPayment(api: {
  hospital(name: string): Promise<{ id: number; name: string; phone_number: string }>;
  post(path: string, body: object): Promise<unknown>;
}) {
  const hospital = await api.hospital("Paid Everywhere Hospital");
  const ids = {
    razorpay_payment_id: `pay_Li${hospital.phone_number}sT`,
    razorpay_order_id: `order_Li${hospital.phone_number}sT`,
  };
  await api.post("/admin/billing_payments/manual", { clinic_id: hospital.id, ...ids });
  return { hospital, ...ids };
}

test("payment is found by id and links its clinic", async ({ page, api, accessible }) => {
  const { hospital, razorpay_payment_id, razorpay_order_id } = await recordPayment(api);
  await page.goto("/clinics");
  await page.getByRole("navigation").getByRole("link", { name: "Payments" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Payments" })).toBeVisible();
  await waitForList(page);
  await page.getByRole("searchbox").fill(` ${razorpay_order_id.toUpperCase().replace("_", "_ ")} `);
  const row = rowWithText(page, razorpay_payment_id);
  await expect(columnCells(row, "Status")).toHaveText("Pending");
  await expect(page.getByRole("table").getByRole("row")).toHaveCount(2);
  await accessible();
  await row.getByRole("link", { name: hospital.name }).click();
  await expect(page).toHaveURL(`/clinics-details/${hospital.id}/payments`);
});

test("partial id matches nothing and the list explains it", async ({ page, api, accessible }) => {
  const { razorpay_payment_id } = await recordPayment(api);
  await page.goto(`/payments?search=${razorpay_payment_id.slice(0, -1)}`);
  await expect(page.getByText("No payments match these filters")).toBeVisible();
  await expect(page.getByText("Enter the whole ID. Capital letters and blanks do not matter.")).toBeVisible();
  await accessible();
});

test("status, clinic and days are in the address, and wrong values are dropped", async ({ page, api }) => {
  const { hospital, razorpay_payment_id } = await recordPayment(api);
  const { total_records } = await api.get<Payments>("/careops/all_payments?status=failed,pending&perpage=1");
  await page.goto("/payments?status=pending,gold,failed&start_date=soon");
  await waitForList(page);
  await expect(page.getByText(new RegExp(`of ${total_records.toLocaleString("en-IN")}$`)).first()).toBeVisible();
  const others = columnCells(page.getByRole("table"), "Status").filter({ hasNotText: /^(Failed|Pending)$/ });
  await expect(others).toHaveCount(0);

  await page.getByRole("button", { name: /^Status/ }).click();
  await page.getByRole("checkbox", { name: "Failed" }).uncheck();
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL(/status=pending(&|$)/);
  await page.getByRole("button", { name: /^Clinic/ }).click();
  await page.getByRole("combobox", { name: "Search clinics" }).fill(hospital.name);
  await page
    .getByRole("option", { name: new RegExp(`#${hospital.id}`) })
    .first()
    .click();
  await expect(rowWithText(page, razorpay_payment_id)).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`clinic=${hospital.id}(&|$)`));
  await page.getByRole("textbox", { name: "End date" }).fill("01-01-2020");
  await page.getByRole("textbox", { name: "End date" }).press("Enter");
  await expect(page.getByText("No payments match these filters")).toBeVisible();
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect(page).toHaveURL(/\/payments$/);
});

test("each payment is a card on a phone", async ({ page, api, accessible }) => {
  const { razorpay_payment_id, hospital } = await recordPayment(api);
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto(`/payments?search=${razorpay_payment_id}`);
  await expect(page.getByText(razorpay_payment_id)).toBeVisible();
  await expect(page.getByRole("link", { name: hospital.name })).toBeVisible();
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await accessible();
});

for (const [code, title] of [
  ["hi", "भुगतान"],
  ["pb", "ਭੁਗਤਾਨ"],
] as const) {
  test(`list is shown in ${code}`, async ({ page }) => {
    await page.addInitScript((language) => localStorage.setItem("current_language", language), code);
    await page.goto("/payments");
    await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
    await waitForList(page);
  });
}
