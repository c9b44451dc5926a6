import { render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { expect, it } from "vitest";
import { ClinicSummary } from "./ClinicSummary";
import type { ClinicDetail, ClinicFigures } from "./clinics";

const clinic = { id: 41, doctors_list: [{}], clinic_staff: [], metrics: null, bank_details: null } as unknown;
const figures: ClinicFigures = {
  modules_on: 9,
  modules_total: 13,
  doctors: 8,
  doctors_unverified: 1,
  staff: 34,
  locations: 1,
  admins: 2,
  latest_patient_visit: null,
  has_bank_details: true,
  payments: { total: 70, recent_amount: 41350, recent_failed: 2 },
  follow_ups: { open: 1, next_due: "2026-11-30" },
};
const show = (loaded: ClinicFigures | null | undefined) =>
  render(
    <MemoryRouter>
      <ClinicSummary clinic={clinic as ClinicDetail} figures={loaded} />
    </MemoryRouter>,
  );
const facts = () => screen.getAllByRole("definition").map(({ textContent }) => textContent);

it("shows all figures, with links to their tabs", () => {
  show(figures);
  expect(facts()).toEqual([
    "9 of 13 on",
    "8 · 341 not verified",
    "-",
    "₹41,350.002 failed",
    "Added",
    "1due 30-11-2026",
  ]);
  expect(screen.getByRole("link", { name: "Payments, 30 days" }).getAttribute("href")).toBe(
    "/clinics-details/41/payments",
  );
});

it("shows the figures of the clinic at once, and keeps a place for the others", () => {
  show(undefined);
  expect(facts()).toEqual(["", "1 · 0", "-", "", "Not added", ""]);
});

it.each([null, { ...figures, modules_on: null, payments: null, follow_ups: null }])(
  "omits the figures that are not returned",
  (values) => {
    show(values);
    expect(screen.getAllByRole("term").map(({ textContent }) => textContent)).toEqual([
      "Doctors · staff",
      "Last visit",
      "Bank",
    ]);
  },
);
