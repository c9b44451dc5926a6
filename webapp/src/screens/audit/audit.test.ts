import { beforeEach, describe, expect, it, vi } from "vitest";
import { syncClock } from "@/api/token";
import { patientEvent } from "@/test-audit";
import { byCount, dayRangeError, daysInQuery, lastDays, successRate, toDayParams, today } from "./audit";
import { logFilters, mentions, splitList } from "./auditLogs";

const inIndia = (moment: string) => syncClock(new Date(moment).toUTCString());

beforeEach(() => {
  vi.useFakeTimers({ now: new Date("2031-01-01T00:00:00Z"), toFake: ["Date"] });
  inIndia("2026-11-21T12:00:00Z");
  return () => {
    vi.useRealTimers();
    syncClock(new Date().toUTCString());
  };
});

describe("requested days", () => {
  it("end today in India by the clock of the server, at the last second", () => {
    inIndia("2026-11-21T23:59:59+05:30");
    expect(lastDays(1)).toEqual({ start: "2026-11-21", end: "2026-11-21" });
    expect(dayRangeError({ start: "2026-11-21", end: "2026-11-22" })).toBe("future");
    inIndia("2026-11-22T00:00:00+05:30");
    expect(today()).toBe("2026-11-22");
    expect(dayRangeError({ start: "2026-11-21", end: "2026-11-22" })).toBeNull();
  });

  it("are the last 30 by default, which is not in the address", () => {
    const usual = { start: "2026-10-23", end: "2026-11-21" };
    expect(daysInQuery({ start_date: "", end_date: "" })).toEqual(usual);
    expect(toDayParams(usual)).toEqual({ start_date: "", end_date: "" });
    expect(toDayParams(lastDays(7))).toEqual({ start_date: "2026-11-15", end_date: "2026-11-21" });
    expect(logFilters.start_date("2026-02-30")).toBe("");
  });

  it("are at most 90, ordered and not in the future", () => {
    expect(dayRangeError(lastDays(90))).toBeNull();
    expect(dayRangeError(lastDays(91))).toBe("tooMany");
    expect(dayRangeError({ start: "2026-11-21", end: "2026-11-20" })).toBe("reversed");
    expect(dayRangeError({ start: "2020-01-01", end: "2026-11-22" })).toBe("future");
  });
});

it("shows the success rate with one decimal and of no events", () => {
  const of = (total_events: number, successful_events: number) =>
    successRate({ total_events, successful_events } as Parameters<typeof successRate>[0]);
  expect(of(0, 0)).toBe("0.0%");
  expect(of(18432, 18011)).toBe("97.7%");
  expect(of(3, 3)).toBe("100.0%");
});

it("lists the greatest counts first", () => {
  expect(byCount({ "9": 5, "10": 7, "23": 6 }, 2)).toEqual([
    { name: "10", count: 7 },
    { name: "23", count: 6 },
  ]);
});

it("reads filters with several values from the address and drops invalid ones", () => {
  expect(splitList(" a, b,,a ")).toEqual(["a", "b"]);
  expect(logFilters.event_status("FAILED,failed,OTHER")).toBe("FAILED");
  expect(logFilters.user_type("owner,doctor,admin")).toBe("owner,admin");
  expect(logFilters.event_keys("patient.view,\u0007own.key")).toBe("patient.view,own.key");
  expect(splitList(logFilters.event_keys(Array.from({ length: 60 }, (_, at) => `k${at}`).join(",")))).toHaveLength(50);
});

it("finds a text in every field of an event", () => {
  const event = patientEvent({
    key: "patient.export",
    patient: { name: "ਮੋਹਿੰਦਰ" },
    description: "Exported as PDF",
    parameters: { format: "pdf", pages: { count: 3 } },
  });
  const texts = ["EXPORT", "jasleen", "staff", "ਮੋਹਿੰ", "p-2210", "success", "203.0.113", " as pdf ", "app 4.2", "pages"];
  for (const text of texts) expect(mentions(event, text), text).toBe(true);
  expect(mentions(event, "harpreet")).toBe(false);
  const bare = { ...event, user: null, patient: null, resource: null, parameters: null };
  expect(mentions(bare, "null")).toBe(false);
});
