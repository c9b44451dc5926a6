import type { components } from "@/api/gen/schema";

type AuditTrail = components["schemas"]["AuditTrail"];
type AuditSummary = components["schemas"]["AuditSummary"];

/** An audit event of a colleague about a clinic. */
export const auditEvent = (changes: Partial<AuditTrail> = {}): AuditTrail => ({
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

/** An audit event of an app about a patient, with all details. */
export const patientEvent = (changes: Partial<AuditTrail> = {}) =>
  auditEvent({
    key: "patient.view",
    user: { name: "Jasleen Gill", type: "staff" },
    patient: { name: "Mohinder Brar" },
    resource: { id: "p-2210", type: "patient" },
    ip_address: "203.0.113.7",
    description: "Opened the file",
    user_agent: "Clinic app 4.2",
    ...changes,
  });

/** Summary of 30 days without events. */
export const emptySummary: AuditSummary = {
  statistics: {
    total_events: 0,
    successful_events: 0,
    failed_events: 0,
    failed_logins: 0,
    patient_exports: 0,
    daily_average: 0,
  },
  events_by_type: {},
  top_users: {},
  busiest_hours: {},
  date_range: { start: "2026-10-23", end: "2026-11-21" },
  generated_at: "2026-11-21T06:30:00Z",
};
