/** Every address of the console, so that no screen ever writes one by hand. */
export const paths = {
  home: () => "/",
  clinics: () => "/clinics",
  careCities: () => "/care-cities",
  universities: () => "/universities",
  clinic: ({ clinicId, tab = "basic-details" }: { clinicId: number; tab?: ClinicTab }) =>
    `/clinics-details/${clinicId}/${tab}`,
  doctors: () => "/doctors",
  /** At a clinic where `at` names one: there the doctor has a tab more. */
  doctor: ({ doctorId, at, tab = "basic-details" }: DoctorAddress) =>
    `/doctor-details/${doctorId}/${tab}${at ? `/${at.clinicId}/${at.clinicDoctorId}` : ""}`,
  /** Where a save of the profile leads (B-6). */
  doctorEducation: ({ doctorId, at }: { doctorId: number; at: NonNullable<DoctorAddress["at"]> }) =>
    `/doctor-details/education/${doctorId}/${at.clinicId}/${at.clinicDoctorId}`,
  /** The news feed, narrowed by its filters. */
  news: (filters: Record<string, string> = {}) => {
    const on = new URLSearchParams(filters);
    return `/news-feed${on.size ? `?${on}` : ""}`;
  },
  weeklyNews: () => "/weekly-news",
  newsStats: () => "/weekly-status",
  newsTags: () => "/analytics",
  newsInterests: () => "/saved_articles",
  releaseNotes: () => "/release-notes",
  promoCodes: () => "/promo-code",
  pharmacies: () => "/pharmacies",
  pharmacy: ({ pharmacyId, tab = "basic-details" }: { pharmacyId: number; tab?: PartnerTab }) =>
    `/pharmacy-details/${pharmacyId}/${tab}`,
  labs: () => "/labs",
  lab: ({ labId, tab = "basic-details" }: { labId: number; tab?: PartnerTab }) => `/lab-details/${labId}/${tab}`,
  broadcasts: () => "/web-upgrade",
  dataGeneration: () => "/demo",
  users: () => "/users",
  user: ({ userId }: { userId: number }) => `/users-details/${userId}`,
  referrals: () => "/referrals",
  /** Where an appointment for it is booked (B-8). */
  booking: ({ referralId }: { referralId: number }) => `/book-appointment/${referralId}`,
  campaigns: () => "/ad-campaigns",
  /** Leads, of one campaign where it is given. */
  leads: (clid?: number) => `/campaign-leads${clid === undefined ? "" : `?clid=${clid}`}`,
  /** Files of leads, of one clinic where it is given. */
  leadUploads: (clinic?: { id: string; name: string }) =>
    `/campaign-leads/uploads${clinic ? `?${new URLSearchParams({ clinic: clinic.id, clinic_name: clinic.name })}` : ""}`,
  /** The clinic's audit events, narrowed by the list's filters; empty ones are off. */
  clinicAuditLogs: ({ clinicId, filters }: { clinicId: number; filters: Record<string, string> }): string => {
    const on = Object.entries(filters).filter(([, value]) => value !== "");
    return `${paths.clinic({ clinicId, tab: "list-audit-trail" })}?${new URLSearchParams(on)}`;
  },
};
export interface DoctorAddress {
  doctorId: number;
  at?: { clinicId: number; clinicDoctorId: number } | undefined;
  tab?: DoctorTab;
}

/** The tabs of a clinic that exist. An address with another one is an unknown address (A-14). */
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

/** The tabs of a doctor that exist; the clinic doctor's only where the address names the clinic as well. */
export const doctorTabs = ["basic-details", "clinic-doctor", "clinics"] as const;
export type DoctorTab = (typeof doctorTabs)[number];

/** The tabs of a pharmacy or lab. */
export const partnerTabs = ["basic-details", "metrics", "clinics"] as const;
export type PartnerTab = (typeof partnerTabs)[number];
