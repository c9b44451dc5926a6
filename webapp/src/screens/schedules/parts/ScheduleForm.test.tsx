import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { beforeEach, expect, test, vi } from "vitest";
import { api } from "@/api/client";
import { ApiError } from "@/api/errors";
import { remember } from "@/api/versions";
import "@/i18n";
import { ScheduleForm } from "./ScheduleForm";
import type { Schedule } from "./schedules";

/** Mondays, 9 AM to 1 PM in India. */
const listed: Schedule = {
  id: 7,
  days: ["Mon"],
  start_time: "03:30",
  end_time: "07:30",
  timezone: "Asia/Kolkata",
  discounted_fees: null,
};
/** What the platform has by the time it is saved; nothing when it was taken away. */
let there: Partial<Schedule> | null;
let sent: { body: object; ifMatch?: string }[];

beforeEach(() => {
  sent = [];
  vi.spyOn(api, "get").mockImplementation((async (path: string) => {
    if (!path.endsWith("/schedules/{schedule_id}")) return { data: { drafts: [] } };
    if (!there) throw new ApiError(404);
    return remember({ data: { schedule: { ...listed, ...there } } }, "as-read");
  }) as unknown as typeof api.get);
  vi.spyOn(api, "put").mockImplementation((async (_path: string, options: (typeof sent)[number]) => {
    sent.push(options);
    return { success: true };
  }) as unknown as typeof api.put);
});

const form = () => within(screen.getByRole("form", { name: "Update schedule" }));
const save = () => userEvent.click(form().getByRole("button", { name: "Save" }));

function edit() {
  const onDone = vi.fn();
  const place = { clinicId: 41, doctorId: 12 };
  render(
    <MemoryRouter>
      <ScheduleForm place={place} editing={listed} onDone={onDone} />
    </MemoryRouter>,
  );
  return onDone;
}

test("what somebody else changed meanwhile is kept beside what was changed here", async () => {
  there = { end_time: "08:30" };
  const onDone = edit();
  await userEvent.click(form().getByRole("checkbox", { name: "Thu" }));
  await save();
  await vi.waitFor(() => expect(onDone).toHaveBeenCalledWith(listed));
  const hours = { days: ["Mon", "Thu"], start_time: "03:30", end_time: "08:30", timezone: "Asia/Kolkata" };
  expect(sent).toMatchObject([{ body: { schedule_details: { ...hours, scheduleId: 7 } }, ifMatch: "as-read" }]);
});

test("what both have changed is shown twice, and nothing is sent before it is decided", async () => {
  there = { end_time: "08:30" };
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
  await vi.waitFor(() => expect(onDone).toHaveBeenCalled());
  expect(sent).toMatchObject([{ body: { schedule_details: { days: ["Mon"], end_time: "08:30" } } }]);
});

test("a platform that reads no single schedule is sent the hours all the same", async () => {
  there = null;
  const onDone = edit();
  await userEvent.click(form().getByRole("checkbox", { name: "Daily" }));
  await save();
  await vi.waitFor(() => expect(onDone).toHaveBeenCalled());
  expect(sent).toMatchObject([{ body: { schedule_details: { days: ["Daily"] } } }]);
  expect(sent[0]?.ifMatch).toBeUndefined();
});
