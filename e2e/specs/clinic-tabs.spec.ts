import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures";
import { type Answer, changeResponse } from "../support/responses";
import { formatPhone, rows, rowWithText, toastWithText, waitUntilIdle } from "../support/screens";

const mallRoad = {
  address_line_1: "12 Mall Road",
  address_line_2: "Civil Lines",
  city: "Ludhiana",
  state: "Punjab",
  zipcode: "141001",
  latitude: null,
  longitude: null,
};

test.beforeEach(async ({ startSignedIn }) => startSignedIn("billing_admin"));

/** Change the answer for a clinic's record, for data that no call can create. */
async function changed(page: Page, id: number, changes: Partial<Answer<"get", "/admin/clinics/{id}">["clinic"]>) {
  await page.route(`**/api/admin/clinics/${id}`, (route) =>
    changeResponse(route, "get", "/admin/clinics/{id}", (body) => ({
      ...body,
      clinic: { ...body.clinic, ...changes },
    })),
  );
}
const address = (id: number, tab: string) => `/clinics-details/${id}/${tab}`;
const figureOf = (page: Page, name: string) =>
  page.getByRole("term").filter({ hasText: name }).locator("xpath=following-sibling::dd");

test("tabs are in the documented order", async ({ page, api }) => {
  const { id } = await api.hospital("Tab Stop Hospital");
  await page.goto(address(id, "metrics"));
  const tabs = page.getByRole("navigation", { name: "Sections" }).getByRole("link");
  await expect(tabs).toHaveText([
    "Details",
    "Metrics",
    "Doctors",
    "Staff",
    "Locations1",
    "Bank details",
    "Admins",
    "Payments",
    "Audit trail summary",
    "Audit Trail Logs",
  ]);
  await expect(page.getByRole("link", { name: "Metrics" })).toHaveAttribute("aria-current", "page");
});

test("every tab shows the clinic with phone, email and copy buttons", async ({ page, context, api }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const { id, name, phone_number: phone } = await api.hospital("Calling Hospital");
  for (const tab of ["basic-details", "payments"]) {
    await page.goto(address(id, tab));
    const caller = page.getByRole("region", { name });
    await expect(caller).toContainText("Hospital");
    await expect(caller.getByRole("link", { name: `Call ${formatPhone(phone)}` })).toHaveAttribute(
      "href",
      `tel:+91${phone}`,
    );
    await expect(caller.getByRole("link", { name: "Email desk@hospital.example" })).toHaveAttribute(
      "href",
      "mailto:desk@hospital.example",
    );
    await caller.getByRole("button", { name: `Copy ${phone}` }).press("Enter");
    await expect(toastWithText(page, "Copied")).toBeVisible();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(phone);
    await page.evaluate(() => navigator.clipboard.writeText(""));
  }
});

test("details of an ordinary clinic are shown", async ({ page, api }) => {
  const { id } = await api.hospital("Plain Clinic");
  const location = {
    ...mallRoad,
    phone_numbers: [
      { phone_number: "9812345670", phone_type: "Reception" },
      { phone_number: "9812345671", phone_type: "Emergency" },
    ],
  };
  const clinic_website = { clinic_domains: [{ domain_name: "plain-clinic.example" }] };
  await changed(page, id, { is_hospital: false, location, clinic_website });
  await page.goto(address(id, "basic-details"));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Clinic Details Plain Clinic");
  await expect(figureOf(page, "Address")).toHaveText(/12 Mall Road.*Civil Lines.*Ludhiana, Punjab 141001/);
  await expect(figureOf(page, "Website domains").getByRole("link")).toHaveText("plain-clinic.example");
  await expect(figureOf(page, "Phone numbers").getByRole("listitem")).toHaveText([
    "+91 98123 45670Reception",
    "+91 98123 45671Emergency",
  ]);
});

test("metrics are counts and a formatted day", async ({ page, api, accessible }) => {
  const { id } = await api.hospital("Summed Hospital");
  const metrics = {
    total_patient_visits: 1234567,
    total_bills: 1431,
    total_careplans: 0,
    total_lab_referrals: 3,
    total_pharmacy_referrals: 4,
    total_doctor_referrals: 5,
    latest_patient_visit: "2026-09-29",
  };
  await changed(page, id, { metrics });
  await page.goto(address(id, "metrics"));
  await expect(figureOf(page, "Patient visits")).toHaveText("12,34,567");
  await expect(figureOf(page, "Care plans")).toHaveText("0");
  await expect(figureOf(page, "Doctor referrals")).toHaveText("5");
  await expect(figureOf(page, "Latest patient visit")).toHaveText("29-09-2026");
  await accessible();

  await page.unroute(`**/api/admin/clinics/${id}`);
  // Half past midnight in India.
  await changed(page, id, { metrics: { ...metrics, latest_patient_visit: "2026-09-29T19:00:00Z" } });
  await page.reload();
  await expect(figureOf(page, "Latest patient visit")).toHaveText("30-09-2026");
});

test("staff are listed with their status", async ({ page, api, accessible }) => {
  const { id } = await api.hospital("Staffed Hospital");
  await page.goto(address(id, "staff"));
  await expect(page.getByText("No staff yet")).toBeVisible();
  const clinic_staff = [
    { id: 5, name: "Balwinder Sandhu", phone_number: "9812345671", status: "ACTIVE" },
    { id: 6, name: "Asha Rani", phone_number: null, status: "on_leave" },
  ];
  await changed(page, id, { clinic_staff });
  await page.reload();
  const member = (name: string) => rowWithText(page, name);
  await expect(member("Balwinder").getByRole("cell")).toHaveText(["Balwinder Sandhu", "+91 98123 45671", "Active"]);
  await expect(member("Asha").getByRole("cell")).toHaveText(["Asha Rani", "-", "on_leave"]);
  await accessible();
});

