import { describe, expect, test } from "vitest";
import { type DoctorSchedule, toggleDay } from "./schedules";
import { visibleHours, weekOf } from "./week";

const schedule = (id: number, days: DoctorSchedule["days"], start_time: string, end_time: string): DoctorSchedule => ({
  id,
  days,
  start_time,
  end_time,
  timezone: "Asia/Kolkata",
  discounted_fees: null,
  clinic_id: 41,
  clinic_name: "Alpha Clinic",
  clinic_doctor_id: 88,
  double_booked_with: [],
  outside_hours: false,
});
const textsOf = (schedules: DoctorSchedule[]) =>
  Object.fromEntries(
    weekOf(schedules)
      .filter(({ blocks }) => blocks.length > 0)
      .map(({ day, blocks }) => [day, blocks.map(({ from, to, lane }) => [from / 60, to / 60, lane])]),
  );

describe("drawn week", () => {
  test("hours use the clock of their zone", () => {
    expect(textsOf([schedule(1, ["Mon", "Wed"], "03:30", "07:30")])).toEqual({ Mon: [[9, 13, 0]], Wed: [[9, 13, 0]] });
  });

  test("hours past midnight continue on the next day, also from Sunday to Monday", () => {
    expect(textsOf([schedule(1, ["Sun"], "18:00", "19:00")])).toEqual({ Mon: [[0, 0.5, 0]], Sun: [[23.5, 24, 0]] });
    expect(textsOf([schedule(1, ["Sun"], "17:30", "18:30")])).toEqual({ Sun: [[23, 24, 0]] });
  });

  test("continued hours mark their start on the day before", () => {
    const days = weekOf([schedule(1, ["Mon"], "17:30", "20:30")]);
    const marks = days.flatMap(({ day, blocks }) => blocks.map(({ goesOn }) => [day, goesOn]));
    expect(marks).toEqual([
      ["Mon", false],
      ["Tue", true],
    ]);
  });

  test("overlapping hours have lanes and others share one", () => {
    const texts = textsOf([
      schedule(1, ["Mon"], "03:30", "07:30"),
      schedule(2, ["Mon"], "07:00", "09:00"),
      schedule(3, ["Mon"], "07:30", "10:30"),
    ]);
    expect(texts).toEqual({
      Mon: [
        [9, 13, 0],
        [12.5, 14.5, 1],
        [13, 16, 0],
      ],
    });
  });

  test("days with overlapping clinics are marked", () => {
    const first = { ...schedule(1, ["Mon", "Thu"], "03:30", "07:30"), double_booked_with: [2] };
    const second = { ...schedule(2, ["Thu"], "07:00", "09:00"), clinic_id: 42, double_booked_with: [1] };
    const marked = weekOf([first, second]).flatMap(({ day, blocks }) =>
      blocks.filter((each) => each.isDouble).map(() => day),
    );
    expect(marked).toEqual(["Thu", "Thu"]);
  });

  test("working day is always visible and extended by other hours", () => {
    expect(visibleHours(weekOf([schedule(1, ["Mon"], "04:30", "05:30")]))).toEqual({ first: 8, last: 20 });
    expect(visibleHours(weekOf([schedule(1, ["Daily"], "18:00", "19:00")]))).toEqual({ first: 0, last: 24 });
  });
});

test("Daily and single days exclude each other", () => {
  expect(toggleDay(["Mon", "Tue"], "Daily")).toEqual(["Daily"]);
  expect(toggleDay(["Daily"], "Tue")).toEqual(["Tue"]);
  expect(toggleDay(["Mon"], "Tue")).toEqual(["Mon", "Tue"]);
  expect(toggleDay(["Mon", "Tue"], "Mon")).toEqual(["Tue"]);
});
