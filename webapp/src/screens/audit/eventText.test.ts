import { describe, expect, it } from "vitest";
import en from "@/i18n/en/audit.json";
import hi from "@/i18n/hi/audit.json";
import { fieldChanges } from "@/lib/fieldChanges";
import type { AuditTrail } from "./auditLogs";
import { eventSentence } from "./shared/eventText";

const event = (changes: Partial<AuditTrail>): AuditTrail => ({
  id: 1,
  key: "clinic.update",
  user: { name: "Arjun Pillai", type: "customer_care" },
  patient: null,
  resource: { id: "41", type: "clinic" },
  event_status: "SUCCESS",
  timestamp: "2026-11-20T09:31:07Z",
  ip_address: null,
  description: null,
  user_agent: null,
  parameters: null,
  before: null,
  after: null,
  ...changes,
});
const moved = event({
  before: { address_line_2: "Model Town", latitude: 30.9, speciality_id: 7 },
  after: { address_line_2: "Civil Lines", latitude: 30.8, speciality_id: 9 },
});

describe("one sentence", () => {
  it.each([
    [moved, "Arjun Pillai updated the address: Locality Model Town → Civil Lines"],
    [
      event({ before: { beds_count: null }, after: { beds_count: 12 } }),
      "Arjun Pillai updated the clinic's details: Beds - → 12",
    ],
    [
      event({ key: "clinic.settings", before: { ipd_enabled: false }, after: { ipd_enabled: true } }),
      "Arjun Pillai changed the clinic's features: IPD off → on",
    ],
    [
      event({ key: "module.activate", before: { Telemedicine: false }, after: { Telemedicine: true } }),
      "Arjun Pillai activated Telemedicine",
    ],
    [
      event({ key: "clinic_admin.create", after: { name: "Simran Gill", phone_number: "9812345670" } }),
      "Arjun Pillai added Simran Gill as an admin",
    ],
    [
      event({ key: "clinic.update", before: { phone_number: null }, after: { phone_number: "9812345670" } }),
      "Arjun Pillai updated the clinic's details: Phone number - → +91 98123 45670",
    ],
    [event({ key: "clinic_admin.delete", before: { name: "" } }), "Arjun Pillai deleted the admin 41"],
  ])("%#: %s", (event, sentence) => expect(eventSentence(event, en.story)).toBe(sentence));

  it("is told in the reader's language", () =>
    expect(eventSentence(moved, hi.story)).toBe("Arjun Pillai ने पता बदला: इलाका Model Town → Civil Lines"));

  it.each([
    ["an app's event", event({ key: "patient.view" })],
    ["an event of an area that has no such deed", event({ key: "clinic.burn" })],
    ["a refusal", event({ event_status: "FAILED" })],
    ["nobody's", event({ user: null })],
    ["a key without a deed", event({ key: "clinic" })],
  ])("is none for %s", (_, event) => expect(eventSentence(event, en.story)).toBeUndefined());
});

it("shows fields side by side, lists by the names in them, and nothing twice", () => {
  const changes = fieldChanges(
    event({
      before: { other_specialities: [], kept: 1, odd: { deep: [1] } },
      after: {
        other_specialities: [{ basic_clinic_speciality_id: 3, speciality_name: "Cardiology" }],
        kept: 1,
        odd: null,
      },
    }),
    en.story,
  );
  expect(changes).toEqual([
    { field: "Other specialities", before: "-", after: "Cardiology" },
    { field: "odd", before: '{"deep":[1]}', after: "-" },
  ]);
});
