import type { Page } from "@playwright/test";
import { expect, freshPhone, test } from "../fixtures";
import type { Api } from "../fixtures/api";
import { respondError } from "../support/responses";
import { columnCells, rows, rowWithText, toastWithText, waitForChange } from "../support/screens";

/** A doctor at one clinic, or at a further one. */
async function doctorAt(api: Api, hospital: string, doctor?: { id: number }) {
  const clinic = await api.hospital(hospital);
  const body = doctor
    ? { doctor_id: doctor.id, fees: 500 }
    : { phone_number: freshPhone(), name: "Simran Gill", fees: 450, patients_per_hour: 4 };
  const { data } = await api.post<{ data: { doctor: { id: number } } }>(`/clinics/${clinic.id}/clinic_doctors`, body);
  const { id } = data.doctor;
  const dossier = await api.get<{ data: { doctor: { clinics: { id: number; clinic_doctor_id: number }[] } } }>(
    `/admin/doctors/${id}`,
  );
  const at = dossier.data.doctor.clinics.find((each) => each.id === clinic.id)!;
  const address = `/doctor-details/${id}/clinic-doctor/${clinic.id}/${at.clinic_doctor_id}`;
  const path = `/clinics/${clinic.id}/clinic_doctors/${id}/schedules`;
  return { id, clinic, address, path };
}

const form = (page: Page, name = "Add schedule") => page.getByRole("form", { name });
const table = (page: Page) => page.getByRole("table", { name: "Schedules" });
const week = (page: Page) => page.getByRole("region", { name: "Weekly schedule at all clinics" });

test.beforeEach(async ({ startSignedIn }) => startSignedIn("customer_care"));

test("hours are added, edited and deleted in the documented words", async ({ page, api, accessible }) => {
  const { address } = await doctorAt(api, "Scheduled Hospital");
  await page.goto(address);
  await expect(page.getByText("No schedules yet").first()).toBeVisible();
  const add = form(page);
  await expect(add.getByLabel("Start time")).toHaveValue("09:00");
  await expect(add.getByLabel("End time")).toHaveValue("19:00");
  const times = add.getByLabel("Start time").getByRole("option");
  await expect(times).toHaveCount(49);
  for (const [index, time] of ["12:00 AM", "12:30 AM", "1:00 AM"].entries())
    await expect(times.nth(index + 1)).toHaveText(time);
  await add.getByRole("button", { name: "Add" }).click();
  await expect(add.getByText("Please select days")).toBeVisible();
  await add.getByLabel("Start time").selectOption("");
  await add.getByLabel("End time").selectOption("");
  await add.getByRole("button", { name: "Add" }).click();
  await expect(add.getByText("Please select time")).toHaveCount(2);
  await add.getByLabel("Start time").selectOption("9:00 AM");
  await add.getByLabel("End time").selectOption("9:00 AM");
  await expect(add.getByText("Time not valid")).toBeVisible();
  await accessible();

  // Daily and single days exclude each other.
  const day = (name: string) => add.getByRole("checkbox", { name });
  await day("Mon").check();
  await day("Daily").check();
  await expect(day("Mon")).not.toBeChecked();
  await day("Wed").check();
  await expect(day("Daily")).not.toBeChecked();
  await day("Mon").check();
  await add.getByLabel("End time").selectOption("1:00 PM");
  const sent = page.waitForRequest((request) => request.method() === "POST" && request.url().endsWith("/schedules"));
  await add.getByRole("button", { name: "Add" }).click();
  expect((await sent).postDataJSON()).toEqual({
    schedule_details: {
      days: ["Wed", "Mon"],
      start_time: "03:30",
      end_time: "07:30",
      timezone: "Asia/Kolkata",
    },
  });
  await expect(toastWithText(page, "Added successfully")).toBeVisible();
  const row = rows(table(page)).first();
  await expect(row.getByRole("cell")).toHaveText(["Mon, Wed", "9:00 AM – 1:00 PM", "Asia/Kolkata", "-", ""]);
  await expect(add.getByLabel("End time")).toHaveValue("19:00");

  // The same hours overlap again, but an edit does not conflict with itself.
  await day("Mon").check();
  await add.getByRole("button", { name: "Add" }).click();
  await expect(add.getByText("Timings are overlapping")).toBeVisible();

  await row.getByRole("button", { name: "Edit Mon, Wed, 9:00 AM – 1:00 PM" }).click();
  const edit = form(page, "Update schedule");
  await expect(edit.getByRole("heading", { name: "Update schedule" })).toBeVisible();
  await expect(edit.getByRole("checkbox", { name: "Wed" })).toBeChecked();
  await edit.getByRole("button", { name: "Cancel" }).click();
  await expect(add.getByRole("button", { name: "Add" })).toBeVisible();
  await row.getByRole("button", { name: /^Edit/ }).click();
  await edit.getByRole("checkbox", { name: "Daily" }).check();
  await edit.getByLabel("Start time").selectOption("11:30 PM");
  await edit.getByLabel("End time").selectOption("12:30 AM");
  await expect(edit.getByText("(next day)")).toBeVisible();
  const changed = waitForChange(page, "PUT");
  await edit.getByRole("button", { name: "Save" }).click();
  const { schedule_details } = (await changed).postDataJSON();
  expect(schedule_details).toMatchObject({ days: ["Daily"], start_time: "18:00", end_time: "19:00" });
  expect((await changed).url()).toMatch(new RegExp(`/schedules/${schedule_details.scheduleId}$`));
  await expect(toastWithText(page, "Updated successfully")).toBeVisible();
  await expect(columnCells(row, "Days")).toHaveText("Daily");
  await expect(row).toContainText("11:30 PM – 12:30 AM (next day)");
  const colour = () => columnCells(row, "Days").evaluate((cell) => getComputedStyle(cell).backgroundColor);
  const marked = await colour();
  await expect.poll(colour).not.toBe(marked);
  await expect(week(page).getByRole("listitem")).toHaveCount(14);
  await accessible();

  await row.getByRole("button", { name: /^Delete Daily/ }).click();
  const question = page.getByRole("alertdialog").or(page.getByRole("dialog"));
  await expect(question.getByText("Are you sure you want to delete this")).toBeVisible();
  await question.getByRole("button", { name: "Yes" }).click();
  await expect(toastWithText(page, "Schedule Removed")).toBeVisible();
  await expect(table(page).getByText("No schedules yet")).toBeVisible();
});

