import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { beforeEach, expect, test, vi } from "vitest";
import { session } from "@/api/session";
import "@/i18n";
import { respond, respondError } from "@/test-api";
import { ScheduleForm } from "./ScheduleForm";
import { type Schedule, toFormValues } from "./schedules";

/** Mondays, 9 AM to 1 PM in India. */
const listed: Schedule = {
  id: 7,
  days: ["Mon"],
  start_time: "03:30",
  end_time: "07:30",
  timezone: "Asia/Kolkata",
  discounted_fees: null,
};
/** The stored schedule at the time of saving; null if it was deleted. */
let stored: Partial<Schedule> | null;
/** True if another user deletes the schedule before the change arrives. */
let isDeleted: boolean;
let sent: { body: object; ifMatch: string | null }[];

function reading(): Response {
  if (!stored) return respondError(404);
  const path = "/careops/clinics/{clinic_id}/clinic_doctors/{doctor_id}/schedules/{schedule_id}";
  const answer = respond("get", path, { success: true, data: { schedule: { ...listed, ...stored } } });
  answer.headers.set("etag", "as-read");
  return answer;
}

beforeEach(() => {
  sent = [];
  isDeleted = false;
  const user = { id: 1, name: "H", phone_number: "9000000001", email: null, user_accounts: [] };
  session.start({ authToken: "a", refreshToken: "r", accountType: "super_admin", user });
  vi.stubGlobal("fetch", async (url: string, { method, headers, body }: RequestInit) => {
    const isDrafts = url.includes("/careops/drafts");
    if (method === "GET")
      return isDrafts ? respond("get", "/careops/drafts", { success: true, data: { drafts: [] } }) : reading();
    if (isDrafts) return respond("put", "/careops/drafts/{draft_id}", { success: true });
    if (isDeleted) return respondError(404, { source: "schedule_id", title: "These are gone" });
    sent.push({ body: JSON.parse(String(body)), ifMatch: new Headers(headers).get("if-match") });
    const path = "/clinics/{clinic_id}/clinic_doctors/{doctor_id}/schedules/{schedule_id}";
    return respond("put", path, { success: true });
  });
});

const form = () => within(screen.getByRole("form", { name: "Update schedule" }));
const save = () => userEvent.click(form().getByRole("button", { name: "Save" }));

function edit(onGone = vi.fn()) {
  const onDone = vi.fn();
  const place = { clinicId: 41, doctorId: 12 };
  render(
    <MemoryRouter>
      <ScheduleForm place={place} editing={listed} onDone={onDone} onGone={onGone} />
    </MemoryRouter>,
  );
  return onDone;
}

test("changes of a colleague remain beside own ones", async () => {
  stored = { end_time: "08:30" };
  const onDone = edit();
  await userEvent.click(form().getByRole("checkbox", { name: "Thu" }));
  await save();
  await waitFor(() => expect(onDone).toHaveBeenCalledWith(listed));
  const hours = { days: ["Mon", "Thu"], start_time: "03:30", end_time: "08:30", timezone: "Asia/Kolkata" };
  expect(sent).toMatchObject([{ body: { schedule_details: { ...hours, scheduleId: 7 } }, ifMatch: "as-read" }]);
});

test("field changed by both is decided before sending", async () => {
  stored = { end_time: "08:30" };
  const onDone = edit();
  await userEvent.selectOptions(form().getByLabelText(/End time/), "3:00 PM");
  await save();
  const both = within(await screen.findByRole("dialog"));
  const clash = both.getByRole("group", { name: "End time" });
  expect(within(clash).getByText("3:00 PM")).toBeDefined();
  expect(within(clash).getByText("2:00 PM")).toBeDefined();
  expect(sent).toEqual([]);
  await userEvent.click(within(clash).getByRole("radio", { name: /2:00 PM/ }));
  await userEvent.click(both.getAllByRole("button").at(-1) as HTMLElement);
  await waitFor(() => expect(onDone).toHaveBeenCalled());
  expect(sent).toMatchObject([{ body: { schedule_details: { days: ["Mon"], end_time: "08:30" } } }]);
});

test("hours are sent if the platform reads no single schedule", async () => {
  stored = null;
  const onDone = edit();
  await userEvent.click(form().getByRole("checkbox", { name: "Daily" }));
  await save();
  await waitFor(() => expect(onDone).toHaveBeenCalled());
  expect(sent).toMatchObject([{ body: { schedule_details: { days: ["Daily"] } } }]);
  expect(sent[0]?.ifMatch).toBeNull();
});

test("input for hours deleted by a colleague is offered for new hours", async () => {
  stored = {};
  isDeleted = true;
  const onGone = vi.fn();
  const onDone = edit(onGone);
  await userEvent.click(form().getByRole("checkbox", { name: "Thu" }));
  await save();
  await waitFor(() => expect(onGone).toHaveBeenCalledWith(expect.objectContaining({ days: ["Mon", "Thu"] })));
  expect(onDone).not.toHaveBeenCalled();
});

test("hours offered again can be added", () => {
  const carried = { ...toFormValues(listed), days: ["Mon" as const, "Thu" as const] };
  render(
    <MemoryRouter>
      <ScheduleForm
        place={{ clinicId: 41, doctorId: 12 }}
        editing={null}
        carried={carried}
        onDone={vi.fn()}
        onGone={vi.fn()}
      />
    </MemoryRouter>,
  );
  const adding = within(screen.getByRole("form", { name: "Add schedule" }));
  expect(adding.getByRole("checkbox", { name: "Thu" })).toHaveProperty("checked", true);
  expect(adding.getByLabelText(/End time/)).toHaveProperty("value", "13:00");
});
