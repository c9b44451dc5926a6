import { expect, test } from "../fixtures";
import type { Clinics } from "../fixtures/api";
import { failUntilRetry, holdRequests } from "../support/responses";
import {
  columnCells,
  formatPhone,
  rows,
  rowWithText,
  searchClinic,
  toastWithText,
  waitForList,
  waitUntilIdle,
} from "../support/screens";

test.beforeEach(async ({ startSignedIn }) => startSignedIn());

test("list shows all columns, ten rows, the total and the pager", async ({ page, api }) => {
  const { total_records } = await api.get<Clinics>("/admin/clinics");
  await page.goto("/clinics");
  for (const name of ["Clinic name", "Email", "Phone number", "Town/City", "State", "Activated modules"])
    await expect(page.getByRole("columnheader", { name })).toBeVisible();
  await waitForList(page);
  await expect(rows(page)).toHaveCount(10);
  await expect(page.getByText(new RegExp(`${total_records}`)).first()).toBeVisible();
  await page.getByRole("button", { name: "Next page" }).click();
  await expect(page).toHaveURL("/clinics?page=2");
  await waitUntilIdle(page);
  await page.goBack();
  await expect(page).toHaveURL("/clinics");
});

test("placeholders have the height of the rows", async ({ page }) => {
  const release = await holdRequests(page, "**/api/admin/clinics?*");
  await page.goto("/clinics");
  const placeholder = page.locator("tbody tr[aria-hidden]").first();
  await expect(placeholder).toBeVisible();
  const expected = (await placeholder.boundingBox())?.height;
  release();
  await waitForList(page);
  await expect(rows(page)).toHaveCount(10);
  await expect.poll(async () => (await rows(page).first().boundingBox())?.height).toBe(expected);
});

test("a clinic's name is a link to its details", async ({ page, api }) => {
  const hospital = await api.hospital("Connected Hospital");
  await page.goto("/clinics");
  await searchClinic(page, hospital.name, hospital.phone_number);
  await page.getByRole("link", { name: hospital.name }).click();
  await expect(page).toHaveURL(`/clinics-details/${hospital.id}/basic-details`);
  await expect(page.getByRole("heading", { name: "Hospital Details" })).toBeVisible();
  await expect(page.getByRole("definition").filter({ hasText: "desk@hospital.example" })).toBeVisible();
});

test("phone number is found as pasted and copied from its row", async ({ page, context, api }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const hospital = await api.hospital("Pasted Hospital");
  const phone = hospital.phone_number;
  await page.goto("/clinics");
  await searchClinic(page, hospital.name, `+91 ${phone.slice(0, 5)} ${phone.slice(5)}`);
  const row = rowWithText(page, hospital.name);
  await columnCells(row, "Phone number").hover();
  await row.getByRole("button", { name: `Copy ${phone}` }).click();
  await expect(toastWithText(page, "Copied")).toBeVisible();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(phone);
  await expect(page).toHaveURL(/^[^?]*\/clinics\?/);
});

test("a row's modules are counted, named and switched in place by keyboard", async ({ page, api, accessible }) => {
  const hospital = await api.hospital("Many Modules Hospital");
  const names = ["Billing", "Inventory", "Queue", "Telemedicine"];
  const { data } = await api.get<{ data: { attributes: { id: number; name: string } }[] }>("/spec_modules");
  for (const { attributes: module } of data.filter(({ attributes }) => names.includes(attributes.name)))
    await api.post(`/clinics/${hospital.id}/spec_modules/${module.id}/activate`);
  await page.goto("/clinics");
  await searchClinic(page, hospital.name, hospital.phone_number);
  const row = rowWithText(page, hospital.name);
  const modules = columnCells(row, "Activated modules");
  await expect(modules).toContainText(names.join(", "));
  await modules.getByRole("button", { name: /^4 of 13 on/ }).press("Enter");
  const switches = page.getByRole("group", { name: `Modules of ${hospital.name}` });
  await expect(switches.getByRole("switch", { checked: true })).toHaveCount(4);
  await accessible();
  await switches.getByRole("switch", { name: "IPD" }).press("Enter");
  await expect(toastWithText(page, "IPD activated successfully")).toBeVisible();
  await expect(switches.getByRole("switch", { name: "IPD" })).toBeChecked();
  await switches.getByRole("switch", { name: "Billing" }).press("Enter");
  await expect(page.getByText("Are you sure you want to deactivate this spec module for this clinic?")).toBeVisible();
  await page.getByRole("button", { name: "Yes", exact: true }).click();
  await expect(modules.getByRole("button", { name: /^4 of 13 on/ })).toBeVisible();
  await expect(modules).not.toContainText("Billing");
});

