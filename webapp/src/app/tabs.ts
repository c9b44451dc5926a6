import type { components } from "@/api/gen/schema";
import type { DoctorTabProps } from "@/screens/doctors/DoctorScreen";
import { type LazyPart, lazyPart } from "@/ui/lazyPart";
import type { ClinicTab, DoctorTab } from "./paths";

const authenticated = () => import("./authenticated");
const audit = () => import("@/screens/audit/screens");
const clinicAdmins = () => import("@/screens/clinicAdmins/AdminsTab");
const clinicDoctors = () => import("@/screens/clinicDoctors/screens");
const doctors = () => import("@/screens/doctors/screens");
const timeline = () => import("@/screens/timeline/screens");
const payments = () => import("@/screens/payments/PaymentsTab");

const timelineTexts = ["timeline", "audit", "notes"] as const;

/** Timeline of any record. */
export const Timeline = lazyPart(timeline, timelineTexts, (area) => area.Timeline);

/** Content of each tab of a clinic. Tabs must be listed here and in `clinicTabs`. */
export const clinicContents: Record<ClinicTab, LazyPart<{ clinic: components["schemas"]["ClinicDetail"] }>> = {
  "basic-details": lazyPart(authenticated, ["clinics", "modules"], (area) => area.DetailsTab),
  metrics: lazyPart(authenticated, ["clinics"], (area) => area.MetricsTab),
  doctors: lazyPart(clinicDoctors, ["clinicDoctors"], (area) => area.DoctorsTab),
  staff: lazyPart(authenticated, ["clinics"], (area) => area.StaffTab),
  locations: lazyPart(authenticated, ["clinics"], (area) => area.LocationsTab),
  "bank-details": lazyPart(authenticated, ["clinics"], (area) => area.BankDetailsTab),
  admins: lazyPart(clinicAdmins, ["clinicAdmins"], (area) => area.AdminsTab),
  payments: lazyPart(payments, ["payments"], (area) => area.PaymentsTab),
  timeline: lazyPart(timeline, timelineTexts, (area) => area.ClinicTimeline),
  "audit-trail-summary": lazyPart(audit, ["audit"], (area) => area.SummaryTab),
  "list-audit-trail": lazyPart(audit, ["audit"], (area) => area.LogsTab),
};

/** Content of each tab of a doctor. */
export const doctorContents: Record<DoctorTab, LazyPart<DoctorTabProps>> = {
  "basic-details": lazyPart(doctors, ["doctors"], (area) => area.ProfileTab),
  // It uses only some of the tab properties.
  "clinic-doctor": lazyPart<Awaited<ReturnType<typeof clinicDoctors>>, DoctorTabProps>(
    clinicDoctors,
    ["clinicDoctors", "schedules"],
    (area) => area.ClinicDoctorTab,
  ),
  clinics: lazyPart(doctors, ["doctors", "schedules"], (area) => area.ClinicsTab),
  timeline: lazyPart<Awaited<ReturnType<typeof timeline>>, DoctorTabProps>(
    timeline,
    timelineTexts,
    (area) => area.DoctorTimeline,
  ),
};
