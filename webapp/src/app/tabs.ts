import type { components } from "@/api/gen/schema";
import type { ClinicTab, DoctorAddress, DoctorTab } from "./paths";
import { type Fetched, from } from "./screen";

const inside = () => import("./inside");
const audit = () => import("@/screens/audit/screens");
const clinicAdmins = () => import("@/screens/clinicAdmins/AdminsTab");
const clinicDoctors = () => import("@/screens/clinicDoctors/screens");
const doctors = () => import("@/screens/doctors/screens");
const payments = () => import("@/screens/payments/PaymentsTab");

/** What each tab of a clinic shows, from the area it belongs to. A tab is here and in `clinicTabs` or it does not exist. */
export const clinicContents: Record<ClinicTab, Fetched<{ clinic: components["schemas"]["ClinicDetail"] }>> = {
  "basic-details": from(inside, ["clinics", "modules"], (area) => area.DetailsTab),
  metrics: from(inside, ["clinics"], (area) => area.MetricsTab),
  doctors: from(clinicDoctors, ["clinicDoctors"], (area) => area.DoctorsTab),
  staff: from(inside, ["clinics"], (area) => area.StaffTab),
  locations: from(inside, ["clinics"], (area) => area.LocationsTab),
  "bank-details": from(inside, ["clinics"], (area) => area.BankDetailsTab),
  admins: from(clinicAdmins, ["clinicAdmins"], (area) => area.AdminsTab),
  payments: from(payments, ["payments"], (area) => area.PaymentsTab),
  "audit-trail-summary": from(audit, ["audit"], (area) => area.SummaryTab),
  "list-audit-trail": from(audit, ["audit"], (area) => area.LogsTab),
};

/** What each tab of a doctor shows. */
export const doctorContents: Record<
  DoctorTab,
  Fetched<{ doctor: components["schemas"]["DoctorProfile"]; at: DoctorAddress["at"]; education: boolean }>
> = {
  "basic-details": from(doctors, ["doctors"], (area) => area.ProfileTab),
  "clinic-doctor": from(clinicDoctors, ["clinicDoctors", "schedules"], (area) => area.ClinicDoctorTab),
  clinics: from(doctors, ["doctors", "schedules"], (area) => area.ClinicsTab),
};