test("search waits for the last key and resets the page", async ({ page, api }) => {
  const hospital = await api.hospital("Debounced Hospital");
  await page.goto("/clinics?page=3");
  const sent: string[] = [];
  page.on("request", (request) => {
    const url = new URL(request.url());
    if (url.pathname === "/api/admin/clinics" && url.searchParams.has("search_text"))
      sent.push(url.searchParams.get("search_text")!);
  });
  await page.getByRole("searchbox").pressSequentially(hospital.phone_number);
  await expect(rowWithText(page, hospital.name)).toBeVisible();
  await expect.poll(() => sent).toEqual([hospital.phone_number]);
  await expect(page).toHaveURL(`/clinics?search=${hospital.phone_number}`);
});

for (const [term, match] of [
  ["100% Care", true],
  ["%", true],
  ["no clinic is called this", false],
] as const) {
  // Proves SEC-28.like.
  test(`search for "${term}" finds ${match ? "the literal text only" : "no clinic and reports it"}`, async ({
    page,
    api,
  }) => {
    await api.hospital("100% Care Hospital");
    await page.goto("/clinics");
    await page.getByRole("searchbox").fill(term);
    await page.getByRole("searchbox").press("Enter");
    await waitUntilIdle(page);
    if (match) {
      await expect(rowWithText(page, "100% Care Hospital").first()).toBeVisible();
      await expect(rows(page).filter({ hasNotText: "%" })).toHaveCount(0);
    } else {
      await expect(page.getByText("No clinics match these filters")).toBeVisible();
      await page.getByRole("button", { name: "Clear filters" }).first().click();
      await expect(page).toHaveURL("/clinics");
      await expect(rows(page)).toHaveCount(10);
    }
  });
}

test("misspelled search shows the corrected results", async ({ page, api, accessible }) => {
  await api.hospital("Sukhvilas Mistypable");
  await page.goto("/clinics");
  await page.getByRole("searchbox").fill("mistyapble");
  const notice = page.getByRole("status").filter({ hasText: "No exact match" });
  await expect(notice).toHaveText("No exact match. Showing similar spellings: mistypable");
  await expect(rowWithText(page, "Sukhvilas Mistypable")).toBeVisible();
  await expect(page.getByRole("button", { name: "Export" })).toHaveCount(0);
  await accessible();
  await page.getByRole("searchbox").fill("mistypable");
  await expect(notice).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Export" })).toBeVisible();
});

test("search covers name, email, phone and city and ten rows have no pager", async ({ page, api }) => {
  const { data } = await api.get<Clinics>("/admin/clinics?perpage=500");
  const clinic = data.clinics.find(({ email, location }) => email && location?.city);
  if (!clinic) throw new Error("the demo data has no clinic with an email and a city");
  await page.goto("/clinics");
  const columns = {
    "Clinic name": clinic.name,
    Email: clinic.email,
    "Phone number": clinic.phone_number,
    "Town/City": clinic.location?.city ?? "",
  };
  for (const [title, term] of Object.entries(columns)) {
    const searchResponse = page.waitForResponse((reply) =>
      reply.url().includes(new URLSearchParams({ search_text: term }).toString()),
    );
    await page.getByRole("searchbox").fill(term);
    await page.getByRole("searchbox").press("Enter");
    await searchResponse;
    await expect(columnCells(page, title).first()).toContainText(title === "Phone number" ? formatPhone(term) : term);
  }
  await searchClinic(page, clinic.name, clinic.phone_number);
  await expect(rows(page)).toHaveCount(1);
  await expect(page.getByText(/\brecords?$/)).toHaveCount(0);
  await expect(page.getByRole("navigation", { name: "Pages" })).toHaveCount(0);
});

