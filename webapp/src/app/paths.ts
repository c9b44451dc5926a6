/** Address of a list with filters; empty filters are omitted. */
function withFilters(path: string, filters: Record<string, string>) {
  const on = new URLSearchParams(Object.entries(filters).filter(([, value]) => value !== ""));
  return on.size > 0 ? `${path}?${on}` : path;
}

/** All addresses of the console. No screen contains a literal address. */
export const paths = {
  home: () => "/",
  today: () => "/today",
  clinics: () => "/clinics",
  careCities: () => "/care-cities",
  universities: () => "/universities",
  clinic: ({ clinicId, tab = "basic-details" }: { clinicId: number; tab?: ClinicTab }) =>
    `/clinics-details/${clinicId}/${tab}`,
  doctors: (filters: { status?: string } = {}) => withFilters("/doctors", filters),
  /** With `at`, the doctor at a clinic, which adds a tab. */
  doctor: ({ doctorId, at, tab = "basic-details" }: DoctorAddress) =>
    `/doctor-details/${doctorId}/${tab}${at ? `/${at.clinicId}/${at.clinicDoctorId}` : ""}`,
  /** Target after saving the profile (B-6). */
  doctorEducation: ({ doctorId, at }: { doctorId: number; at: NonNullable<DoctorAddress["at"]> }) =>
    `/doctor-details/education/${doctorId}/${at.clinicId}/${at.clinicDoctorId}`,
  /** The news feed with filters. */
  news: (filters: Record<string, string> = {}) => withFilters("/news-feed", filters),
  weeklyNews: () => "/weekly-news",
  newsStats: () => "/weekly-status",
  newsTags: () => "/analytics",
  newsInterests: () => "/saved_articles",
  releaseNotes: () => "/release-notes",
  promoCodes: () => "/promo-code",
  /** Payments of all clinics with filters. */
  payments: (
    filters: { search?: string; status?: string; start_date?: string; end_date?: string; payment?: string } = {},
  ) => withFilters("/payments", filters),
  pharmacies: () => "/pharmacies",
  pharmacy: ({ pharmacyId, tab = "basic-details" }: { pharmacyId: number; tab?: PartnerTab }) =>
    `/pharmacy-details/${pharmacyId}/${tab}`,
  /** Actions of staff across clinics. */
  activity: () => "/activity",
  labs: () => "/labs",
  lab: ({ labId, tab = "basic-details" }: { labId: number; tab?: PartnerTab }) => `/lab-details/${labId}/${tab}`,
  broadcasts: () => "/web-upgrade",
  dataGeneration: () => "/demo",
  users: () => "/users",
  user: ({ userId, tab = "details" }: { userId: number; tab?: UserTab }) =>
    withFilters(`/users-details/${userId}`, tab === "details" ? {} : { tab }),
  referrals: () => "/referrals",
  /** Booking of an appointment for a referral (B-8). */
  booking: ({ referralId }: { referralId: number }) => `/book-appointment/${referralId}`,
  followUps: (filters: { scope?: "unattended" } = {}) => withFilters("/follow-ups", filters),
  mentions: (filters: { show?: "unread" } = {}) => withFilters("/mentions", filters),
  /** Change requests with filters. */
  changeRequests: (filters: { status?: string; record?: string; only?: string } = {}) =>
    withFilters("/change-requests", filters),
  changeRequest: ({ requestId }: { requestId: number }) => `/change-requests/${requestId}`,
  changePolicies: () => "/change-requests/policies",
  keys: () => "/keys",
  /** Requests of API keys with filters. */
  keyLog: (filters: { key?: string; call?: string; code?: string } = {}) => withFilters("/key-log", filters),
  /** Errors of one API key, or of all. */
  keyErrors: (key = "") => withFilters("/key-errors", { key }),
  /** Campaigns with filters; `campaign` shows one. */
  campaigns: (filters: { ended?: "yes"; campaign?: string } = {}) => withFilters("/ad-campaigns", filters),
  /** All leads, or those of one campaign. */
  leads: (clid?: number) => `/campaign-leads${clid === undefined ? "" : `?clid=${clid}`}`,
  /** All lead uploads, or those of one clinic. */
  leadUploads: (clinic?: { id: string; name: string }) =>
    `/campaign-leads/uploads${clinic ? `?${new URLSearchParams({ clinic: clinic.id, clinic_name: clinic.name })}` : ""}`,
  /** Audit events of the clinic with filters. */
  clinicAuditLogs: ({ clinicId, filters }: { clinicId: number; filters: Record<string, string> }): string =>
    withFilters(paths.clinic({ clinicId, tab: "list-audit-trail" }), filters),
};

/** Address of a record by its type in the audit log and in references; undefined for records without a screen. */
export function recordPath(type: string | null | undefined, id: number): string | undefined {
  switch (type) {
    case "clinic":
      return paths.clinic({ clinicId: id });
    case "doctor":
      return paths.doctor({ doctorId: id });
    case "user":
      return paths.user({ userId: id });
    case "pharmacy":
      return paths.pharmacy({ pharmacyId: id });
    case "lab":
      return paths.lab({ labId: id });
    case "campaign":
    case "ad_campaign":
      return paths.campaigns();
    case "referral":
      return paths.booking({ referralId: id });
    case "change_request":
      return paths.changeRequest({ requestId: id });
    default:
      return undefined;
  }
}

export interface DoctorAddress {
  doctorId: number;
  at?: { clinicId: number; clinicDoctorId: number } | undefined;
  tab?: DoctorTab;
}

/** Tabs of a user, in the query, because the specified address has no room for a tab. */
export const userTabs = ["details", "billing", "devices", "timeline"] as const;
export type UserTab = (typeof userTabs)[number];

/** Tabs of a clinic. An address with any other tab is unknown (A-14). */
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
/** The timeline opens within the Details tab. */
export type ClinicTab = (typeof clinicTabs)[number] | "timeline";

/** Tabs of a doctor; `clinic-doctor` requires a clinic in the address. */
export const doctorTabs = ["basic-details", "clinic-doctor", "clinics", "timeline"] as const;
export type DoctorTab = (typeof doctorTabs)[number];

/** The tabs of a pharmacy or lab. */
export const partnerTabs = ["basic-details", "metrics", "clinics", "timeline"] as const;
export type PartnerTab = (typeof partnerTabs)[number];
