import type { ComponentType } from "react";
import type { ClinicTab } from "@/app/paths";
import { ClinicAdmins } from "./ClinicAdmins";
import { ClinicAuditLogs } from "./ClinicAuditLogs";
import { ClinicAuditSummary } from "./ClinicAuditSummary";
import { ClinicBankDetails } from "./ClinicBankDetails";
import { ClinicDetails } from "./ClinicDetails";
import { ClinicDoctors } from "./ClinicDoctors";
import { ClinicLocations } from "./ClinicLocations";
import { ClinicMetrics } from "./ClinicMetrics";
import { ClinicPayments } from "./ClinicPayments";
import { ClinicStaff } from "./ClinicStaff";
import type { ClinicDetail } from "./clinics";

/** What each tab shows; a tab is in `clinicTabs` or it does not exist. */
const contents: Record<ClinicTab, ComponentType<{ clinic: ClinicDetail }>> = {
  "basic-details": ClinicDetails,
  metrics: ClinicMetrics,
  doctors: ClinicDoctors,
  staff: ClinicStaff,
  locations: ClinicLocations,
  "bank-details": ClinicBankDetails,
  admins: ClinicAdmins,
  payments: ClinicPayments,
  "audit-trail-summary": ClinicAuditSummary,
  "list-audit-trail": ClinicAuditLogs,
};

export function ClinicTabContent({ clinic, tab }: { clinic: ClinicDetail; tab: string }) {
  const Content = contents[tab as ClinicTab];
  return <Content clinic={clinic} />;
}
