import type { ComponentType } from "react";
import type { components } from "@/api/gen/schema";
import type { ClinicTab } from "./paths";
import { from } from "./screen";

const inside = () => import("./inside");
const audit = () => import("@/screens/audit/screens");
const clinicAdmins = () => import("@/screens/clinicAdmins/screens");
const clinicDoctors = () => import("@/screens/clinicDoctors/screens");
const payments = () => import("@/screens/payments/screens");

/** What each tab of a clinic shows, from the area it belongs to. A tab is here and in `clinicTabs` or it does not exist. */
export const clinicContents: Record<ClinicTab, ComponentType<{ clinic: components["schemas"]["ClinicDetail"] }>> = {
  "basic-details": from(inside, (area) => area.DetailsTab),
  metrics: from(inside, (area) => area.MetricsTab),
  doctors: from(clinicDoctors, (area) => area.DoctorsTab),
  staff: from(inside, (area) => area.StaffTab),
  locations: from(inside, (area) => area.LocationsTab),
  "bank-details": from(inside, (area) => area.BankDetailsTab),
  admins: from(clinicAdmins, (area) => area.AdminsTab),
  payments: from(payments, (area) => area.PaymentsTab),
  "audit-trail-summary": from(audit, (area) => area.SummaryTab),
  "list-audit-trail": from(audit, (area) => area.LogsTab),
};
