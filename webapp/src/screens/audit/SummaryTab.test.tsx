import { render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { beforeEach, expect, it, vi } from "vitest";
import type { components } from "@/api/gen/schema";
import { SwrProvider } from "@/api/SwrProvider";
import { respond, startSession } from "@/test-api";
import { emptySummary } from "@/test-audit";
import type { AuditSummary } from "./audit";
import { SummaryTab } from "./SummaryTab";

const clinic = { id: 41, name: "Navjeevan Polyclinic" } as components["schemas"]["ClinicDetail"];
function show(changes: Partial<AuditSummary>) {
  vi.stubGlobal("fetch", async () =>
    respond("get", "/admin/audit_trails/summary", { success: true, data: { ...emptySummary, ...changes } }),
  );
  render(
    <MemoryRouter>
      <SwrProvider>
        <SummaryTab clinic={clinic} />
      </SwrProvider>
    </MemoryRouter>,
  );
}

beforeEach(() => startSession("customer_care"));

it("distinguishes events without persons from days without events", async () => {
  show({ events_by_type: { "clinic.update": 3 }, busiest_hours: { "9": 3 } });
  expect(await screen.findByText("These events have no users")).toBeTruthy();
  expect(screen.queryByText("No events in this period")).toBeNull();
});

it("shows the daily average with all its digits", async () => {
  show({ statistics: { ...emptySummary.statistics, total_events: 72, daily_average: 2.4 } });
  expect(await screen.findByText("2.40")).toBeTruthy();
});

it("links each hour to its events", async () => {
  show({ busiest_hours: { "9": 3, "17": 1 } });
  const hour = await screen.findByRole("link", { name: "09:00", hidden: true });
  expect(hour.getAttribute("href")).toBe("/clinics-details/41/list-audit-trail?hours=9");
});

it("reports each figure of days without events", async () => {
  show({});
  expect(await screen.findAllByText("No events in this period")).toHaveLength(3);
});
