import { readFileSync } from "node:fs";
import { type Api, expect, test } from "../fixtures";
import { respondError } from "../support/responses";
import { columnCells, rows, toastWithText, waitUntilIdle } from "../support/screens";

interface Campaign {
  id: number;
  campaign_name: string;
  campaign_leads_count: number;
  clinic_id: number;
  clinic_name: string;
}
interface Campaigns {
  data: { ad_campaigns: Campaign[] };
}
interface Leads {
  data: { leads: { first_name: string; phone_number: string; created_at: string; utm_details: object }[] };
  total_records: number;
}
async function busyCampaign(api: Api): Promise<Campaign> {
  const { data } = await api.get<Campaigns>("/admin/ad_campaigns?perpage=500");
  return data.ad_campaigns.find((campaign) => campaign.campaign_leads_count > 60)!;
}

test("number of leads links to the leads and the heading names the campaign", async ({
  page,
  api,
  startSignedIn,
  accessible,
}) => {
  const campaign = await busyCampaign(api);
  await startSignedIn("customer_care");
  const address = new URLSearchParams({ clinic: String(campaign.clinic_id), clinic_name: campaign.clinic_name });
  await page.goto(`/ad-campaigns?${address}&perpage=500`);
  const row = page
    .getByRole("row")
    .filter({ has: page.getByRole("button", { name: `Copy ${campaign.id}`, exact: true }) });
  await columnCells(row, "Leads").getByRole("link").click();
  await expect(page).toHaveURL(new RegExp(`/campaign-leads\\?clid=${campaign.id}$`));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`Leads: ${campaign.campaign_name}`);
  await expect(page.getByText(`${campaign.campaign_leads_count} records`)).toBeVisible();
  await waitUntilIdle(page);
  await rows(page).first().getByRole("button", { name: "UTM details of" }).click();
  await expect(page.getByText("utm_source")).toBeVisible();
  await accessible();
});

