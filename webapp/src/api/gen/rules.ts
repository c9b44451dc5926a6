// Written by sdk/generate.py from the calls in sdk/careops/calls. Do not edit.
export const readAuditSummaryRules = {
  start_date: {},
  end_date: {},
  clinic_id: { min: 1 },
} as const;
export const listAuditTrailsRules = {
  page: { min: 1, max: 10000000 },
  start_date: {},
  end_date: {},
  clinic_id: { min: 1 },
  search_text: { maxLength: 500 },
  event_keys: { maxLength: 2000 },
  event_status: { pattern: /^(SUCCESS|FAILED)(,(SUCCESS|FAILED))*$/ },
  user_type: { pattern: /^(owner|consultant|staff|admin)(,(owner|consultant|staff|admin))*$/ },
  resource_type: { maxLength: 2000 },
} as const;
export const findAuditTrailsRules = {
  page: { min: 1, max: 10000000 },
  start_date: {},
  end_date: {},
  clinic_id: { min: 1 },
  search_text: { maxLength: 500 },
  event_keys: { maxLength: 2000 },
  event_status: { pattern: /^(SUCCESS|FAILED)(,(SUCCESS|FAILED))*$/ },
  user_type: { pattern: /^(owner|consultant|staff|admin)(,(owner|consultant|staff|admin))*$/ },
  resource_type: { maxLength: 2000 },
  hours: { pattern: /^(0|1|2|3|4|5|6|7|8|9|10|11|12|13|14|15|16|17|18|19|20|21|22|23)(,(0|1|2|3|4|5|6|7|8|9|10|11|12|13|14|15|16|17|18|19|20|21|22|23))*$/ },
  actor_id: { min: 1 },
  changes_only: {},
} as const;
export const readActivityRules = {
  start_date: {},
  end_date: {},
  hours: { pattern: /^(0|1|2|3|4|5|6|7|8|9|10|11|12|13|14|15|16|17|18|19|20|21|22|23)(,(0|1|2|3|4|5|6|7|8|9|10|11|12|13|14|15|16|17|18|19|20|21|22|23))*$/ },
  actor_id: { min: 1 },
  changes_only: {},
} as const;
export const addAuditEventsRules = {
  events: {
    id: { required: true },
    key: { required: true, maxLength: 100, pattern: /^[a-z0-9_]+([.:-][a-z0-9_]+)*$/ },
    event_status: { required: true },
    timestamp: { required: true },
    clinic_id: { min: 1 },
    user: {
      id: { min: 1 },
      name: { required: true, maxLength: 120 },
      type: { required: true },
    },
    patient: {
      name: { required: true, maxLength: 120 },
    },
    resource: {
      id: { maxLength: 200 },
      type: { required: true, maxLength: 200 },
    },
    ip_address: {},
    description: { maxLength: 500 },
    user_agent: { maxLength: 500 },
    parameters: {},
  },
} as const;
export const readReachRules = {
  app_type: {},
} as const;
export const sendWebUpgradeRules = {
  app_type: { required: true },
} as const;
export const listBroadcastsRules = {
  page: { min: 1, max: 10000000 },
  perpage: { min: 1, max: 500 },
} as const;
export const listReachedDevicesRules = {
  page: { min: 1, max: 10000000 },
  perpage: { min: 1, max: 500 },
} as const;
export const listAdCampaignsRules = {
  page: { min: 1, max: 10000000 },
  perpage: { min: 1, max: 500 },
  clinic_id: { min: 1 },
} as const;
export const findAdCampaignsRules = {
  page: { min: 1, max: 10000000 },
  perpage: { min: 1, max: 500 },
  clinic_id: { min: 1 },
  ended: {},
} as const;
export const updateAdCampaignRules = {
  active: {},
  campaign_status: {},
  social_platforms: {
    platform: { required: true },
    platform_campaign_id: { required: true, maxLength: 100 },
    platform_customer_id: { maxLength: 100 },
  },
} as const;
export const listCareCitiesRules = {
  page: { min: 1, max: 10000000 },
  perpage: { min: 1, max: 500 },
} as const;
export const createCareCityRules = {
  name: { required: true, maxLength: 120 },
  basic_city_id: { min: 1 },
  latitude: { decimal: true, min: -90, max: 90 },
  longitude: { decimal: true, min: -180, max: 180 },
  order_number: { min: 1, max: 1000000 },
} as const;
export const updateCareCityRules = {
  name: { maxLength: 120 },
  basic_city_id: { min: 1 },
  latitude: { decimal: true, min: -90, max: 90 },
  longitude: { decimal: true, min: -180, max: 180 },
  order_number: { min: 1, max: 1000000 },
} as const;
export const checkCareCityRules = {
  name: { required: true, maxLength: 120 },
  latitude: { decimal: true, required: true, min: -90, max: 90 },
  longitude: { decimal: true, required: true, min: -180, max: 180 },
} as const;
export const searchCatalogueRules = {
  index: { required: true },
  size: { min: 1, max: 50 },
  query: {
    match_phrase_prefix: {
      name: { required: true, maxLength: 100 },
    },
    match: {
      name: { required: true, maxLength: 100 },
    },
  },
} as const;
export const previewChangeRequestRules = {
  changes: {
    call: { required: true, maxLength: 120 },
    parameters: { required: true },
    where: {},
  },
} as const;
export const createChangeRequestRules = {
  title: { required: true, maxLength: 120 },
  reason: { required: true, maxLength: 500 },
  ticket: { maxLength: 2000, pattern: /^[Hh][Tt][Tt][Pp][Ss]?:\/\/[^\s\/?#@\\]+([\/?#]\S*)?$/ },
  on_conflict: {},
  apply_from: {},
  apply_until: {},
  canary: {
    targets: { required: true, min: 1, max: 100000 },
    wait_minutes: { min: 1, max: 10080 },
  },
  after: { min: 1 },
  changes: {
    call: { required: true, maxLength: 120 },
    parameters: { required: true },
    where: {},
  },
} as const;
export const listChangeRequestsRules = {
  page: { min: 1, max: 10000000 },
  perpage: { min: 1, max: 500 },
  status: {},
  author_id: {},
  call: { maxLength: 120 },
  record: { pattern: /^[a-z_]{1,60}:[^\s]{1,100}$/ },
  only: {},
  search_text: { maxLength: 500 },
  review_owed: {},
} as const;
export const listRequestTargetsRules = {
  page: { min: 1, max: 10000000 },
  perpage: { min: 1, max: 500 },
  outcome: {},
} as const;
export const compareRevisionsRules = {
  revision: { min: 1 },
  against: { min: 1 },
} as const;
export const reviseChangeRequestRules = {
  title: { required: true, maxLength: 120 },
  reason: { required: true, maxLength: 500 },
  ticket: { maxLength: 2000, pattern: /^[Hh][Tt][Tt][Pp][Ss]?:\/\/[^\s\/?#@\\]+([\/?#]\S*)?$/ },
  on_conflict: {},
  apply_from: {},
  apply_until: {},
  canary: {
    targets: { required: true, min: 1, max: 100000 },
    wait_minutes: { min: 1, max: 10080 },
  },
  after: { min: 1 },
  changes: {
    call: { required: true, maxLength: 120 },
    parameters: { required: true },
    where: {},
  },
  digest: { pattern: /^[0-9a-f]{64}$/ },
} as const;
export const approveChangeRequestRules = {
  digest: { required: true, pattern: /^[0-9a-f]{64}$/ },
  reason: { maxLength: 500 },
} as const;
export const objectToChangeRequestRules = {
  digest: { required: true, pattern: /^[0-9a-f]{64}$/ },
  reason: { required: true, maxLength: 500 },
} as const;
export const dismissObjectionRules = {
  objector_id: { required: true, min: 1 },
  reason: { required: true, maxLength: 500 },
} as const;
export const applyChangeRequestRules = {
  digest: { required: true, pattern: /^[0-9a-f]{64}$/ },
} as const;
export const pauseChangeRequestRules = {
  digest: { required: true, pattern: /^[0-9a-f]{64}$/ },
} as const;
export const resumeChangeRequestRules = {
  digest: { required: true, pattern: /^[0-9a-f]{64}$/ },
} as const;
export const stopChangeRequestRules = {
  digest: { required: true, pattern: /^[0-9a-f]{64}$/ },
} as const;
export const proposeAgainRules = {
  outcomes: { required: true },
  title: { maxLength: 120 },
  reason: { maxLength: 500 },
  ticket: { maxLength: 2000, pattern: /^[Hh][Tt][Tt][Pp][Ss]?:\/\/[^\s\/?#@\\]+([\/?#]\S*)?$/ },
  on_conflict: {},
  apply_from: {},
  apply_until: {},
  canary: {
    targets: { required: true, min: 1, max: 100000 },
    wait_minutes: { min: 1, max: 10080 },
  },
  after: { min: 1 },
} as const;
export const closeChangeRequestRules = {
  reason: { maxLength: 500 },
} as const;
export const undoChangeRequestRules = {
  title: { maxLength: 120 },
  reason: { maxLength: 500 },
  ticket: { maxLength: 2000, pattern: /^[Hh][Tt][Tt][Pp][Ss]?:\/\/[^\s\/?#@\\]+([\/?#]\S*)?$/ },
} as const;
export const undoRunRules = {
  run: { required: true, pattern: /^[0-9a-f]{16,64}$/ },
  title: { maxLength: 120 },
  reason: { maxLength: 500 },
  ticket: { maxLength: 2000, pattern: /^[Hh][Tt][Tt][Pp][Ss]?:\/\/[^\s\/?#@\\]+([\/?#]\S*)?$/ },
} as const;
export const bypassChangeRequestRules = {
  digest: { required: true, pattern: /^[0-9a-f]{64}$/ },
  reason: { required: true, minLength: 15, maxLength: 500 },
} as const;
export const reviewBypassRules = {
  comment: { maxLength: 500 },
} as const;
export const saveApprovalPoliciesRules = {
  policies: {
    call: { required: true, maxLength: 120 },
    field: { maxLength: 120 },
    at_least: { min: 0, max: 1000000000 },
    approvals: { required: true, min: 1, max: 5 },
    condition: { required: true },
    roles: { required: true },
    enabled: {},
  },
} as const;
export const saveFreezePeriodsRules = {
  periods: {
    starts_at: { required: true },
    ends_at: { required: true },
    reason: { required: true, maxLength: 500 },
  },
} as const;
export const applyBatchRules = {
  change: { required: true, maxLength: 120 },
  targets: {
    key: { required: true, pattern: /^[A-Za-z0-9_-]{8,100}$/ },
    parameters: { required: true },
  },
} as const;
export const listClinicAdminsRules = {
  page: { min: 1, max: 10000000 },
  perpage: { min: 1, max: 500 },
} as const;
export const createClinicAdminRules = {
  phone_number: { required: true, pattern: /^[6-9][0-9]{9}$/ },
  password: { required: true, minLength: 15, maxLength: 256 },
  name: { required: true, maxLength: 120 },
  email: { maxLength: 254, pattern: /^[^\s@]+@[^\s@]+\.[^\s@]+$/ },
} as const;
export const findDoctorsRules = {
  phone_number: { required: true, pattern: /^[0-9]{10}$/ },
} as const;
export const addClinicDoctorRules = {
  doctor_id: { min: 1 },
  phone_number: { pattern: /^[6-9][0-9]{9}$/ },
  name: { maxLength: 120 },
  fees: { required: true, min: 1, max: 1000000 },
  patients_per_hour: { min: 1, max: 60 },
} as const;
export const updateClinicDoctorRules = {
  fees: { min: 1, max: 1000000 },
  telemedicine_fees: { min: 1, max: 1000000 },
  photo: { maxLength: 2000, pattern: /^[Hh][Tt][Tt][Pp][Ss]?:\/\/[^\s\/?#@\\]+([\/?#]\S*)?$/ },
  name: { maxLength: 120 },
  speciality: { maxLength: 120 },
  gender: {},
  education: { maxLength: 500 },
  exp: { min: 0, max: 80 },
  patients_per_hour: { min: 1, max: 60 },
  reg_nbr: { maxLength: 500 },
  other_specialities: {
    id: { required: true, min: 1 },
    name: { required: true, maxLength: 120 },
  },
} as const;
export const listClinicsRules = {
  page: { min: 1, max: 10000000 },
  perpage: { min: 1, max: 500 },
  search_text: { maxLength: 500 },
  filter_text: { maxLength: 500 },
  bank_details: {},
  spec_module_id: { min: 1 },
  is_hospital: {},
  ipd_enabled: {},
  surgery_enabled: {},
  abdm_enabled: {},
  care_package_enabled: {},
} as const;
export const updateClinicRules = {
  location: {
    address_line_1: { required: true, maxLength: 500 },
    address_line_2: { maxLength: 500 },
    city: { required: true, maxLength: 500 },
    zipcode: { required: true, pattern: /^[0-9]{6}$/ },
    state: { maxLength: 500 },
    latitude: { decimal: true, min: -90, max: 90 },
    longitude: { decimal: true, min: -180, max: 180 },
  },
  rooms_count: { min: 0, max: 100000 },
  beds_count: { min: 0, max: 100000 },
  speciality: {
    name: { required: true, maxLength: 120 },
  },
  other_specialities: {
    basic_clinic_speciality_id: { required: true, min: 1 },
    name: { required: true, maxLength: 120 },
  },
} as const;
export const signUpHospitalRules = {
  phone_number: { required: true, pattern: /^[6-9][0-9]{9}$/ },
  password: { required: true, minLength: 15, maxLength: 256 },
  name: { required: true, maxLength: 120 },
  email: { required: true, maxLength: 254, pattern: /^[^\s@]+@[^\s@]+\.[^\s@]+$/ },
} as const;
export const createCmsDataRules = {
  phone_number: { required: true, pattern: /^[0-9]{10}$/ },
} as const;
export const createGrowthDataRules = {
  phone_number: { required: true, pattern: /^[0-9]{10}$/ },
} as const;
export const listClinicsOfNumberRules = {
  phone_number: { required: true, pattern: /^[0-9]{10}$/ },
} as const;
export const listGenerationsRules = {
  page: { min: 1, max: 10000000 },
  perpage: { min: 1, max: 500 },
} as const;
export const listDevicesRules = {
  page: { min: 1, max: 10000000 },
  perpage: { min: 1, max: 500 },
  device_type: {},
} as const;
export const deleteAllDevicesRules = {
  device_type: {},
} as const;
export const reportDevicesRules = {
  devices: {
    device_key: { required: true, maxLength: 200 },
    user_id: { required: true, min: 1 },
    app_type: { required: true },
    app_version: { required: true, maxLength: 40 },
    device_type: { required: true },
    device_version: { required: true, maxLength: 40 },
    seen_at: { required: true },
  },
} as const;
export const listDoctorsRules = {
  page: { min: 1, max: 10000000 },
  perpage: { min: 1, max: 500 },
  search_text: { maxLength: 500 },
  filter_text: {},
} as const;
export const updateDoctorRules = {
  id: { required: true, min: 1 },
  dob: { pattern: /^[0-9]{2}-[0-9]{2}-[0-9]{4}$/ },
  name: { maxLength: 120 },
  phone_number: { pattern: /^[6-9][0-9]{9}$/ },
  speciality: { maxLength: 120 },
  exp: { min: 0, max: 80 },
  gender: {},
  patients_per_hour: { min: 1, max: 60 },
  bio: { maxLength: 2000 },
  reg_nbr: { maxLength: 500 },
  reg_photo_url: { maxLength: 2000 },
} as const;
export const verifyDoctorRules = {
  verify_status: { required: true },
  verification_reason: {},
} as const;
export const listDraftsRules = {
  form: { pattern: /^[a-z][A-Za-z]{1,39}(\.[0-9]{1,19}){0,2}$/ },
} as const;
export const saveDraftRules = {
  form: { required: true, pattern: /^[a-z][A-Za-z]{1,39}(\.[0-9]{1,19}){0,2}$/ },
  values: { required: true },
  began_with: { required: true },
} as const;
export const exportListRules = {
  filters: { required: true },
  columns: {
    title: { required: true, maxLength: 120 },
    fields: { required: true },
  },
  format: {},
} as const;
export const listFollowUpsRules = {
  page: { min: 1, max: 10000000 },
  perpage: { min: 1, max: 500 },
  mine: {},
  owner: { min: 1 },
  role: {},
  unattended: {},
  state: {},
  due_until: {},
  record: { maxLength: 30, pattern: /^(clinic|doctor|user|pharmacy|lab|campaign|referral):[1-9][0-9]{0,17}$/ },
  search_text: { maxLength: 500 },
} as const;
export const createFollowUpRules = {
  owner_id: { min: 1 },
  owner_role: {},
  what: { required: true, maxLength: 500 },
  due: { required: true },
  record: { required: true, maxLength: 30, pattern: /^(clinic|doctor|user|pharmacy|lab|campaign|referral):[1-9][0-9]{0,17}$/ },
} as const;
export const updateFollowUpRules = {
  owner_id: { min: 1 },
  owner_role: {},
  what: { required: true, maxLength: 500 },
  due: { required: true },
} as const;
export const closeFollowUpRules = {
  state: { required: true },
  reason: { maxLength: 500 },
} as const;
export const handOverFollowUpsRules = {
  owner_id: { min: 1 },
  owner_role: {},
  ids: { required: true },
  note: { maxLength: 500 },
} as const;
export const listJobsRules = {
  page: { min: 1, max: 10000000 },
  perpage: { min: 1, max: 500 },
  state: {},
  kind: { maxLength: 80 },
} as const;
export const listKeysRules = {
  page: { min: 1, max: 10000000 },
  perpage: { min: 1, max: 500 },
} as const;
export const listKeyRequestsRules = {
  key_id: { min: 1 },
  since: {},
  until: {},
  page: { min: 1, max: 10000000 },
  perpage: { min: 1, max: 500 },
  status: {},
  call_name: { maxLength: 80 },
  code: { maxLength: 80 },
} as const;
export const readKeyLogSummaryRules = {
  key_id: { min: 1 },
  since: {},
  until: {},
} as const;
export const createKeyRules = {
  name: { required: true, maxLength: 120 },
  scopes: { required: true },
  expires_in_days: { required: true, min: 1, max: 730 },
  per_minute: { min: 1, max: 60000 },
} as const;
export const rotateKeyRules = {
  overlap_hours: { min: 0, max: 168 },
} as const;
export const listLabsRules = {
  page: { min: 1, max: 10000000 },
  perpage: { min: 1, max: 500 },
  search_text: { maxLength: 500 },
  filter_text: { maxLength: 500 },
} as const;
export const listLeadsRules = {
  page: { min: 1, max: 10000000 },
  perpage: { min: 1, max: 500 },
  start_time: {},
  end_time: {},
  clinic_id: { min: 1 },
  ad_campaign_id: { min: 1 },
  search_text: { maxLength: 500 },
} as const;
export const exportLeadsRules = {
  start_time: {},
  end_time: {},
  clinic_id: { min: 1 },
  ad_campaign_id: { min: 1 },
  search_text: { maxLength: 500 },
} as const;
export const uploadLeadsRules = {
  file0: { required: true },
  columns: {},
  corrections: {
    row: { required: true, min: 1, max: 2000000 },
    column_number: { required: true, min: 1, max: 100 },
    text: { required: true, maxLength: 500 },
  },
} as const;
export const checkLeadsRules = {
  file0: { required: true },
  columns: {},
  corrections: {
    row: { required: true, min: 1, max: 2000000 },
    column_number: { required: true, min: 1, max: 100 },
    text: { required: true, maxLength: 500 },
  },
} as const;
export const listLeadUploadsRules = {
  page: { min: 1, max: 10000000 },
  perpage: { min: 1, max: 500 },
  clinic_id: { min: 1 },
} as const;
export const updateClinicSettingsRules = {
  ipd_enabled: {},
  surgery_enabled: {},
  abdm_enabled: {},
} as const;
export const listNewsArticlesRules = {
  page: { min: 1, max: 10000000 },
  perpage: { min: 1, max: 500 },
  start_time: {},
  end_time: {},
  search_text: { maxLength: 500 },
  published: {},
  news_tag_ids: { pattern: /^[1-9][0-9]{0,14}(,[1-9][0-9]{0,14})*$/ },
  news_type: { maxLength: 50 },
} as const;
export const findNewsArticlesRules = {
  page: { min: 1, max: 10000000 },
  perpage: { min: 1, max: 500 },
  start_time: {},
  end_time: {},
  search_text: { maxLength: 500 },
  published: {},
  news_tag_ids: { pattern: /^[1-9][0-9]{0,14}(,[1-9][0-9]{0,14})*$/ },
  news_type: { maxLength: 50 },
  city: { maxLength: 120 },
  state: { maxLength: 120 },
  speciality: { maxLength: 120 },
} as const;
export const createNewsArticleRules = {
  news_type: { required: true },
  news_date: { required: true },
  title: { maxLength: 300 },
  event_name: { maxLength: 300 },
  news_text: { required: true, maxLength: 20000 },
  source_name: { required: true, maxLength: 120 },
  source_link: { required: true, maxLength: 2000, pattern: /^[Hh][Tt][Tt][Pp][Ss]?:\/\/[^\s\/?#@\\]+([\/?#]\S*)?$/ },
  source_thumbnail_url: { maxLength: 2000, pattern: /^[Hh][Tt][Tt][Pp][Ss]?:\/\/[^\s\/?#@\\]+([\/?#]\S*)?$/ },
  photo_url: { maxLength: 2000, pattern: /^[Hh][Tt][Tt][Pp][Ss]?:\/\/[^\s\/?#@\\]+([\/?#]\S*)?$/ },
  published: {},
  news_tags: {
    id: { min: 1 },
    tag_name: { maxLength: 60 },
  },
  city: { maxLength: 120 },
  state: { maxLength: 120 },
  basic_clinic_specialities: {},
  news_label: { maxLength: 120 },
  basic_pharma_id: { min: 1 },
  event_start_ts: {},
  event_end_ts: {},
  all_day: {},
  event_type: {},
  credit_hours: { decimal: true, min: 0, max: 1000 },
} as const;
export const updateNewsArticleRules = {
  news_type: { required: true },
  news_date: { required: true },
  title: { maxLength: 300 },
  event_name: { maxLength: 300 },
  news_text: { required: true, maxLength: 20000 },
  source_name: { required: true, maxLength: 120 },
  source_link: { required: true, maxLength: 2000, pattern: /^[Hh][Tt][Tt][Pp][Ss]?:\/\/[^\s\/?#@\\]+([\/?#]\S*)?$/ },
  source_thumbnail_url: { maxLength: 2000, pattern: /^[Hh][Tt][Tt][Pp][Ss]?:\/\/[^\s\/?#@\\]+([\/?#]\S*)?$/ },
  photo_url: { maxLength: 2000, pattern: /^[Hh][Tt][Tt][Pp][Ss]?:\/\/[^\s\/?#@\\]+([\/?#]\S*)?$/ },
  published: {},
  news_tags: {
    id: { min: 1 },
    tag_name: { maxLength: 60 },
  },
  city: { maxLength: 120 },
  state: { maxLength: 120 },
  basic_clinic_specialities: {},
  news_label: { maxLength: 120 },
  basic_pharma_id: { min: 1 },
  event_start_ts: {},
  event_end_ts: {},
  all_day: {},
  event_type: {},
  credit_hours: { decimal: true, min: 0, max: 1000 },
} as const;
export const deleteNewsArticlesRules = {
  ids: { required: true, pattern: /^[1-9][0-9]{0,14}(,[1-9][0-9]{0,14})*$/ },
} as const;
export const publishNewsArticlesRules = {
  notify_desc: { maxLength: 240 },
} as const;
export const listDeletedNewsArticlesRules = {
  page: { min: 1, max: 10000000 },
  perpage: { min: 1, max: 500 },
  search_text: { maxLength: 500 },
} as const;
export const restoreNewsArticlesRules = {
  ids: { required: true, pattern: /^[1-9][0-9]{0,14}(,[1-9][0-9]{0,14})*$/ },
} as const;
export const findDuplicatesRules = {
  ids: { required: true, pattern: /^[1-9][0-9]{0,14}(,[1-9][0-9]{0,14})*$/ },
} as const;
export const findDuplicatesOfRules = {
  news_date: { required: true },
  title: { maxLength: 300 },
  source_link: { maxLength: 2000, pattern: /^[Hh][Tt][Tt][Pp][Ss]?:\/\/[^\s\/?#@\\]+([\/?#]\S*)?$/ },
  but: { min: 1 },
} as const;
export const listNewsTagsRules = {
  page: { min: 1, max: 10000000 },
  perpage: { min: 1, max: 500 },
  sort_by: {},
  sort_order: {},
} as const;
export const mergeNewsTagsRules = {
  tag_ids: { required: true },
} as const;
export const listPharmaInterestsRules = {
  page: { min: 1, max: 10000000 },
  perpage: { min: 1, max: 500 },
} as const;
export const listCmeInterestsRules = {
  page: { min: 1, max: 10000000 },
  perpage: { min: 1, max: 500 },
} as const;
export const addNewsEventsRules = {
  events: {
    id: { required: true },
    kind: { required: true },
    article_id: { required: true, min: 1 },
    doctor_id: { min: 1 },
    occurred_at: { required: true },
  },
} as const;
export const listNotesRules = {
  page: { min: 1, max: 10000000 },
  perpage: { min: 1, max: 500 },
  record: { maxLength: 40, pattern: /^(clinic|doctor|user|pharmacy|lab|campaign|referral|change_request):[1-9][0-9]{0,17}$/ },
  search_text: { maxLength: 500 },
  author: { min: 1 },
  pinned: {},
  mentioned: {},
} as const;
export const createNoteRules = {
  record: { required: true, maxLength: 40, pattern: /^(clinic|doctor|user|pharmacy|lab|campaign|referral|change_request):[1-9][0-9]{0,17}$/ },
  text: { required: true, maxLength: 4000 },
  mentions: {},
} as const;
export const updateNoteRules = {
  text: { maxLength: 4000 },
  mentions: {},
  pinned: {},
} as const;
export const listMentionsRules = {
  page: { min: 1, max: 10000000 },
  perpage: { min: 1, max: 500 },
  unread: {},
} as const;
export const markMentionsReadRules = {
  note_ids: {},
} as const;
export const listPaymentsRules = {
  page: { min: 1, max: 10000000 },
  perpage: { min: 1, max: 500 },
  payment_type: {},
  start_date: {},
  end_date: {},
} as const;
export const addManualPaymentRules = {
  clinic_id: { required: true, min: 1 },
  razorpay_payment_id: { required: true, maxLength: 50, pattern: /^pay_[A-Za-z0-9]{14}$/ },
  razorpay_order_id: { required: true, maxLength: 50, pattern: /^order_[A-Za-z0-9]{14}$/ },
} as const;
export const listAllPaymentsRules = {
  page: { min: 1, max: 10000000 },
  perpage: { min: 1, max: 500 },
  reference: { maxLength: 50 },
  status: { pattern: /^(captured|authorized|failed|refunded|pending|success|completed)(,(captured|authorized|failed|refunded|pending|success|completed))*$/ },
  clinic_id: { min: 1 },
  start_date: {},
  end_date: {},
} as const;
export const findPaymentsRules = {
  reference: { required: true, maxLength: 50 },
} as const;
export const listPharmaciesRules = {
  page: { min: 1, max: 10000000 },
  perpage: { min: 1, max: 500 },
  search_text: { maxLength: 500 },
  filter_text: { maxLength: 500 },
} as const;
export const suggestPlacesRules = {
  text: { required: true, maxLength: 200 },
  limit: { min: 1, max: 20 },
} as const;
export const announcePresenceRules = {
  tab: { required: true, pattern: /^[0-9a-f]{32}$/ },
  editing: {},
} as const;
export const endPresenceRules = {
  tab: { required: true, pattern: /^[0-9a-f]{32}$/ },
} as const;
export const listPromoCodesRules = {
  page: { min: 1, max: 10000000 },
  perpage: { min: 1, max: 500 },
} as const;
export const findPromoCodesRules = {
  page: { min: 1, max: 10000000 },
  perpage: { min: 1, max: 500 },
  search_text: { maxLength: 500 },
} as const;
export const createPromoCodeRules = {
  promo_code_name: { required: true, maxLength: 120 },
  single_use: {},
  expiry: { required: true },
  discount_amount: { min: 1, max: 1000000 },
  discount_percentage: { min: 1, max: 100 },
} as const;
export const updatePromoCodeRules = {
  promo_code_name: { required: true, maxLength: 120 },
  single_use: {},
  expiry: { required: true },
  discount_amount: { min: 1, max: 1000000 },
  discount_percentage: { min: 1, max: 100 },
} as const;
export const listEventsRules = {
  channels: { required: true, pattern: /^(admin|change_requests|news|notes|presence|records|referrals|today|jobs|app:auth|app:cms|app:doctor|app:growth|app:billing|app:patient|app:admin|app:wp_admin|app:cc)(,(admin|change_requests|news|notes|presence|records|referrals|today|jobs|app:auth|app:cms|app:doctor|app:growth|app:billing|app:patient|app:admin|app:wp_admin|app:cc))*$/ },
  since: { min: 0 },
  only_latest: {},
} as const;
export const keepRecentRules = {
  name: { maxLength: 120 },
  pinned: {},
} as const;
export const listReferralsRules = {
  page: { min: 1, max: 10000000 },
  perpage: { min: 1, max: 500 },
} as const;
export const findReferralsRules = {
  page: { min: 1, max: 10000000 },
  perpage: { min: 1, max: 500 },
  search_text: { maxLength: 500 },
  waiting: {},
} as const;
export const reportReferralsRules = {
  referrals: {
    unique_id: { required: true, maxLength: 100 },
    referred_by_doctor: {
      name: { required: true, maxLength: 120 },
      country_code: { maxLength: 4 },
      phone_number: { pattern: /^[0-9]{10}$/ },
      speciality: { maxLength: 120 },
    },
    referred_to_doctor: {
      name: { required: true, maxLength: 120 },
      country_code: { maxLength: 4 },
      phone_number: { pattern: /^[0-9]{10}$/ },
      speciality: { maxLength: 120 },
    },
    appointment_count: { min: 0, max: 1000000 },
    notes: {},
    changed_at: { required: true },
  },
} as const;
export const listReleaseNotesRules = {
  page: { min: 1, max: 10000000 },
  perpage: { min: 1, max: 500 },
} as const;
export const createReleaseNoteRules = {
  title: { required: true, maxLength: 300 },
  note_text: { required: true, maxLength: 10000 },
  publish: {},
  published_at: {},
} as const;
export const updateReleaseNoteRules = {
  title: { required: true, maxLength: 300 },
  note_text: { required: true, maxLength: 10000 },
  publish: {},
  published_at: {},
} as const;
export const markWhatsNewReadRules = {
  read_until: { required: true },
} as const;
export const startRunRules = {
  description: { required: true, maxLength: 120 },
  targets: { required: true, min: 1, max: 10000000 },
} as const;
export const addScheduleRules = {
  days: { required: true },
  start_time: { required: true, pattern: /^([01][0-9]|2[0-3]):[0-5][0-9]$/ },
  end_time: { required: true, pattern: /^([01][0-9]|2[0-3]):[0-5][0-9]$/ },
  timezone: { maxLength: 64 },
  discounted_fees: { min: 1, max: 1000000 },
} as const;
export const updateScheduleRules = {
  days: { required: true },
  start_time: { required: true, pattern: /^([01][0-9]|2[0-3]):[0-5][0-9]$/ },
  end_time: { required: true, pattern: /^([01][0-9]|2[0-3]):[0-5][0-9]$/ },
  timezone: { maxLength: 64 },
  discounted_fees: { min: 1, max: 1000000 },
  scheduleId: { min: 1 },
} as const;
export const signInRules = {
  phone_number: { required: true, pattern: /^[0-9]{10}$/ },
  password: { required: true, maxLength: 256 },
} as const;
export const refreshSessionRules = {
  refresh_token: { required: true, maxLength: 4096 },
} as const;
export const changePasswordRules = {
  old_password: { required: true, maxLength: 256 },
  new_password: { required: true, minLength: 15, maxLength: 256 },
} as const;
export const confirmSessionRules = {
  password: { required: true, maxLength: 256 },
} as const;
export const listSessionsRules = {
  page: { min: 1, max: 10000000 },
  perpage: { min: 1, max: 500 },
  user_id: { min: 1 },
} as const;
export const endOtherSessionsRules = {
  user_id: { min: 1 },
} as const;
export const listStaffRules = {
  search_text: { maxLength: 500 },
} as const;
export const listBillingPlansRules = {
  plan_type: { maxLength: 40 },
} as const;
export const addManualSubscriptionRules = {
  billing_plan_id: { required: true, min: 1 },
  razorpay_payment_id: { required: true, maxLength: 50 },
  razorpay_order_id: { required: true, maxLength: 50 },
  gstin: { maxLength: 50 },
} as const;
export const readTimelineRules = {
  record: { required: true, maxLength: 30, pattern: /^(clinic|doctor|user|pharmacy|lab|campaign|referral):[1-9][0-9]{0,17}$/ },
  groups: { pattern: /^(people|money|modules|notes|other)(,(people|money|modules|notes|other))*$/ },
  changes_only: {},
  before: { maxLength: 100 },
  limit: { min: 10, max: 100 },
} as const;
export const claimNextItemRules = {
  sources: {},
} as const;
export const snoozeItemRules = {
  until: { required: true },
  note: { maxLength: 4000 },
} as const;
export const listUniversitiesRules = {
  page: { min: 1, max: 10000000 },
  perpage: { min: 1, max: 500 },
  name: { maxLength: 500 },
} as const;
export const createUniversityRules = {
  name: { required: true, maxLength: 120 },
  rank: { min: 1, max: 1000000 },
} as const;
export const updateUniversityRules = {
  name: { required: true, maxLength: 120 },
  rank: { min: 1, max: 1000000 },
} as const;
export const presignUploadsRules = {
  files: {
    bucket: { required: true },
    file_path: { required: true, maxLength: 2000, pattern: /[^\/]\.([jJ][pP][eE]?[gG]|[pP][nN][gG]|[tT][iI][fF][fF]?)$/ },
  },
} as const;
export const listUsersRules = {
  page: { min: 1, max: 10000000 },
  perpage: { min: 1, max: 500 },
  search_text: { maxLength: 500 },
  active_users: {},
} as const;
export const updateUserRules = {
  growth_enabled: {},
  packages_enabled: {},
  user_status: {},
} as const;
export const saveLayoutRules = {
  columns: {
    name: { required: true, pattern: /^[A-Za-z][A-Za-z0-9_.]{0,79}$/ },
    shown: {},
    width: { min: 40, max: 1000 },
  },
} as const;
export const listViewsRules = {
  page: { min: 1, max: 10000000 },
  perpage: { min: 1, max: 500 },
  list_name: { pattern: /^[A-Z][A-Za-z]{2,59}$/ },
} as const;
export const createViewRules = {
  name: { required: true, maxLength: 120 },
  filters: { required: true },
  columns: {
    name: { required: true, pattern: /^[A-Za-z][A-Za-z0-9_.]{0,79}$/ },
    shown: {},
    width: { min: 40, max: 1000 },
  },
  shared: {},
  list_name: { required: true, pattern: /^[A-Z][A-Za-z]{2,59}$/ },
} as const;
export const updateViewRules = {
  name: { required: true, maxLength: 120 },
  filters: { required: true },
  columns: {
    name: { required: true, pattern: /^[A-Za-z][A-Za-z0-9_.]{0,79}$/ },
    shown: {},
    width: { min: 40, max: 1000 },
  },
  shared: {},
} as const;
export const setWeeklyNewsRules = {
  news_articles: {
    id: { required: true, min: 1 },
    sequence: { required: true, min: 1, max: 10 },
  },
} as const;
export const removeWeeklyNewsRules = {
  news_article_ids: { required: true, pattern: /^[1-9][0-9]{0,14}(,[1-9][0-9]{0,14})*$/ },
} as const;
