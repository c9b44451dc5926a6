// Written by sdk/generate.py from the calls in sdk/careops/calls. Do not edit.
/** Of every call that reads: its area and its name in the SDK and the terminal. */
export const callNames: Record<string, readonly [area: string, name: string]> = {
  "/careops/alarms": [
    "alarms",
    "ListAlarms"
  ],
  "/admin/audit_trails/summary": [
    "audit",
    "ReadAuditSummary"
  ],
  "/admin/audit_trails": [
    "audit",
    "ListAuditTrails"
  ],
  "/careops/audit_trails": [
    "audit",
    "FindAuditTrails"
  ],
  "/careops/activity": [
    "audit",
    "ReadActivity"
  ],
  "/careops/broadcasts/reach": [
    "broadcasts",
    "ReadReach"
  ],
  "/careops/broadcasts": [
    "broadcasts",
    "ListBroadcasts"
  ],
  "/careops/broadcasts/{broadcast_id}": [
    "broadcasts",
    "ReadAdoption"
  ],
  "/careops/broadcasts/{broadcast_id}/devices": [
    "broadcasts",
    "ListReachedDevices"
  ],
  "/admin/ad_campaigns": [
    "campaigns",
    "ListAdCampaigns"
  ],
  "/careops/campaigns": [
    "campaigns",
    "FindAdCampaigns"
  ],
  "/careops/campaigns/{campaign_id}/pulse": [
    "campaigns",
    "ReadCampaignPulse"
  ],
  "/careops/campaigns/{campaign_id}": [
    "campaigns",
    "ReadAdCampaign"
  ],
  "/admin/care_cities": [
    "care_cities",
    "ListCareCities"
  ],
  "/careops/care_cities/{city_id}": [
    "care_cities",
    "ReadCareCity"
  ],
  "/careops/care_cities/check": [
    "care_cities",
    "CheckCareCity"
  ],
  "/careops/banks/{ifsc}": [
    "catalogue",
    "ReadBank"
  ],
  "/careops/change_requests": [
    "change_requests",
    "ListChangeRequests"
  ],
  "/careops/change_request_authors": [
    "change_requests",
    "ListRequestAuthors"
  ],
  "/careops/change_requests/{request_id}": [
    "change_requests",
    "ReadChangeRequest"
  ],
  "/careops/change_requests/{request_id}/targets": [
    "change_requests",
    "ListRequestTargets"
  ],
  "/careops/change_requests/{request_id}/difference": [
    "change_requests",
    "CompareRevisions"
  ],
  "/careops/approval_policies": [
    "change_requests",
    "ReadApprovalPolicies"
  ],
  "/careops/freeze_periods": [
    "change_requests",
    "ReadFreezePeriods"
  ],
  "/admin/clinics/{clinic_id}/clinic_admin": [
    "clinic_admins",
    "ListClinicAdmins"
  ],
  "/doctors": [
    "clinic_doctors",
    "FindDoctors"
  ],
  "/clinics/{clinic_id}/clinic_doctors/{clinic_doctor_id}": [
    "clinic_doctors",
    "ReadClinicDoctor"
  ],
  "/admin/clinics": [
    "clinics",
    "ListClinics"
  ],
  "/admin/clinics/{id}": [
    "clinics",
    "ReadClinic"
  ],
  "/careops/clinics/{clinic_id}/summary": [
    "clinics",
    "ReadClinicSummary"
  ],
  "/careops/data_generation/clinics": [
    "data_generation",
    "ListClinicsOfNumber"
  ],
  "/careops/data_generation": [
    "data_generation",
    "ListGenerations"
  ],
  "/admin/users/{user_id}/devices": [
    "devices",
    "ListDevices"
  ],
  "/admin/doctors": [
    "doctors",
    "ListDoctors"
  ],
  "/doctors/{id}": [
    "doctors",
    "ReadDoctor"
  ],
  "/admin/doctors/{id}": [
    "doctors",
    "ReadDoctorDetail"
  ],
  "/careops/doctors/{id}/dossier": [
    "doctors",
    "ReadDossier"
  ],
  "/careops/drafts": [
    "drafts",
    "ListDrafts"
  ],
  "/careops/follow_ups": [
    "follow_ups",
    "ListFollowUps"
  ],
  "/careops/follow_ups/{follow_up_id}": [
    "follow_ups",
    "ReadFollowUp"
  ],
  "/careops/jobs": [
    "jobs",
    "ListJobs"
  ],
  "/careops/jobs/{job_id}": [
    "jobs",
    "ReadJob"
  ],
  "/careops/keys": [
    "keys",
    "ListKeys"
  ],
  "/careops/keys/requests": [
    "keys",
    "ListKeyRequests"
  ],
  "/careops/keys/requests/summary": [
    "keys",
    "ReadKeyLogSummary"
  ],
  "/admin/labs": [
    "labs",
    "ListLabs"
  ],
  "/admin/labs/{lab_id}": [
    "labs",
    "ReadLab"
  ],
  "/admin/ad_campaign_leads": [
    "leads",
    "ListLeads"
  ],
  "/careops/leads/{lead_id}/known_before": [
    "leads",
    "ReadKnownBefore"
  ],
  "/careops/lead_uploads": [
    "leads",
    "ListLeadUploads"
  ],
  "/spec_modules": [
    "modules",
    "ListSpecModules"
  ],
  "/careops/clinics/{clinic_id}/module_changes": [
    "modules",
    "ListModuleChanges"
  ],
  "/admin/news_articles/list": [
    "news",
    "ListNewsArticles"
  ],
  "/careops/news_articles": [
    "news",
    "FindNewsArticles"
  ],
  "/careops/news_articles/{article_id}": [
    "news",
    "ReadNewsArticle"
  ],
  "/careops/deleted_news_articles": [
    "news",
    "ListDeletedNewsArticles"
  ],
  "/careops/news_articles/twins": [
    "news",
    "FindDuplicates"
  ],
  "/careops/news_articles/alike": [
    "news",
    "FindDuplicatesOf"
  ],
  "/careops/news_feeds": [
    "news",
    "ListNewsFeeds"
  ],
  "/admin/news_tags": [
    "news_insights",
    "ListNewsTags"
  ],
  "/careops/news_tags/twins": [
    "news_insights",
    "FindDuplicateTags"
  ],
  "/admin/doctors/news_stats": [
    "news_insights",
    "ReadNewsStats"
  ],
  "/admin/news_articles/pharma_interests": [
    "news_insights",
    "ListPharmaInterests"
  ],
  "/admin/news_articles/cme_interests": [
    "news_insights",
    "ListCmeInterests"
  ],
  "/careops/notes": [
    "notes",
    "ListNotes"
  ],
  "/careops/notes/{note_id}": [
    "notes",
    "ReadNote"
  ],
  "/careops/mentions": [
    "notes",
    "ListMentions"
  ],
  "/admin/clinics/{clinic_id}/payments/list": [
    "payments",
    "ListPayments"
  ],
  "/careops/all_payments": [
    "payments",
    "ListAllPayments"
  ],
  "/careops/all_payments/{payment_id}": [
    "payments",
    "ReadPayment"
  ],
  "/careops/payments": [
    "payments",
    "FindPayments"
  ],
  "/admin/pharmacies": [
    "pharmacies",
    "ListPharmacies"
  ],
  "/admin/pharmacies/{pharmacy_id}": [
    "pharmacies",
    "ReadPharmacy"
  ],
  "/careops/places": [
    "places",
    "SuggestPlaces"
  ],
  "/careops/presence/{kind}/{record_id}": [
    "presence",
    "ListPresence"
  ],
  "/admin/billing_promo_codes": [
    "promo_codes",
    "ListPromoCodes"
  ],
  "/careops/promo_codes": [
    "promo_codes",
    "FindPromoCodes"
  ],
  "/careops/promo_codes/{code_id}": [
    "promo_codes",
    "ReadPromoCode"
  ],
  "/careops/events": [
    "realtime",
    "ListEvents"
  ],
  "/careops/recents": [
    "recents",
    "ListRecents"
  ],
  "/referrals": [
    "referrals",
    "ListReferrals"
  ],
  "/careops/referrals": [
    "referrals",
    "FindReferrals"
  ],
  "/careops/referrals/{referral_id}": [
    "referrals",
    "ReadReferral"
  ],
  "/admin/release_notes": [
    "release_notes",
    "ListReleaseNotes"
  ],
  "/careops/release_notes/{note_id}": [
    "release_notes",
    "ReadReleaseNote"
  ],
  "/careops/whats_new": [
    "release_notes",
    "ReadWhatsNew"
  ],
  "/careops/doctors/{doctor_id}/schedules": [
    "schedules",
    "ListDoctorSchedules"
  ],
  "/careops/clinics/{clinic_id}/clinic_doctors/{doctor_id}/schedules/{schedule_id}": [
    "schedules",
    "ReadSchedule"
  ],
  "/careops/session": [
    "session",
    "ReadSession"
  ],
  "/careops/sessions": [
    "session",
    "ListSessions"
  ],
  "/careops/staff": [
    "staff",
    "ListStaff"
  ],
  "/admin/billing_plans": [
    "subscriptions",
    "ListBillingPlans"
  ],
  "/admin/users/{user_id}/billing_payments": [
    "subscriptions",
    "ListBillingPayments"
  ],
  "/careops/timeline": [
    "timeline",
    "ReadTimeline"
  ],
  "/careops/today": [
    "today",
    "ReadToday"
  ],
  "/admin/basic_universities": [
    "universities",
    "ListUniversities"
  ],
  "/careops/universities/{university_id}": [
    "universities",
    "ReadUniversity"
  ],
  "/admin/users": [
    "users",
    "ListUsers"
  ],
  "/admin/users/{user_id}": [
    "users",
    "ReadUser"
  ],
  "/careops/layouts": [
    "views",
    "ListLayouts"
  ],
  "/careops/views": [
    "views",
    "ListViews"
  ],
  "/admin/weekly_news": [
    "weekly_news",
    "ReadWeeklyNews"
  ],
  "/careops/weekly_news/order": [
    "weekly_news",
    "ReadWeeklyOrder"
  ],
  "/careops/weekly_news/best": [
    "weekly_news",
    "ListBestNews"
  ]
};
