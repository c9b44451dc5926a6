// Written by sdk/generate.py from the calls in sdk/careops/calls. Do not edit.
export const accountTypes = ["super_admin", "customer_care", "billing_admin"] as const;
export const countryCode = "91" as const;
export const timezone = "Asia/Kolkata" as const;
export const phoneDigits = 10 as const;
export const pageSize = 10 as const;
export const maxPageSize = 500 as const;
export const featureFlags = ["ipd_enabled", "surgery_enabled", "abdm_enabled"] as const;
export const searchDebounceMs = 500 as const;
export const clinicSearchDebounceMs = 800 as const;
export const auditSearchDebounceMs = 200 as const;
export const auditMaxDays = 90 as const;
export const auditDefaultDays = 30 as const;
export const successNoticeMs = 4500 as const;
export const infoNoticeMs = 8000 as const;
export const passwordMin = 15 as const;
export const languages = ["en", "hi", "pb"] as const;
export const defaultLanguage = "en" as const;