test("locations of the clinic and its group are listed once with links", async ({ page, api, accessible }) => {
  const own = await api.hospital("Own Hospital");
  const other = await api.hospital("Other Hospital");
  const location = {
    ...mallRoad,
    phone_numbers: [{ phone_number: "9812345670", phone_type: "mobile" }],
  };
  const clinic_group = [
    { id: own.id, name: own.name, location },
    { id: other.id, name: other.name, location },
    { id: null, name: "Planned Hospital", location: null },
  ];
  await changed(page, own.id, { location, clinic_group });
  await page.goto(address(own.id, "locations"));
  const row = (text: string) => rowWithText(page, text);
  await expect(rows(page)).toHaveCount(3);
  await expect(row(own.name)).toContainText("This clinic");
  await expect(row(other.name).getByRole("cell")).toHaveText([
    "Other Hospital",
    "12 Mall Road",
    "Civil Lines",
    "Ludhiana",
    "Punjab",
    "141001",
    "+91 98123 45670",
  ]);
  await expect(row("Planned Hospital").getByRole("link")).toHaveCount(0);
  await row("Planned Hospital").getByText("Planned Hospital").click();
  await expect(page).toHaveURL(new RegExp(address(own.id, "locations")));
  await accessible();
  await row(other.name).getByText("Civil Lines").click();
  await expect(page).toHaveURL(new RegExp(address(other.id, "basic-details")));
  await expect(page.getByText("Other Hospital").first()).toBeVisible();
  await page.goBack();
  await row(own.name).getByRole("link").click();
  await expect(page).toHaveURL(new RegExp(address(own.id, "basic-details")));
});

test("bank details are shown unchanged", async ({ page, api, accessible }) => {
  const { id } = await api.hospital("Banked Hospital");
  await page.goto(address(id, "bank-details"));
  await expect(page.getByText("No bank details yet")).toBeVisible();
  const bank_details = {
    account_no: "••••4321",
    account_name: "Banked Hospital",
    bank_name: null,
    ifsc_code: "SBIN0001234",
  };
  await changed(page, id, { bank_details });
  await page.reload();
  await expect(figureOf(page, "Account number").getByText("••••4321", { exact: true })).toBeVisible();
  await expect(figureOf(page, "Account name")).toHaveText("Banked Hospital");
  // Without a stored bank name, the IFSC code provides it.
  await expect(figureOf(page, "Bank name")).toHaveText("State Bank of India");
  await expect(figureOf(page, "IFSC code")).toHaveText("SBIN0001234");
  await accessible();
});

test("columns of every list fit a window of 1280 pixels", async ({ page, api }) => {
  const { id } = await api.hospital("Roomy Hospital");
  await page.setViewportSize({ width: 1280, height: 800 });
  const tabs = ["doctors", "staff", "locations", "admins", "payments", "list-audit-trail"];
  for (const path of ["/clinics", ...tabs.map((tab) => address(id, tab))]) {
    await page.goto(path);
    await waitUntilIdle(page);
    const list = page.getByRole("region").filter({ has: page.getByRole("table") });
    await expect.poll(() => list.evaluate((element) => element.scrollWidth - element.clientWidth), path).toBe(0);
  }
});

test("wide list shows its scrollbar and keeps its message visible", async ({ page, api }) => {
  const { id } = await api.hospital("Scrolled Hospital");
  await page.setViewportSize({ width: 1000, height: 800 });
  await page.goto(address(id, "payments"));
  const list = page.getByRole("region").filter({ has: page.getByRole("table") });
  const edge = () => list.evaluate((area) => getComputedStyle(area.parentElement as Element, "::after").opacity);
  const textBox = await page.getByText("No payments yet").boundingBox();
  const middle = (box: typeof textBox) => (box ? box.x + box.width / 2 : 0);
  await expect.poll(async () => Math.abs(middle(textBox) - middle(await list.boundingBox()))).toBeLessThan(2);
  await expect.poll(edge).toBe("1");
  await list.evaluate((area) => area.scrollTo({ left: area.scrollWidth }));
  await expect(page.getByRole("columnheader", { name: "Status" })).toBeInViewport({ ratio: 1 });
  await expect.poll(edge).toBe("0");
});

for (const tab of ["metrics", "doctors", "staff", "locations", "bank-details", "admins"]) {
  test(`${tab} fits a phone in the dark in Punjabi`, async ({ page, api, accessible }) => {
    const { data } = await api.get<{ data: { clinics: { id: number }[] } }>("/admin/clinics?bank_details=true");
    await page.addInitScript(() => localStorage.setItem("current_language", "pb"));
    await page.emulateMedia({ colorScheme: "dark" });
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(address(data.clinics[0]?.id ?? 0, tab));
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await waitUntilIdle(page);
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await accessible();
  });
}

test("status is complete beside a long name on a phone", async ({ page }) => {
  await changed(page, 3, { name: "Sukhnidhi Hospital, Vasundhra Enclave", is_hospital: true });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(address(3, "basic-details"));
  const status = page.getByRole("region", { name: "Sukhnidhi Hospital" }).getByText("Hospital", { exact: true });
  const lines = (element: Element) => {
    const text = document.createRange();
    text.selectNodeContents(element);
    return text.getClientRects().length;
  };
  await expect.poll(() => status.evaluate(lines)).toBe(1);
});
