import type { Locator } from "@playwright/test";
import { expect, test } from "../fixtures";
import { failUntilRetry, respond, respondError } from "../support/responses";
import { columnCells, fields, rowWithText, toastWithText, waitUntilIdle } from "../support/screens";

interface Clinics {
  data: { clinics: { id: number }[] };
}
interface Payments {
  data: { payments: { id: number; created_at: string }[]; total_records: number };
}
type Ask = { get<T>(path: string): Promise<T> };

/** Name of a colour by its hue. */
async function colour(text: Locator) {
  const [red = 0, green = 0, blue = 0] = await text.evaluate((element) =>
    (getComputedStyle(element).color.match(/\d+/g) ?? []).map(Number),
  );
  const most = Math.max(red, green, blue);
  if (most - Math.min(red, green, blue) < 40) return "grey";
  if (most === green) return "green";
  return green - blue > (red - blue) / 3 ? "orange" : "red";
}

test.beforeEach(async ({ startSignedIn }) => startSignedIn("billing_admin"));

const address = (id: number, query = "") => `/clinics-details/${id}/payments${query}`;
let ids = 0;
/** A new id: each worker has its own database and counts up. */
function razorpayId(prefix: string) {
  ids += 1;
  return `${prefix}L0nS${String(ids).padStart(3, "0")}Careops`;
}

/** A clinic of the demo data with more than one page of payments. */
async function busyClinic(api: Ask) {
  const { data } = await api.get<Clinics>("/admin/clinics?perpage=500");
  for (const { id } of data.clinics) {
    const { data: payments } = await api.get<Payments>(`/admin/clinics/${id}/payments/list?perpage=1`);
    if (payments.total_records > 10) return { id, total: payments.total_records };
  }
  throw new Error("the demo data has no clinic with many payments");
}

function payment(id: number, changes: object = {}) {
  return {
    id,
    order_id: `CO-${id}`,
    razorpay_payment_id: `pay_L0nSsccovt6z${id}`,
    razorpay_order_id: `order_L0nS83FfCHaW${id}`,
    description: "Appointment with Dr. Gill",
    created_at: "2026-10-01T18:31:00Z",
    contact: "9812345670",
    email: "asha@patient.example",
    amount: 1250.5,
    method: "upi",
    billing_payment_status: "captured",
    ...changes,
  };
}

test("payment shows all its fields formatted", async ({ page, api, accessible }) => {
  const hospital = await api.hospital("Settled Hospital");
  const payments = [
    payment(11),
    payment(12, { razorpay_payment_id: null, razorpay_order_id: null, amount: 1234567, method: "cardless_emi" }),
    payment(13, { order_id: null, razorpay_order_id: null, amount: null, method: "crypto", email: null }),
    payment(14, { billing_payment_status: "failed" }),
    payment(15, { billing_payment_status: "pending" }),
    payment(16, { billing_payment_status: "on_hold" }),
    payment(17, { billing_payment_status: "success" }),
    payment(18, { billing_payment_status: "completed" }),
    payment(19, { billing_payment_status: "authorized" }),
  ];
  await page.route("**/payments/list?**", (route) =>
    respond(route, "get", "/admin/clinics/{clinic_id}/payments/list", {
      success: true,
      data: { payments, total_records: 9, total_pages: 1 },
    }),
  );
  await page.goto(address(hospital.id));
  const row = (text: string) => rowWithText(page, text);
  await expect(fields(row("z11"))).toHaveText([
    "02 Oct 2026, 12:01 AM",
    "pay_L0nSsccovt6z11",
    "order_L0nS83FfCHaW11",
    "Appointment with Dr. Gill",
    "+91 98123 45670",
    "asha@patient.example",
    "₹1,250.50",
    "UPI",
    "Captured",
  ]);
  await expect(columnCells(row("CO-12"), "Payment ID")).toHaveText("12");
  await expect(columnCells(row("CO-12"), "Order ID")).toHaveText("CO-12");
  await expect(columnCells(row("CO-12"), "Amount")).toHaveText("₹12,34,567.00");
  await expect(columnCells(row("CO-12"), "Method")).toHaveText("EMI");
  await expect(columnCells(row("z13"), "Order ID")).toHaveText("-");
  await expect(columnCells(row("z13"), "Email")).toHaveText("-");
  await expect(columnCells(row("z13"), "Amount")).toHaveText("-");
  await expect(columnCells(row("z13"), "Method")).toHaveText("crypto");
  await expect(columnCells(row("z14"), "Status")).toHaveText("Failed");
  await expect(columnCells(row("z15"), "Status")).toHaveText("Pending");
  await expect(columnCells(row("z16"), "Status")).toHaveText("on_hold");
  await expect(page.getByRole("navigation", { name: "Pages" })).toHaveCount(0);
  const colours = { Captured: "green", Success: "green", Completed: "green", Failed: "red", Pending: "orange" };
  for (const scheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme: scheme });
    for (const [status, name] of Object.entries({ ...colours, Authorized: "grey", on_hold: "grey" })) {
      await expect
        .poll(() => colour(page.getByRole("cell").getByText(status, { exact: true }).first()), status)
        .toBe(name);
    }
    await accessible();
  }
});

