/** Every address of the console, so that no screen ever writes one by hand. */
export const paths = {
  home: () => "/",
  clinics: () => "/clinics",
  universities: () => "/universities",
  clinic: ({ clinicId, tab = "basic-details" }: { clinicId: number; tab?: ClinicTab }) =>
    `/clinics-details/${clinicId}/${tab}`,
  doctor: ({ doctorId, clinicId, clinicDoctorId, tab = "basic-details" }: DoctorAddress) =>
    `/doctor-details/${doctorId}/${tab}/${clinicId}/${clinicDoctorId}`,
  releaseNotes: () => "/release-notes",
  promoCodes: () => "/promo-code",
  pharmacies: () => "/pharmacies",
  pharmacy: ({ pharmacyId, tab = "basic-details" }: { pharmacyId: number; tab?: PartnerTab }) =>
    `/pharmacy-details/${pharmacyId}/${tab}`,
  labs: () => "/labs",
  lab: ({ labId, tab = "basic-details" }: { labId: number; tab?: PartnerTab }) => `/lab-details/${labId}/${tab}`,
  /** The clinic's audit events, narrowed by the list's filters; empty ones are off. */
  clinicAuditLogs: ({ clinicId, filters }: { clinicId: number; filters: Record<string, string> }): string => {
    const on = Object.entries(filters).filter(([, value]) => value !== "");
    return `${paths.clinic({ clinicId, tab: "list-audit-trail" })}?${new URLSearchParams(on)}`;
  },
};
interface DoctorAddress {
  doctorId: number;
  clinicId: number;
  clinicDoctorId: number;
  tab?: DoctorTab;
}

/** The tabs of a clinic that exist. An address with another one is an unknown address. */
export const clinicTabs = [
  "basic-details",
  "metrics",
  "doctors",
  "staff",
  "locations",
  "bank-details",
  "admins",
  "payments",
  "audit-trail-summary",
  "list-audit-trail",
] as const;
export type ClinicTab = (typeof clinicTabs)[number];

/** The tabs of a doctor that exist. */
export const doctorTabs = ["basic-details"] as const;
export type DoctorTab = (typeof doctorTabs)[number];

/** The tabs of a pharmacy or lab. */
export const partnerTabs = ["basic-details", "metrics", "clinics"] as const;
export type PartnerTab = (typeof partnerTabs)[number];
