// Written by sdk/generate.py from the calls in sdk/careops/calls. Do not edit.
/** Names of a call in the SDK and the terminal, and the parameters in its body. */
export interface ChangeName {
  area: string;
  name: string;
  /** The key under which the whole body is nested. */
  inside: string | null;
  /** Fields of the body that repeat parameters of the path. */
  again: readonly string[];
  /** Passwords and the like, which are never written anywhere. */
  secrets: readonly string[];
  /** Lists that the terminal takes from standard input only, because they contain personal data. */
  stdin: readonly string[];
}
/** Of every other call, such as a change, by its method and path. */
export const changeNames: Record<string, ChangeName> = {
  "post /careops/audit_events": {
    "area": "audit",
    "name": "AddAuditEvents",
    "inside": null,
    "again": [],
    "secrets": [],
    "stdin": [
      "events"
    ]
  },
  "post /web_upgrade": {
    "area": "broadcasts",
    "name": "SendWebUpgrade",
    "inside": null,
    "again": [],
    "secrets": [],
    "stdin": []
  },
  "post /admin/users/reset_web_version": {
    "area": "broadcasts",
    "name": "SendRelogin",
    "inside": null,
    "again": [],
    "secrets": [],
    "stdin": []
  },
  "put /admin/ad_campaigns/{campaign_id}": {
    "area": "campaigns",
    "name": "UpdateAdCampaign",
    "inside": null,
    "again": [],
    "secrets": [],
    "stdin": []
  },
  "post /admin/care_cities": {
    "area": "care_cities",
    "name": "CreateCareCity",
    "inside": null,
    "again": [],
    "secrets": [],
    "stdin": []
  },
  "put /admin/care_cities/{city_id}": {
    "area": "care_cities",
    "name": "UpdateCareCity",
    "inside": null,
    "again": [],
    "secrets": [],
    "stdin": []
  },
  "delete /admin/care_cities/{city_id}": {
    "area": "care_cities",
    "name": "DeleteCareCity",
    "inside": null,
    "again": [],
    "secrets": [],
    "stdin": []
  },
  "post /_search": {
    "area": "catalogue",
    "name": "SearchCatalogue",
    "inside": null,
    "again": [],
    "secrets": [],
    "stdin": []
  },
  "post /careops/change_requests/preview": {
    "area": "change_requests",
    "name": "PreviewChangeRequest",
    "inside": null,
    "again": [],
    "secrets": [],
    "stdin": [
      "changes"
    ]
  },
  "post /careops/change_requests": {
    "area": "change_requests",
    "name": "CreateChangeRequest",
    "inside": null,
    "again": [],
    "secrets": [],
    "stdin": [
      "changes"
    ]
  },
  "put /careops/change_requests/{request_id}/read": {
    "area": "change_requests",
    "name": "MarkChangeRequestRead",
    "inside": null,
    "again": [],
    "secrets": [],
    "stdin": []
  },
  "post /careops/change_requests/{request_id}/revisions": {
    "area": "change_requests",
    "name": "ReviseChangeRequest",
    "inside": null,
    "again": [],
    "secrets": [],
    "stdin": [
      "changes"
    ]
  },
  "post /careops/change_requests/{request_id}/approve": {
    "area": "change_requests",
    "name": "ApproveChangeRequest",
    "inside": null,
    "again": [],
    "secrets": [],
    "stdin": []
  },
  "post /careops/change_requests/{request_id}/object": {
    "area": "change_requests",
    "name": "ObjectToChangeRequest",
    "inside": null,
    "again": [],
    "secrets": [],
    "stdin": []
  },
  "post /careops/change_requests/{request_id}/withdraw": {
    "area": "change_requests",
    "name": "WithdrawReview",
    "inside": null,
    "again": [],
    "secrets": [],
    "stdin": []
  },
  "post /careops/change_requests/{request_id}/dismiss": {
    "area": "change_requests",
    "name": "DismissObjection",
    "inside": null,
    "again": [],
    "secrets": [],
    "stdin": []
  },
  "post /careops/change_requests/{request_id}/apply": {
    "area": "change_requests",
    "name": "ApplyChangeRequest",
    "inside": null,
    "again": [],
    "secrets": [],
    "stdin": []
  },
  "post /careops/change_requests/{request_id}/pause": {
    "area": "change_requests",
    "name": "PauseChangeRequest",
    "inside": null,
    "again": [],
    "secrets": [],
    "stdin": []
  },
  "post /careops/change_requests/{request_id}/resume": {
    "area": "change_requests",
    "name": "ResumeChangeRequest",
    "inside": null,
    "again": [],
    "secrets": [],
    "stdin": []
  },
  "post /careops/change_requests/{request_id}/stop": {
    "area": "change_requests",
    "name": "StopChangeRequest",
    "inside": null,
    "again": [],
    "secrets": [],
    "stdin": []
  },
  "post /careops/change_requests/{request_id}/propose_again": {
    "area": "change_requests",
    "name": "ProposeAgain",
    "inside": null,
    "again": [],
    "secrets": [],
    "stdin": []
  },
  "post /careops/change_requests/{request_id}/close": {
    "area": "change_requests",
    "name": "CloseChangeRequest",
    "inside": null,
    "again": [],
    "secrets": [],
    "stdin": []
  },
  "post /careops/change_requests/{request_id}/undo": {
    "area": "change_requests",
    "name": "UndoChangeRequest",
    "inside": null,
    "again": [],
    "secrets": [],
    "stdin": []
  },
  "post /careops/change_requests/undo_run": {
    "area": "change_requests",
    "name": "UndoRun",
    "inside": null,
    "again": [],
    "secrets": [],
    "stdin": []
  },
  "post /careops/change_requests/{request_id}/bypass": {
    "area": "change_requests",
    "name": "BypassChangeRequest",
    "inside": null,
    "again": [],
    "secrets": [],
    "stdin": []
  },
  "post /careops/change_requests/{request_id}/review_bypass": {
    "area": "change_requests",
    "name": "ReviewBypass",
    "inside": null,
    "again": [],
    "secrets": [],
    "stdin": []
  },
  "put /careops/approval_policies": {
    "area": "change_requests",
    "name": "SaveApprovalPolicies",
    "inside": null,
    "again": [],
    "secrets": [],
    "stdin": []
  },
  "put /careops/freeze_periods": {
    "area": "change_requests",
    "name": "SaveFreezePeriods",
    "inside": null,
    "again": [],
    "secrets": [],
    "stdin": []
  },
  "post /careops/changes": {
    "area": "changes",
    "name": "ApplyBatch",
    "inside": null,
    "again": [],
    "secrets": [],
    "stdin": [
      "targets"
    ]
  },
  "post /admin/clinics/{clinic_id}/clinic_admin/sign_up": {
    "area": "clinic_admins",
    "name": "CreateClinicAdmin",
    "inside": null,
    "again": [],
    "secrets": [
      "password"
    ],
    "stdin": []
  },
  "delete /admin/clinics/{clinic_id}/clinic_admin/{admin_id}": {
    "area": "clinic_admins",
    "name": "DeleteClinicAdmin",
    "inside": null,
    "again": [],
    "secrets": [],
    "stdin": []
  },
  "post /clinics/{clinic_id}/clinic_doctors": {
    "area": "clinic_doctors",
    "name": "AddClinicDoctor",
    "inside": null,
    "again": [],
    "secrets": [],
    "stdin": []
  },
  "put /clinics/{clinic_id}/clinic_doctors/{clinic_doctor_id}": {
    "area": "clinic_doctors",
    "name": "UpdateClinicDoctor",
    "inside": "doctor_details",
    "again": [],
    "secrets": [],
    "stdin": []
  },
  "put /admin/clinics/{id}": {
    "area": "clinics",
    "name": "UpdateClinic",
    "inside": "clinic_details",
    "again": [
      "id"
    ],
    "secrets": [],
    "stdin": []
  },
  "post /admin/users/sign_up": {
    "area": "clinics",
    "name": "SignUpHospital",
    "inside": "user_signup_form",
    "again": [],
    "secrets": [
      "password"
    ],
    "stdin": []
  },
  "get /careops/clinics/{clinic_id}/account_number": {
    "area": "clinics",
    "name": "ShowAccountNumber",
    "inside": null,
    "again": [],
    "secrets": [],
    "stdin": []
  },
  "post /admin/users/create_cms_data": {
    "area": "data_generation",
    "name": "CreateCmsData",
    "inside": null,
    "again": [],
    "secrets": [],
    "stdin": []
  },
  "post /admin/users/create_growth_data": {
    "area": "data_generation",
    "name": "CreateGrowthData",
    "inside": null,
    "again": [],
    "secrets": [],
    "stdin": []
  },
  "delete /admin/users/{user_id}/devices/{device_id}": {
    "area": "devices",
    "name": "DeleteDevice",
    "inside": null,
    "again": [],
    "secrets": [],
    "stdin": []
  },
  "delete /admin/users/{user_id}/delete_all": {
    "area": "devices",
    "name": "DeleteAllDevices",
    "inside": null,
    "again": [],
    "secrets": [],
    "stdin": []
  },
  "post /careops/devices": {
    "area": "devices",
    "name": "ReportDevices",
    "inside": null,
    "again": [],
    "secrets": [],
    "stdin": [
      "devices"
    ]
  },
  "post /doctors": {
    "area": "doctors",
    "name": "UpdateDoctor",
    "inside": "doctor_details",
    "again": [],
    "secrets": [],
    "stdin": []
  },
  "post /doctors/{id}/verify": {
    "area": "doctors",
    "name": "VerifyDoctor",
    "inside": "verify_details",
    "again": [],
    "secrets": [],
    "stdin": []
  },
  "put /careops/drafts/{draft_id}": {
    "area": "drafts",
    "name": "SaveDraft",
    "inside": null,
    "again": [],
    "secrets": [],
    "stdin": [
      "values",
      "began_with"
    ]
  },
  "delete /careops/drafts/{draft_id}": {
    "area": "drafts",
    "name": "DeleteDraft",
    "inside": null,
    "again": [],
    "secrets": [],
    "stdin": []
  },
  "post /careops/lists/{list_name}/export": {
    "area": "exports",
    "name": "ExportList",
    "inside": null,
    "again": [],
    "secrets": [],
    "stdin": []
  },
  "post /careops/follow_ups": {
    "area": "follow_ups",
    "name": "CreateFollowUp",
    "inside": null,
    "again": [],
    "secrets": [],
    "stdin": []
  },
  "put /careops/follow_ups/{follow_up_id}": {
    "area": "follow_ups",
    "name": "UpdateFollowUp",
    "inside": null,
    "again": [],
    "secrets": [],
    "stdin": []
  },
  "post /careops/follow_ups/{follow_up_id}/close": {
    "area": "follow_ups",
    "name": "CloseFollowUp",
    "inside": null,
    "again": [],
    "secrets": [],
    "stdin": []
  },
  "post /careops/follow_ups/{follow_up_id}/reopen": {
    "area": "follow_ups",
    "name": "ReopenFollowUp",
    "inside": null,
    "again": [],
    "secrets": [],
    "stdin": []
  },
  "post /careops/follow_ups/hand_over": {
    "area": "follow_ups",
    "name": "HandOverFollowUps",
    "inside": null,
    "again": [],
    "secrets": [],
    "stdin": []
  },
  "post /careops/jobs/{job_id}/retry": {
    "area": "jobs",
    "name": "RetryJob",
    "inside": null,
    "again": [],
    "secrets": [],
    "stdin": []
  },
  "post /careops/jobs/{job_id}/cancel": {
    "area": "jobs",
    "name": "CancelJob",
    "inside": null,
    "again": [],
    "secrets": [],
    "stdin": []
  },
  "post /careops/keys": {
    "area": "keys",
    "name": "CreateKey",
    "inside": null,
    "again": [],
    "secrets": [],
    "stdin": []
  },
  "post /careops/keys/{key_id}/rotate": {
    "area": "keys",
    "name": "RotateKey",
    "inside": null,
    "again": [],
    "secrets": [],
    "stdin": []
  },
  "delete /careops/keys/{key_id}": {
    "area": "keys",
    "name": "RevokeKey",
    "inside": null,
    "again": [],
    "secrets": [],
    "stdin": []
  },
  "post /admin/ad_campaign_leads/export_download": {
    "area": "leads",
    "name": "ExportLeads",
    "inside": null,
    "again": [],
    "secrets": [],
    "stdin": []
  },
  "post /admin/clinics/{clinic_id}/lead_uploads/upload": {
    "area": "leads",
    "name": "UploadLeads",
    "inside": null,
    "again": [],
    "secrets": [],
    "stdin": [
      "corrections"
    ]
  },
  "post /careops/clinics/{clinic_id}/lead_uploads/check": {
    "area": "leads",
    "name": "CheckLeads",
    "inside": null,
    "again": [],
    "secrets": [],
    "stdin": [
      "corrections"
    ]
  },
  "post /careops/lead_uploads/{upload_id}/undo": {
    "area": "leads",
    "name": "UndoLeadUpload",
    "inside": null,
    "again": [],
    "secrets": [],
    "stdin": []
  },
  "post /clinics/{clinic_id}/spec_modules/{module_id}/activate": {
    "area": "modules",
    "name": "ActivateSpecModule",
    "inside": null,
    "again": [],
    "secrets": [],
    "stdin": []
  },
  "post /clinics/{clinic_id}/spec_modules/{module_id}/deactivate": {
    "area": "modules",
    "name": "DeactivateSpecModule",
    "inside": null,
    "again": [],
    "secrets": [],
    "stdin": []
  },
  "post /clinics/{clinic_id}/clinic_settings": {
    "area": "modules",
    "name": "UpdateClinicSettings",
    "inside": "settings",
    "again": [],
    "secrets": [],
    "stdin": []
  },
  "post /admin/news_articles": {
    "area": "news",
    "name": "CreateNewsArticle",
    "inside": "news_article",
    "again": [],
    "secrets": [],
    "stdin": []
  },
  "put /admin/news_articles/{article_id}": {
    "area": "news",
    "name": "UpdateNewsArticle",
    "inside": "news_article",
    "again": [],
    "secrets": [],
    "stdin": []
  },
  "post /admin/news_articles/delete": {
    "area": "news",
    "name": "DeleteNewsArticles",
    "inside": null,
    "again": [],
    "secrets": [],
    "stdin": []
  },
  "post /admin/news_articles/publish": {
    "area": "news",
    "name": "PublishNewsArticles",
    "inside": null,
    "again": [],
    "secrets": [],
    "stdin": []
  },
  "post /careops/news_articles/restore": {
    "area": "news",
    "name": "RestoreNewsArticles",
    "inside": null,
    "again": [],
    "secrets": [],
    "stdin": []
  },
  "get /admin/news_articles/fetch_rss": {
    "area": "news",
    "name": "FetchRss",
    "inside": null,
    "again": [],
    "secrets": [],
    "stdin": []
  },
  "post /careops/news_feeds/preview": {
    "area": "news",
    "name": "PreviewNewsFeeds",
    "inside": null,
    "again": [],
    "secrets": [],
    "stdin": []
  },
  "post /careops/news_tags/{tag_id}/merge": {
    "area": "news_insights",
    "name": "MergeNewsTags",
    "inside": null,
    "again": [],
    "secrets": [],
    "stdin": []
  },
  "post /careops/news_events": {
    "area": "news_insights",
    "name": "AddNewsEvents",
    "inside": null,
    "again": [],
    "secrets": [],
    "stdin": []
  },
  "post /careops/notes": {
    "area": "notes",
    "name": "CreateNote",
    "inside": null,
    "again": [],
    "secrets": [
      "text"
    ],
    "stdin": []
  },
  "put /careops/notes/{note_id}": {
    "area": "notes",
    "name": "UpdateNote",
    "inside": null,
    "again": [],
    "secrets": [],
    "stdin": [
      "text"
    ]
  },
  "delete /careops/notes/{note_id}": {
    "area": "notes",
    "name": "DeleteNote",
    "inside": null,
    "again": [],
    "secrets": [],
    "stdin": []
  },
  "put /careops/mentions/read": {
    "area": "notes",
    "name": "MarkMentionsRead",
    "inside": null,
    "again": [],
    "secrets": [],
    "stdin": []
  },
  "post /admin/billing_payments/manual": {
    "area": "payments",
    "name": "AddManualPayment",
    "inside": null,
    "again": [],
    "secrets": [],
    "stdin": []
  },
  "put /careops/presence/{kind}/{record_id}": {
    "area": "presence",
    "name": "AnnouncePresence",
    "inside": null,
    "again": [],
    "secrets": [],
    "stdin": []
  },
  "delete /careops/presence/{kind}/{record_id}": {
    "area": "presence",
    "name": "EndPresence",
    "inside": null,
    "again": [],
    "secrets": [],
    "stdin": []
  },
  "post /admin/billing_promo_codes": {
    "area": "promo_codes",
    "name": "CreatePromoCode",
    "inside": null,
    "again": [],
    "secrets": [],
    "stdin": []
  },
  "put /admin/billing_promo_codes/{code_id}": {
    "area": "promo_codes",
    "name": "UpdatePromoCode",
    "inside": null,
    "again": [],
    "secrets": [],
    "stdin": []
  },
  "delete /admin/billing_promo_codes/{code_id}": {
    "area": "promo_codes",
    "name": "DeletePromoCode",
    "inside": null,
    "again": [],
    "secrets": [],
    "stdin": []
  },
  "put /careops/recents/{kind}/{record_id}": {
    "area": "recents",
    "name": "KeepRecent",
    "inside": null,
    "again": [],
    "secrets": [],
    "stdin": []
  },
  "delete /careops/recents/{kind}/{record_id}": {
    "area": "recents",
    "name": "ForgetRecent",
    "inside": null,
    "again": [],
    "secrets": [],
    "stdin": []
  },
  "post /careops/referrals": {
    "area": "referrals",
    "name": "ReportReferrals",
    "inside": null,
    "again": [],
    "secrets": [],
    "stdin": [
      "referrals"
    ]
  },
  "post /admin/release_notes": {
    "area": "release_notes",
    "name": "CreateReleaseNote",
    "inside": null,
    "again": [],
    "secrets": [],
    "stdin": []
  },
  "put /admin/release_notes/{note_id}": {
    "area": "release_notes",
    "name": "UpdateReleaseNote",
    "inside": null,
    "again": [],
    "secrets": [],
    "stdin": []
  },
  "delete /admin/release_notes/{note_id}": {
    "area": "release_notes",
    "name": "DeleteReleaseNote",
    "inside": null,
    "again": [],
    "secrets": [],
    "stdin": []
  },
  "post /careops/whats_new/read": {
    "area": "release_notes",
    "name": "MarkWhatsNewRead",
    "inside": null,
    "again": [],
    "secrets": [],
    "stdin": []
  },
  "post /careops/runs": {
    "area": "runs",
    "name": "StartRun",
    "inside": null,
    "again": [],
    "secrets": [],
    "stdin": []
  },
  "post /clinics/{clinic_id}/clinic_doctors/{doctor_id}/schedules": {
    "area": "schedules",
    "name": "AddSchedule",
    "inside": "schedule_details",
    "again": [],
    "secrets": [],
    "stdin": []
  },
  "put /clinics/{clinic_id}/clinic_doctors/{doctor_id}/schedules/{schedule_id}": {
    "area": "schedules",
    "name": "UpdateSchedule",
    "inside": "schedule_details",
    "again": [
      "scheduleId"
    ],
    "secrets": [],
    "stdin": []
  },
  "delete /clinics/{clinic_id}/clinic_doctors/{doctor_id}/schedules/{schedule_id}": {
    "area": "schedules",
    "name": "DeleteSchedule",
    "inside": null,
    "again": [],
    "secrets": [],
    "stdin": []
  },
  "post /auth/sign_in": {
    "area": "session",
    "name": "SignIn",
    "inside": "user_signin_form",
    "again": [],
    "secrets": [
      "password"
    ],
    "stdin": []
  },
  "post /auth/refresh": {
    "area": "session",
    "name": "RefreshSession",
    "inside": null,
    "again": [],
    "secrets": [
      "refresh_token"
    ],
    "stdin": []
  },
  "post /careops/sign_out": {
    "area": "session",
    "name": "SignOut",
    "inside": null,
    "again": [],
    "secrets": [],
    "stdin": []
  },
  "post /careops/session/password": {
    "area": "session",
    "name": "ChangePassword",
    "inside": null,
    "again": [],
    "secrets": [
      "old_password",
      "new_password"
    ],
    "stdin": []
  },
  "post /careops/session/confirm": {
    "area": "session",
    "name": "ConfirmSession",
    "inside": null,
    "again": [],
    "secrets": [
      "password"
    ],
    "stdin": []
  },
  "delete /careops/sessions/{session_id}": {
    "area": "session",
    "name": "EndSession",
    "inside": null,
    "again": [],
    "secrets": [],
    "stdin": []
  },
  "delete /careops/sessions": {
    "area": "session",
    "name": "EndOtherSessions",
    "inside": null,
    "again": [],
    "secrets": [],
    "stdin": []
  },
  "post /admin/users/{user_id}/billing_subscriptions/manual": {
    "area": "subscriptions",
    "name": "AddManualSubscription",
    "inside": null,
    "again": [],
    "secrets": [],
    "stdin": []
  },
  "post /careops/today/next": {
    "area": "today",
    "name": "ClaimNextItem",
    "inside": null,
    "again": [],
    "secrets": [],
    "stdin": []
  },
  "post /careops/today/{source}/{record_id}/claim": {
    "area": "today",
    "name": "ClaimItem",
    "inside": null,
    "again": [],
    "secrets": [],
    "stdin": []
  },
  "post /careops/today/{source}/{record_id}/release": {
    "area": "today",
    "name": "ReleaseItem",
    "inside": null,
    "again": [],
    "secrets": [],
    "stdin": []
  },
  "post /careops/today/{source}/{record_id}/snooze": {
    "area": "today",
    "name": "SnoozeItem",
    "inside": null,
    "again": [],
    "secrets": [],
    "stdin": [
      "note"
    ]
  },
  "post /careops/today/{source}/{record_id}/unsnooze": {
    "area": "today",
    "name": "UnsnoozeItem",
    "inside": null,
    "again": [],
    "secrets": [],
    "stdin": []
  },
  "post /admin/basic_universities": {
    "area": "universities",
    "name": "CreateUniversity",
    "inside": null,
    "again": [],
    "secrets": [],
    "stdin": []
  },
  "put /admin/basic_universities/{university_id}": {
    "area": "universities",
    "name": "UpdateUniversity",
    "inside": null,
    "again": [],
    "secrets": [],
    "stdin": []
  },
  "post /presigned_urls": {
    "area": "uploads",
    "name": "PresignUploads",
    "inside": null,
    "again": [],
    "secrets": [],
    "stdin": []
  },
  "put /admin/users/{user_id}": {
    "area": "users",
    "name": "UpdateUser",
    "inside": null,
    "again": [],
    "secrets": [],
    "stdin": []
  },
  "post /careops/users/{user_id}/password": {
    "area": "users",
    "name": "ResetPassword",
    "inside": null,
    "again": [],
    "secrets": [],
    "stdin": []
  },
  "put /careops/layouts/{list_name}": {
    "area": "views",
    "name": "SaveLayout",
    "inside": null,
    "again": [],
    "secrets": [],
    "stdin": []
  },
  "post /careops/views": {
    "area": "views",
    "name": "CreateView",
    "inside": null,
    "again": [],
    "secrets": [],
    "stdin": []
  },
  "put /careops/views/{view_id}": {
    "area": "views",
    "name": "UpdateView",
    "inside": null,
    "again": [],
    "secrets": [],
    "stdin": []
  },
  "delete /careops/views/{view_id}": {
    "area": "views",
    "name": "DeleteView",
    "inside": null,
    "again": [],
    "secrets": [],
    "stdin": []
  },
  "put /admin/weekly_news": {
    "area": "weekly_news",
    "name": "SetWeeklyNews",
    "inside": null,
    "again": [],
    "secrets": [],
    "stdin": []
  },
  "post /admin/weekly_news/delete": {
    "area": "weekly_news",
    "name": "RemoveWeeklyNews",
    "inside": null,
    "again": [],
    "secrets": [],
    "stdin": []
  }
};
