import type { components } from "@/api/gen/schema";
import type { DoctorTabProps } from "@/screens/doctors/DoctorScreen";
import { type LazyPart, lazyPart } from "@/ui/lazyPart";
import type { ClinicTab, DoctorTab } from "./paths";

const authenticated = () => import("./authenticated");
const audit = () => import("@/screens/audit/screens");
const clinicAdmins = () => import("@/screens/clinicAdmins/AdminsTab");
const clinicDoctors = () => import("@/screens/clinicDoctors/screens");
const doctors = () => import("@/screens/doctors/screens");
const payments = () => import("@/screens/payments/PaymentsTab");

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
};