test("filters are in the address and reset the page", async ({ page, api }) => {
  const { id, total } = await busyClinic(api);
  await page.goto(address(id));
  await expect(page.getByText(`1–10 of ${total}`)).toBeVisible();
  await page.getByRole("button", { name: "Next page" }).click();
  await expect(page.getByText(/^11–/)).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`${address(id)}$`));

  const types = page.getByLabel("Payment type").getByRole("option");
  await expect(types).toHaveText(["All", "Telemedicine", "Appointment", "Requested", "Care package"]);
  const filterRequest = page.waitForRequest(/payments\/list\?.*payment_type=appointment/);
  await page.getByLabel("Payment type").selectOption({ label: "Appointment" });
  expect(new URL((await filterRequest).url()).searchParams.get("page")).toBe("1");
  await expect(page).toHaveURL(/payment_type=appointment/);
  await page.getByRole("textbox", { name: "Start date" }).fill("01-01-2026");
  await expect(page).toHaveURL(/start_date=2026-01-01/);
  await page.getByRole("textbox", { name: "End date" }).fill("5/1/2026");
  await page.getByRole("textbox", { name: "End date" }).press("Enter");
  await expect(page).toHaveURL(/end_date=2026-01-05/);
  await expect(page.getByText("No payments match these filters")).toBeVisible();

  await page.reload();
  await expect(page.getByRole("textbox", { name: "End date" })).toHaveValue("05-01-2026");
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect(page).toHaveURL(new RegExp(`${address(id)}$`));
  await expect(page.getByText(`1–10 of ${total}`)).toBeVisible();
});

test("invalid values are ignored in the address and reported in a field", async ({ page, api }) => {
  const { id, total } = await busyClinic(api);
  await page.goto(address(id, "?payment_type=gold&start_date=soon&end_date=2026-02-31"));
  await expect(page.getByText(`1–10 of ${total}`)).toBeVisible();
  const start = page.getByRole("textbox", { name: "Start date" });
  await start.fill("31-02-2026");
  await start.press("Tab");
  await expect(page.getByText("Enter a date as DD-MM-YYYY")).toBeVisible();
  await expect(start).toHaveAttribute("aria-invalid", "true");
  await start.fill("");
  await expect(page.getByText("Enter a date as DD-MM-YYYY")).toBeHidden();
  await page.goto(address(id, "?start_date=2026-05-01&end_date=2026-04-01"));
  await expect(page.getByText("Start date cannot be after end date")).toBeVisible();
  await expect(start).toHaveAttribute("aria-invalid", "true");
});

// Proves FAULT-22.payment.
test("payment is added once by hand", async ({ page, api, accessible }) => {
  const hospital = await api.hospital("Manual Hospital");
  await page.goto(address(hospital.id));
  await expect(page.getByText("No payments yet")).toBeVisible();
  await page.getByRole("button", { name: "Add payment details manually" }).click();
  const dialog = page.getByRole("dialog", { name: "Add payment details manually" });
  const paymentId = dialog.getByLabel("Razorpay payment ID");
  const orderId = dialog.getByLabel("Razorpay order ID");
  await expect(paymentId).toBeFocused();
  await paymentId.fill("p".repeat(60));
  await expect(paymentId).toHaveValue("p".repeat(50));
  await paymentId.fill("");
  const add = dialog.getByRole("button", { name: "Add payment" });

  await add.click();
  await expect(dialog.getByText("Invalid Razorpay Payment ID format")).toBeVisible();
  await expect(dialog.getByText("Invalid Razorpay Order ID format")).toBeVisible();
  await expect(paymentId).toBeFocused();
  await accessible();
  const idOfPayment = razorpayId("pay_");
  await paymentId.fill(`  ${idOfPayment} `);
  await orderId.fill("order_short");
  await expect(dialog.getByText("Invalid Razorpay Payment ID format")).toBeHidden();
  await expect(dialog.getByText("Invalid Razorpay Order ID format")).toBeVisible();
  await orderId.fill(razorpayId("order_"));
  await add.click();
  await expect(toastWithText(page, "Payment added successfully")).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(rowWithText(page, idOfPayment)).toContainText("Pending");

  await page.getByRole("button", { name: "Add payment details manually" }).click();
  await paymentId.fill(idOfPayment);
  await orderId.fill(razorpayId("order_"));
  await add.click();
  await expect(
    dialog.getByText(/This payment is already recorded\. This payment belongs to .+ \(clinic \d+\)/),
  ).toBeVisible();
  await expect(paymentId).toBeFocused();
  await expect(paymentId).toHaveValue(idOfPayment);
});