test("discounted hours have fees and are separate", async ({ page, api, accessible }) => {
  const { address, path } = await doctorAt(api, "Discounting Hospital");
  const morning = { days: ["Mon"], start_time: "03:30", end_time: "07:30", timezone: "Asia/Kolkata" };
  await api.post(path, { schedule_details: morning });
  await page.goto(address);
  const add = form(page);
  await add.getByRole("checkbox", { name: "Mon" }).check();
  await add.getByLabel("End time").selectOption("10:00 AM");
  await add.getByRole("radio", { name: "Discounted hours" }).check();
  await add.getByRole("button", { name: "Add" }).click();
  await expect(add.getByText("Enter consultation fees")).toBeVisible();
  await add.getByLabel("Consultation fees (₹)").fill("200");
  await add.getByRole("button", { name: "Add" }).click();
  await expect(toastWithText(page, "Added successfully")).toBeVisible();
  await expect(columnCells(rowWithText(table(page), "10:00 AM"), "Discounted fees")).toHaveText("₹200.00");
  await expect(week(page).getByText("Discounted: ₹200.00")).toBeVisible();
  await accessible();
});

test("overlapping hours of two clinics are marked for both", async ({ page, api, accessible }) => {
  const first = await doctorAt(api, "First Half Hospital");
  const second = await doctorAt(api, "Second Half Hospital", first);
  const hours = (start_time: string, end_time: string) => ({
    schedule_details: { days: ["Fri"], start_time, end_time, timezone: "Asia/Kolkata" },
  });
  await api.post(first.path, hours("03:30", "07:30"));
  await api.post(second.path, hours("07:00", "09:00"));
  await page.goto(`/doctor-details/${first.id}/clinics`);
  await expect(week(page).getByText("Double-booked")).toHaveCount(2);
  await accessible();
  await week(page).getByRole("link", { name: "Second Half Hospital" }).click();
  await expect(page).toHaveURL(new RegExp(`${second.address}$`));
  await expect(rows(table(page)).first()).toContainText("12:30 PM – 2:30 PM");
});

test("half an hour in the week opens its details", async ({ page, api }) => {
  const { id, path } = await doctorAt(api, "Midnight Hospital of Long Names");
  const midnight = { days: ["Sun"], start_time: "18:00", end_time: "19:00", timezone: "Asia/Kolkata" };
  await api.post(path, { schedule_details: midnight });
  await page.goto(`/doctor-details/${id}/clinics`);
  const links = week(page).getByRole("link");
  await expect(links).toHaveCount(2);
  // Before midnight on Sunday and after it on Monday: at opposite ends of the week.
  for (const link of [links.first(), links.last()]) {
    await expect(link).toHaveCSS("opacity", "0");
    await link.focus();
    await expect(link).toHaveCSS("opacity", "1");
    await expect.poll(() => link.evaluate((name) => name.scrollWidth > name.clientWidth)).toBe(false);
    await expect(link).toBeInViewport({ ratio: 1 });
  }
});

test("failure has the documented words", async ({ page, api }) => {
  const { address, path } = await doctorAt(api, "Failing Hospital");
  const morning = { days: ["Mon"], start_time: "03:30", end_time: "07:30", timezone: "Asia/Kolkata" };
  await api.post(path, { schedule_details: morning });
  await page.goto(address);
  const row = rows(table(page)).first();
  await page.route("**/schedules**", (route) =>
    route.request().method() === "GET" ? route.continue() : respondError(route, 500),
  );
  const add = form(page);
  await add.getByRole("checkbox", { name: "Tue" }).check();
  await add.getByRole("button", { name: "Add" }).click();
  await expect(toastWithText(page, "Server error")).toBeVisible();
  await expect(add.getByRole("checkbox", { name: "Tue" })).toBeChecked();
  await row.getByRole("button", { name: /^Delete/ }).click();
  await page.getByRole("button", { name: "Yes" }).click();
  await expect(toastWithText(page, "Server Error")).toBeVisible();
});