test("each filter sends the documented parameters", async ({ page }) => {
  await page.goto("/clinics");
  await waitUntilIdle(page);
  const pageAfter = async (act: () => Promise<unknown>, name: string) => {
    const request = page.waitForRequest((r) => {
      const { pathname, searchParams } = new URL(r.url());
      return pathname === "/api/admin/clinics" && searchParams.has(name);
    });
    await act();
    const { searchParams } = new URL((await request).url());
    await waitUntilIdle(page);
    return Object.fromEntries(searchParams);
  };
  const base = { page: "1", perpage: "10" };
  const module = page.getByRole("combobox", { name: "Module", exact: true });
  const bank = page.getByRole("combobox", { name: "Bank details" });
  const hospital = page.getByRole("checkbox", { name: "Is hospital" });

  expect(await pageAfter(() => hospital.check(), "is_hospital")).toEqual({ ...base, is_hospital: "true" });
  await hospital.uncheck();
  await waitUntilIdle(page);
  for (const [label, flag] of [
    ["IPD", "ipd_enabled"],
    ["Surgeries", "surgery_enabled"],
    ["ABDM", "abdm_enabled"],
  ] as const)
    expect(await pageAfter(() => module.selectOption({ label }), flag)).toEqual({ ...base, [flag]: "true" });
  const query = await pageAfter(() => module.selectOption({ label: "Telemedicine" }), "spec_module_id");
  expect(Number(query.spec_module_id)).toBeGreaterThan(0);
  await module.selectOption({ label: "All" });
  await waitUntilIdle(page);
  const added = await pageAfter(() => bank.selectOption({ label: "Added" }), "bank_details");
  expect(added).toEqual({ ...base, bank_details: "true" });
  await bank.selectOption({ label: "All" });
  await waitUntilIdle(page);
  const notAdded = await pageAfter(() => bank.selectOption({ label: "Not Added" }), "bank_details");
  expect(notAdded).toEqual({ ...base, bank_details: "false" });
  await bank.selectOption({ label: "All" });
  await waitUntilIdle(page);
  const state = page.getByRole("combobox", { name: "State", exact: true });
  expect(
    await pageAfter(async () => {
      await state.fill("Punjab");
      await state.press("Enter");
    }, "filter_text"),
  ).toEqual({ ...base, filter_type: "state", filter_text: "Punjab" });
});

test("failed list is reported, empty and can be retried", async ({ page }) => {
  await failUntilRetry(page, "**/api/admin/clinics?*", (route) => route.fulfill({ status: 500, body: "<h1>no</h1>" }));
  await page.goto("/clinics");
  await expect(page.getByText("There was some error while processing the request.")).toBeVisible();
  await page.getByRole("button", { name: "Retry" }).click();
  await expect(rows(page)).toHaveCount(10);
});

for (const query of ["page=0", "page=-3", "page=abc", "page=1e3", "perpage=10000", "module=%00", "bank=maybe"]) {
  test(`address with ${query} shows the list`, async ({ page }) => {
    await page.goto(`/clinics?${query}`);
    await expect(rows(page)).toHaveCount(10);
  });
}

test("unknown clinic is not found", async ({ page }) => {
  await page.goto("/clinics-details/999999999/basic-details");
  await expect(page.getByText("404 Error - Page not found")).toBeVisible();
});

// Two hospitals of one group differ only at the end of their names.
test("names are complete at 1280 pixels and towns at 1440", async ({ page }) => {
  for (const number of [1, 2, 3]) {
    await page.goto(`/clinics?page=${number}`);
    await waitForList(page);
    for (const [width, columns] of [
      [1280, "td[data-heading] a"],
      [1440, "td[data-heading] a, td[data-wrap] > span:not(.soft)"],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      const cut = () =>
        rows(page).evaluateAll(
          (element, looked) =>
            element
              .flatMap((row) => [...row.querySelectorAll(looked)])
              .filter((text) => text.scrollHeight > text.clientHeight + 1 || text.scrollWidth > text.clientWidth + 1)
              .map((text) => text.textContent),
          columns,
        );
      await expect.poll(cut, `page ${number} at ${width} pixels`).toEqual([]);
    }
  }
});

test("card under the pointer is highlighted as a whole", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/clinics");
  await waitForList(page);
  const card = rows(page).first();
  await card.hover();
  const nothing = "rgba(0, 0, 0, 0)";
  await expect(card).not.toHaveCSS("background-color", nothing);
  const colours = () =>
    card
      .locator(":scope > *")
      .evaluateAll((elements) => [...new Set(elements.map((element) => getComputedStyle(element).backgroundColor))]);
  await expect.poll(colours).toEqual([nothing]);
});