test("leads are filtered by words, clinic and Indian days, which are in the address", async ({
  page,
  api,
  startSignedIn,
}) => {
  const campaign = await busyCampaign(api);
  const leads = await api.get<Leads>(`/admin/ad_campaign_leads?clinic_id=${campaign.clinic_id}&perpage=500`);
  const lead = leads.data.leads[0]!;
  await startSignedIn();
  await page.goto("/clinics");
  await page.getByRole("navigation", { name: "Main menu" }).getByRole("link", { name: "Leads" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Leads");
  const address = new URLSearchParams({ clinic: String(campaign.clinic_id), clinic_name: campaign.clinic_name });
  await page.goto(`/campaign-leads?${address}`);
  await expect(page.getByRole("button", { name: `Clinic ${campaign.clinic_name}` })).toBeVisible();
  await page.getByRole("searchbox").fill(lead.phone_number);
  await expect(page).toHaveURL(new RegExp(`search=${lead.phone_number}`));
  await expect(rows(page)).toHaveCount(1);
  const day = new Intl.DateTimeFormat("en-CA", { timeZone: "Asia/Kolkata" }).format(new Date(lead.created_at));
  await page.getByLabel("From", { exact: true }).fill(day);
  await page.getByLabel("To", { exact: true }).fill(day);
  await page.getByLabel("To", { exact: true }).press("Enter");
  await expect(page).toHaveURL((url) => url.searchParams.get("start") === day && url.searchParams.get("end") === day);
  await waitUntilIdle(page);
  await expect(rows(page)).toHaveCount(1);
  await page.getByLabel("To", { exact: true }).fill("01-01-2020");
  await page.getByLabel("To", { exact: true }).press("Enter");
  await expect(page.getByText("Start date cannot be after end date")).toBeVisible();
  await expect(page.getByText("No leads match these filters")).toBeVisible();
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect(rows(page)).toHaveCount(10);
  await expect(page).toHaveURL(/\/campaign-leads$/);
});

test("unknown campaign is reported with an empty list", async ({ page, startSignedIn }) => {
  await startSignedIn();
  for (const clid of ["999999999", "abc", ""]) {
    await page.goto(`/campaign-leads?clid=${clid}`);
    await expect(page.getByText("No campaign found with this ID")).toBeVisible();
    await expect(page.getByRole("table")).toHaveCount(0);
  }
  await page.getByRole("link", { name: "All leads" }).click();
  await expect(rows(page)).toHaveCount(10);
});

test("export contains every page of the filter as text and is reported", async ({ page, api, startSignedIn }) => {
  const campaign = await busyCampaign(api);
  await startSignedIn("billing_admin");
  await page.goto(`/campaign-leads?clid=${campaign.id}`);
  await waitUntilIdle(page);
  const coming = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export" }).click();
  const file = await coming;
  expect(file.suggestedFilename()).toMatch(/^leads-\d{4}-\d\d-\d\d\.csv$/);
  const text = readFileSync(await file.path(), "utf-8");
  await expect(toastWithText(page, "Leads data downloaded successfully.")).toBeVisible();
  expect(text.startsWith("\ufeff")).toBe(true);
  const lines = text.slice(1).trimEnd().split("\r\n");
  expect(lines).toHaveLength(campaign.campaign_leads_count + 1);
  expect(lines[0]).toContain('"utm_source"');
  // No cell that a spreadsheet would execute.
  expect(lines.flatMap((line) => line.match(/"[=+@-]/g) ?? [])).toEqual([]);
});

test("failed export is reported once", async ({ page, startSignedIn }) => {
  await startSignedIn();
  await page.goto("/campaign-leads");
  await waitUntilIdle(page);
  await page.route("**/export_download", (route) => respondError(route, 503));
  await page.getByRole("button", { name: "Export" }).click();
  await expect(toastWithText(page, "Error in downloading leads data.")).toHaveCount(1);
});

test("file is uploaded to a chosen clinic, wrong rows are named and leads are added once", async ({
  page,
  api,
  startSignedIn,
  accessible,
}) => {
  const clinic = await api.hospital("Upload Hospital");
  await startSignedIn("customer_care");
  await page.goto("/campaign-leads");
  await waitUntilIdle(page);
  const dialog = page.getByRole("dialog", { name: "Upload leads" });
  const submit = dialog.getByRole("button", { name: "Upload", exact: true });
  const choose = (content: string) =>
    dialog.getByLabel("File").setInputFiles({ name: "leads.csv", mimeType: "text/csv", buffer: Buffer.from(content) });
  await page.getByRole("button", { name: "Upload leads" }).click();
  await submit.click();
  await expect(dialog.getByText("Please select a clinic first")).toBeVisible();
  await accessible();
  await dialog.getByRole("button", { name: /^Clinic/ }).click();
  // Typed, not filled, because the click that opens the field also focuses it.
  await expect(page.getByRole("combobox", { name: "Search clinics" })).toBeFocused();
  await page.keyboard.type(clinic.phone_number);
  await page.getByRole("option", { name: "Upload Hospital" }).click();
  await dialog
    .getByLabel("File")
    .setInputFiles({ name: "leads.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF") });
  await expect(dialog.getByText(/^This file type is not supported/)).toBeVisible();

  await choose("name,phone\nAsha Rao,9812345670\nShort,98\n");
  await expect(submit).toBeDisabled();
  await expect(submit).toHaveAccessibleDescription("Fix the rows with errors before uploading");
  await submit.press("Enter");
  await expect(dialog.getByLabel("Row 3, phone_number: Please enter a valid 10 digit mobile number")).toBeFocused();

  await choose("name,phone,utm_source\nAsha Rao,9812345670,print\nRavi,9812345671,print\n");
  await submit.click();
  await expect(toastWithText(page, "Leads uploaded successfully")).toBeVisible();
  await expect(toastWithText(page, "2 new, 0 already known")).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL((url) => url.searchParams.get("clinic") === String(clinic.id));
  await expect(rows(page)).toHaveCount(2);

  await page.getByRole("button", { name: "Upload leads" }).click();
  await choose("name,phone,utm_source\nAsha Rao,9812345670,print\nRavi,9812345671,print\n");
  await submit.click();
  await expect(toastWithText(page, "0 new, 2 already known")).toBeVisible();
  await expect(rows(page)).toHaveCount(2);
});

test("file is previewed with assigned columns and saved wrong rows before the upload", async ({
  page,
  api,
  startSignedIn,
  accessible,
}) => {
  const clinic = await api.hospital("Look Hospital");
  await startSignedIn("customer_care");
  const address = new URLSearchParams({ clinic: String(clinic.id), clinic_name: "Look Hospital" });
  await page.goto(`/campaign-leads?${address}`);
  await waitUntilIdle(page);
  await page.getByRole("button", { name: "Upload leads" }).click();
  const dialog = page.getByRole("dialog", { name: "Upload leads" });
  await dialog.getByLabel("File").setInputFiles({
    name: "camp.csv",
    mimeType: "text/csv",
    buffer: Buffer.from("Naam,Number,Kahaan\nAsha Rao,9812345670,poster\nShort,98,\n=Ravi,9812345671,\n"),
  });
  const look = dialog.getByRole("region", { name: "Upload preview" });
  await expect(look.getByRole("status")).toContainText("could not tell which columns are the name");
  await expect(look.getByRole("cell", { name: "Asha Rao" })).toBeVisible();
  await look.getByLabel("Field for the column Naam").selectOption("Full name");
  await look.getByLabel("Field for the column Number").selectOption("Phone number");
  await expect(look.getByRole("status")).toHaveText("2 new, 0 already known, 1 with an error: fix it before uploading");
  await expect(look.getByText("Row 3, phone_number: Please enter a valid 10 digit mobile number")).toBeVisible();
  await accessible();
  const coming = page.waitForEvent("download");
  await look.getByRole("button", { name: "Download the rows with errors" }).click();
  const file = await coming;
  expect(file.suggestedFilename()).toBe("wrong-camp.csv");
  expect(readFileSync(await file.path(), "utf-8")).toContain('"3","phone_number",');
  const stored = () => api.get<Leads>(`/admin/ad_campaign_leads?clinic_id=${clinic.id}`);
  expect((await stored()).total_records).toBe(0);

  await dialog.getByLabel("File").setInputFiles({
    name: "mended.csv",
    mimeType: "text/csv",
    buffer: Buffer.from("Naam,Number,phone\nAsha Rao,9812345670,\n"),
  });
  await look.getByLabel("Field for the column Naam").selectOption("First name");
  await look.getByLabel("Field for the column phone", { exact: true }).selectOption("Ignore");
  await look.getByLabel("Field for the column Number").selectOption("Phone number");
  await expect(look.getByRole("status")).toHaveText("1 new, 0 already known");
  await dialog.getByRole("button", { name: "Upload", exact: true }).click();
  await expect(toastWithText(page, "Leads uploaded successfully")).toBeVisible();
  expect((await stored()).data.leads[0]?.first_name).toBe("Asha Rao");
});

test("wrong cells are corrected in the preview and stored as shown", async ({
  page,
  api,
  startSignedIn,
  accessible,
}) => {
  const clinic = await api.hospital("Correcting Hospital");
  await startSignedIn("customer_care");
  await page.goto(`/campaign-leads?${new URLSearchParams({ clinic: String(clinic.id), clinic_name: "" })}`);
  await page.getByRole("button", { name: "Upload leads" }).click();
  const dialog = page.getByRole("dialog", { name: "Upload leads" });
  await dialog.getByLabel("File").setInputFiles({
    name: "camp.csv",
    mimeType: "text/csv",
    buffer: Buffer.from("name,phone,source\nAsha,98123,poster\n,9812345671,web\nRavi,9812345672,\n"),
  });
  const look = dialog.getByRole("region", { name: "Upload preview" });
  await expect(look.getByRole("status")).toHaveText("1 new, 0 already known, 2 with errors: fix them before uploading");
  const phone = look.getByLabel("Row 2, phone_number: Please enter a valid 10 digit mobile number");
  await expect(phone).toHaveValue("98123");
  await phone.fill("+91 98123-45670");
  await page.keyboard.press("Enter");
  await expect(look.getByLabel("Row 2 will be stored as: Asha · 9812345670 · poster")).toBeFocused();
  await look.getByLabel("Row 3, first_name").fill("Meena");
  await page.keyboard.press("Tab");
  await expect(look.getByRole("status")).toHaveText("3 new, 0 already known");
  await accessible();
  await dialog.getByRole("button", { name: "Upload", exact: true }).click();
  await expect(toastWithText(page, "3 new, 0 already known")).toBeVisible();
  const { data } = await api.get<Leads>(`/admin/ad_campaign_leads?clinic_id=${clinic.id}`);
  expect(data.leads.map(({ first_name }) => first_name).sort()).toEqual(["Asha", "Meena", "Ravi"]);
  await expect(rows(page).filter({ hasText: "Asha" })).toContainText("98123 45670");
});

// Proves SEC-49.round-trip.
test("exported file is accepted by the upload and adds no lead", async ({ page, api, startSignedIn }) => {
  const campaign = await busyCampaign(api);
  await startSignedIn();
  const address = new URLSearchParams({ clinic: String(campaign.clinic_id), clinic_name: campaign.clinic_name });
  await page.goto(`/campaign-leads?${address}`);
  await waitUntilIdle(page);
  const total = (await api.get<Leads>(`/admin/ad_campaign_leads?clinic_id=${campaign.clinic_id}`)).total_records;
  const coming = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export" }).click();
  const file = await coming;
  const path = test.info().outputPath(file.suggestedFilename());
  await file.saveAs(path);
  await page.getByRole("button", { name: "Upload leads" }).click();
  const dialog = page.getByRole("dialog", { name: "Upload leads" });
  // The clinic of the list's filter is preselected.
  await expect(dialog.getByRole("button", { name: /^Clinic/ })).toContainText(campaign.clinic_name);
  await dialog.getByLabel("File").setInputFiles(path);
  await dialog.getByRole("button", { name: "Upload", exact: true }).click();
  await expect(toastWithText(page, `0 new, ${total} already known`)).toBeVisible();
});

test("address with another clinic name shows the clinic of its id", async ({ page, api, startSignedIn }) => {
  const clinic = await api.hospital("True Name Hospital");
  await startSignedIn("customer_care");
  await page.goto(`/campaign-leads?${new URLSearchParams({ clinic: String(clinic.id), clinic_name: "Other Clinic" })}`);
  await expect(page.getByRole("button", { name: "Clinic True Name Hospital" })).toBeVisible();
  await page.getByRole("button", { name: "Upload leads" }).click();
  const dialog = page.getByRole("dialog", { name: "Upload leads" });
  await expect(dialog.getByRole("button", { name: /^Clinic/ })).toContainText("True Name Hospital");
});

test("dates, a title above the table and an untitled column are shown as stored", async ({
  page,
  api,
  startSignedIn,
}) => {
  const clinic = await api.hospital("Dates Hospital");
  await startSignedIn("customer_care");
  await page.goto(`/campaign-leads?${new URLSearchParams({ clinic: String(clinic.id), clinic_name: "" })}`);
  await page.getByRole("button", { name: "Upload leads" }).click();
  const dialog = page.getByRole("dialog", { name: "Upload leads" });
  const content =
    "Leads of November\n,name,phone,created_time\n0,Asha Rao,9812345670,05/11/2026 10:00\n1,Bina Das,9812345670,\n";
  await dialog
    .getByLabel("File")
    .setInputFiles({ name: "leads.csv", mimeType: "text/csv", buffer: Buffer.from(content) });
  const look = dialog.getByRole("region", { name: "Upload preview" });
  await expect(look.getByText("The column names are in row 2.")).toBeVisible();
  await expect(look.getByText("Row 3, column A: the column has no title")).toBeVisible();
  await look.getByLabel("Field for the column Column A, no title").selectOption("Ignore");
  await expect(look.getByRole("status")).toHaveText("1 new, 1 already known");
  await expect(look.getByRole("cell", { name: "05-11-2026 10:00 AM" })).toBeVisible();
  await expect(look.getByText("Row 4: Bina Das has the contact 9812345670 of Asha Rao in row 3")).toBeVisible();
  await dialog.getByRole("button", { name: "Upload", exact: true }).click();
  await expect(toastWithText(page, "1 new, 1 already known")).toBeVisible();
  await expect(rows(page).first()).toContainText("05-11-2026");
});

test("upload is listed and undone", async ({ page, api, startSignedIn, accessible }) => {
  const clinic = await api.hospital("Undo Hospital");
  await startSignedIn("customer_care");
  const address = new URLSearchParams({ clinic: String(clinic.id), clinic_name: "Undo Hospital" });
  await page.goto(`/campaign-leads?${address}`);
  await waitUntilIdle(page);
  await page.getByRole("button", { name: "Upload leads" }).click();
  const dialog = page.getByRole("dialog", { name: "Upload leads" });
  await dialog.getByLabel("File").setInputFiles({
    name: "november.csv",
    mimeType: "text/csv",
    buffer: Buffer.from("name,phone\nAsha Rao,9812345670\nRavi,9812345671\n"),
  });
  await dialog.getByRole("button", { name: "Upload", exact: true }).click();
  await expect(rows(page)).toHaveCount(2);

  await page.getByRole("button", { name: "Uploads" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Uploads");
  await expect(page.getByRole("button", { name: "Clinic Undo Hospital" })).toBeVisible();
  const upload = rows(page).filter({ hasText: "november.csv" });
  await waitUntilIdle(page);
  await accessible();
  await upload.getByRole("button", { name: "Undo upload of november.csv" }).click();
  const question = page.getByRole("alertdialog");
  await expect(question).toContainText("The 2 leads that this file added, uploaded by ");
  await expect(question).toContainText("Leads that someone has edited since then stay as they are.");
  await question.getByRole("button", { name: "Undo upload" }).click();
  await expect(toastWithText(page, "2 undone")).toBeVisible();
  await expect(upload).toContainText("2 undone, 0 edited since, 0 already deleted");
  await expect(upload.getByRole("button", { name: "Withdraw" })).toHaveCount(0);
  await page.goto(`/campaign-leads?${address}`);
  await expect(page.getByText("No leads match these filters")).toBeVisible();
});
