import { expect, it } from "vitest";
import { formatTime, timesOfDay } from "./times";

it("lists the times of a day in half hours", () => {
  const all = timesOfDay();
  expect(all).toHaveLength(48);
  expect([all[0], all[19], all.at(-1)]).toEqual(["00:00", "09:30", "23:30"]);
  expect(timesOfDay({ from: "09:10", to: "11:00" })).toEqual(["09:30", "10:00", "10:30", "11:00"]);
  expect(timesOfDay({ from: "10:00", to: "09:00" })).toEqual([]);
});

it("formats a time with a twelve-hour clock", () => {
  expect(["00:00", "00:30", "09:00", "12:00", "12:30", "19:00"].map(formatTime)).toEqual([
    "12:00 AM",
    "12:30 AM",
    "9:00 AM",
    "12:00 PM",
    "12:30 PM",
    "7:00 PM",
  ]);
});
