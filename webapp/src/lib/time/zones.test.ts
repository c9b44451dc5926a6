import { describe, expect, test } from "vitest";
import { timesOfDay } from "./times";
import { offsetOf, toLocal, toUtc } from "./zones";

const winter = new Date("2026-01-15T12:00:30Z");
const summer = new Date("2026-07-15T12:00:30Z");

describe("clock of a zone", () => {
  test.each([
    ["Asia/Kolkata", 330, 330],
    ["Asia/Kathmandu", 345, 345],
    ["UTC", 0, 0],
    ["Europe/London", 0, 60],
    ["America/New_York", -300, -240],
    ["Australia/Lord_Howe", 660, 630],
    ["Pacific/Kiritimati", 840, 840],
  ])("%s is %i minutes ahead in January, %i in July", (zone, january, july) => {
    expect([offsetOf(zone, winter), offsetOf(zone, summer)]).toEqual([january, july]);
  });

  // Proves FAULT-41.converted.
  test("times are converted across midnight", () => {
    expect(toUtc("09:00", "Asia/Kolkata", winter)).toBe("03:30");
    expect(toUtc("00:30", "Asia/Kolkata", winter)).toBe("19:00");
    expect(toLocal("18:30", "Asia/Kolkata", winter)).toBe("00:00");
    expect(toUtc("20:00", "America/New_York", winter)).toBe("01:00");
  });

  test("every half hour survives a conversion", () => {
    for (const zone of ["Asia/Kolkata", "Asia/Kathmandu", "America/St_Johns", "Australia/Sydney"])
      for (const at of [winter, summer])
        for (const time of timesOfDay()) expect(toLocal(toUtc(time, zone, at), zone, at)).toBe(time);
  });
});
