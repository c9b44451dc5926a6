import type { components } from "@/api/gen/schema";
import type { DoctorTabProps } from "@/screens/doctors/DoctorScreen";
import { type LazyPart, lazyPart } from "@/ui/lazy/lazyPart";
import type { ClinicTab, DoctorTab } from "./paths";

const authenticated = () => import("./authenticated");
const audit = () => import("@/screens/audit/screens");
const clinicAdmins = () => import("@/screens/clinicAdmins/AdminsTab");
const clinicDoctors = () => import("@/screens/clinicDoctors/screens");
const doctors = () => import("@/screens/doctors/screens");
const timeline = () => import("@/screens/timeline/screens");
const payments = () => import("@/screens/payments/PaymentsTab");

const timelineTexts = ["timeline", "audit", "modules", "notes"] as const;

/** Timeline of any record. */
export const Timeline = lazyPart(timeline, timelineTexts, "Timeline");

/** Content of each tab of a clinic. Tabs must be listed here and in `clinicTabs`. */
export const clinicContents: Record<ClinicTab, LazyPart<{ clinic: components["schemas"]["ClinicDetail"] }>> = {
  "basic-details": lazyPart(authenticated, ["clinics", "modules"], "DetailsTab"),
  metrics: lazyPart(authenticated, ["clinics"], "MetricsTab"),
  doctors: lazyPart(clinicDoctors, ["clinicDoctors"], "DoctorsTab"),
  staff: lazyPart(authenticated, ["clinics"], "StaffTab"),
  locations: lazyPart(authenticated, ["clinics"], "LocationsTab"),
  "bank-details": lazyPart(authenticated, ["clinics"], "BankDetailsTab"),
  admins: lazyPart(clinicAdmins, ["clinicAdmins"], "AdminsTab"),
  payments: lazyPart(payments, ["payments"], "PaymentsTab"),
  timeline: lazyPart(timeline, timelineTexts, "ClinicTimeline"),
  "audit-trail-summary": lazyPart(audit, ["audit"], "SummaryTab"),
  "list-audit-trail": lazyPart(audit, ["audit", "modules"], "LogsTab"),
};

/** Content of each tab of a doctor. */
export const doctorContents: Record<DoctorTab, LazyPart<DoctorTabProps>> = {
  "basic-details": lazyPart(doctors, ["doctors"], "ProfileTab"),
  "clinic-doctor": lazyPart(clinicDoctors, ["clinicDoctors", "schedules"], "ClinicDoctorTab"),
  clinics: lazyPart(doctors, ["doctors", "schedules"], "ClinicsTab"),
  timeline: lazyPart(timeline, timelineTexts, "DoctorTimeline"),
};