for (const { code, dialogName, button, refusal } of [
  {
    code: "hi",
    dialogName: "भुगतान का विवरण हाथ से जोड़ें",
    button: "भुगतान जोड़ें",
    refusal: (name: string, id: number) => `यह भुगतान पहले से दर्ज है। यह भुगतान ${name} (क्लिनिक ${id}) का है`,
  },
  {
    code: "pb",
    dialogName: "ਭੁਗਤਾਨ ਦੇ ਵੇਰਵੇ ਹੱਥੀਂ ਜੋੜੋ",
    button: "ਭੁਗਤਾਨ ਜੋੜੋ",
    refusal: (name: string, id: number) => `ਇਹ ਭੁਗਤਾਨ ਪਹਿਲਾਂ ਹੀ ਦਰਜ ਹੈ। ਇਹ ਭੁਗਤਾਨ ${name} (ਕਲੀਨਿਕ ${id}) ਦਾ ਹੈ`,
  },
])
  test(`refused payment names its clinic in ${code}`, async ({ page, api }) => {
    const name = `Recorded Hospital ${code}`;
    const { id } = await api.hospital(name);
    const payment = razorpayId("pay_");
    const ids = { razorpay_payment_id: payment, razorpay_order_id: razorpayId("order_") };
    await api.post("/admin/billing_payments/manual", { clinic_id: id, ...ids });
    await page.addInitScript((chosen) => localStorage.setItem("current_language", chosen), code);
    await page.goto(address(id));
    await page.getByRole("button", { name: dialogName }).click();
    const dialog = page.getByRole("dialog", { name: dialogName });
    await dialog.getByRole("textbox").first().fill(payment);
    await dialog.getByRole("textbox").last().fill(razorpayId("order_"));
    await dialog.getByRole("button", { name: button }).click();
    await expect(dialog.getByText(refusal(name, id))).toBeVisible();
  });

test("id shows its creation time and warnings", async ({ page, api, accessible }) => {
  const hospital = await api.hospital("Telling Hospital");
  await page.goto(address(hospital.id));
  await page.getByRole("button", { name: "Add payment details manually" }).click();
  const dialog = page.getByRole("dialog");
  const paymentId = dialog.getByLabel("Razorpay payment ID");
  const orderId = dialog.getByLabel("Razorpay order ID");

  await paymentId.fill("pay_HMtDKKOEMhUzG");
  await expect(dialog.getByText("Created")).toHaveCount(0);
  await paymentId.fill("pay_HMtDKKOEMhUzGK ");
  await expect(dialog.getByText("Created 14-06-2021 2:56 PM", { exact: true })).toBeVisible();
  await orderId.fill("order_HMtDKKOEMhUzGK");
  await expect(dialog.getByText("Created 14-06-2021 2:56 PM", { exact: true })).toHaveCount(2);
  await orderId.fill("order_HMuDKKOEMhUzGK");
  await expect(dialog.getByText(/, after its payment\. Please check both IDs\.$/)).toBeVisible();
  await orderId.fill("order_zzzzzzzzzzUzGK");
  await expect(dialog.getByText(/, which is in the future\. Please check the ID\.$/)).toBeVisible();
  await paymentId.fill("pay_0000000000UzGK");
  await expect(
    dialog.getByText("Created 01-01-2014 5:30 AM, before Razorpay existed. Please check the ID."),
  ).toBeVisible();
  await accessible();
});

test("failure without a message has a default one", async ({ page, api }) => {
  const hospital = await api.hospital("Unlucky Hospital");
  await page.goto(address(hospital.id));
  await page.route("**/billing_payments/manual", (route) => respondError(route, 500));
  await page.getByRole("button", { name: "Add payment details manually" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Razorpay payment ID").fill(razorpayId("pay_"));
  await dialog.getByLabel("Razorpay order ID").fill(razorpayId("order_"));
  await dialog.getByRole("button", { name: "Add payment" }).click();
  await expect(dialog.getByText("Failed to add payment")).toBeVisible();
});

test("failed list is reported and can be retried", async ({ page, api }) => {
  const { id, total } = await busyClinic(api);
  await failUntilRetry(page, "**/payments/list?**");
  await page.goto(address(id));
  await expect(page.getByRole("alert").getByText("Failed to fetch payments")).toBeVisible();
  await page.getByRole("button", { name: "Retry" }).click();
  await expect(page.getByText(`1–10 of ${total}`)).toBeVisible();
});

test("every payment is a card on a phone", async ({ page, api, accessible }) => {
  const { id } = await busyClinic(api);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(address(id));
  // Cash payments have no id of the payment gateway.
  await expect(columnCells(page, "Amount").filter({ hasText: "₹" }).first()).toBeVisible();
  await waitUntilIdle(page);
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await accessible();
});
