import { expect, it } from "vitest";
import {
  addDays,
  daysOf,
  formatDay,
  formatDayLong,
  formatMoment,
  formatMomentLong,
  isDay,
  parseDay,
  today,
} from "./dates";

const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

// Proves FAULT-41.today.
it("uses the Indian day, which begins at 18:30 UTC", () => {
  expect(today(new Date("2026-11-20T18:29:59Z"))).toBe("2026-11-20");
  expect(today(new Date("2026-11-20T18:30:00Z"))).toBe("2026-11-21");
});

it("validates days of the calendar", () => {
  expect(isDay("2024-02-29")).toBe(true);
  for (const text of ["2026-02-29", "2026-13-01", "2026-1-1", "21-11-2026", "", "2026-11-21T00"])
    expect(isDay(text), text).toBe(false);
});

it("counts both ends", () => {
  expect(daysOf("2026-11-21", "2026-11-21")).toBe(1);
  expect(daysOf(addDays("2026-11-21", -29), "2026-11-21")).toBe(30);
  expect(daysOf("2026-11-21", "2026-11-20")).toBe(0);
  expect(addDays("2026-03-01", -1)).toBe("2026-02-28");
});

it("parses a typed day", () => {
  expect(parseDay("05-01-2026")).toBe("2026-01-05");
  expect(parseDay(" 5/1/2026 ")).toBe("2026-01-05");
  expect(parseDay("05012026")).toBe("2026-01-05");
  for (const text of [
    "05-01-26",
    "5.1.26",
    "2026-01-05",
    " 2026/1/5",
    "०५-०१-२०२६",
    "੦੫/੦੧/੨੬",
    "5 Jan 2026",
    "05-jan-26",
    "\u200b05-01-2026\u200b",
    "05\u201301\u20132026",
    "05\u201101\u20112026",
    "05\u221201\u22122026",
    "05\u00a0Jan\u00a02026",
  ])
    expect(parseDay(text, months), text).toBe("2026-01-05");
  for (const text of ["31-02-2026", "2026-13-01", "29-02-26", "5-1-1", "050126", "5 Foo 2026", "soon", ""])
    expect(parseDay(text, months), text).toBeNull();
});

it("formats a day unambiguously", () => {
  expect(formatDayLong("2026-11-05", months)).toBe("05 Nov 2026");
});

it("formats days and times in India", () => {
  expect(formatDay("2026-01-05")).toBe("05-01-2026");
  for (const [moment, day, named, clock] of [
    ["2026-10-01T18:31:00Z", "02-10-2026", "02 Oct 2026", "12:01 AM"],
    ["2026-11-20T06:30:00.5Z", "20-11-2026", "20 Nov 2026", "12:00 PM"],
    ["2026-11-20T10:05:00+05:30", "20-11-2026", "20 Nov 2026", "10:05 AM"],
  ] as const) {
    expect(formatMoment(moment)).toBe(`${day} ${clock}`);
    expect(formatMomentLong(moment, months)).toBe(`${named}, ${clock}`);
  }
  expect(formatMoment("some time")).toBe("some time");
  expect(formatMomentLong("some time", months)).toBe("some time");
});

it("has one format of times for all screens except payments and audit", () => {
  const sources = import.meta.glob<string>(["../../**/*.{ts,tsx}", "!../../**/*.test.{ts,tsx}"], {
    eager: true,
    query: "?raw",
    import: "default",
  });
  const using = (pattern: RegExp) =>
    Object.keys(sources)
      .filter((path) => pattern.test(sources[path] ?? ""))
      .sort();
  expect(using(/column\.longMoment\(|import.*useFormatMomentLong|[^.]formatMomentLong\(\w/)).toEqual([
    "../../screens/audit/EventsCard.tsx",
    "../../screens/audit/SummaryTab.tsx",
    "../../screens/payments/PaymentsTab.tsx",
    "../../ui/table/columns.tsx",
    "./dates.ts",
    "./useFormatMomentLong.ts",
  ]);
  // Screens must not format dates themselves; zones.ts reads a clock's offset.
  expect(using(/DateTimeFormat|toLocaleDateString|toLocaleTimeString|toLocaleString\([^)]*(day|hour|month)/)).toEqual([
    "./dates.ts",
    "./zones.ts",
  ]);
});
