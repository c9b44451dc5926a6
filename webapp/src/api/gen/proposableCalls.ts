// Written by sdk/generate.py from the calls in sdk/careops/calls. Do not edit.
/** Audit event of each call that a change request may contain. */
export const proposableCalls = {
  "ActivateSpecModule": "module.activate",
  "AddClinicDoctor": "clinic_doctor.add",
  "AddManualPayment": "payment.add_manual",
  "AddManualSubscription": "subscription.add_manual",
  "AddSchedule": "schedule.add",
  "CreateCareCity": "care_city.create",
  "CreatePromoCode": "promo_code.create",
  "CreateReleaseNote": "release_note.create",
  "CreateUniversity": "university.create",
  "DeactivateSpecModule": "module.deactivate",
  "DeleteAllDevices": "device.delete_all",
  "DeleteCareCity": "care_city.delete",
  "DeleteClinicAdmin": "clinic_admin.delete",
  "DeleteDevice": "device.delete",
  "DeleteNewsArticles": "news_article.delete",
  "DeletePromoCode": "promo_code.delete",
  "DeleteReleaseNote": "release_note.delete",
  "DeleteSchedule": "schedule.delete",
  "MergeNewsTags": "news_tag.merge",
  "PublishNewsArticles": "news_article.publish",
  "RemoveWeeklyNews": "weekly_news.remove",
  "RestoreNewsArticles": "news_article.restore",
  "SaveApprovalPolicies": "approval_policies.save",
  "SaveFreezePeriods": "freeze_periods.save",
  "SendRelogin": "broadcast.relogin",
  "SendWebUpgrade": "broadcast.web_upgrade",
  "SetWeeklyNews": "weekly_news.set",
  "UpdateAdCampaign": "ad_campaign.update",
  "UpdateCareCity": "care_city.update",
  "UpdateClinic": "clinic.update",
  "UpdateClinicDoctor": "clinic_doctor.update",
  "UpdateClinicSettings": "clinic.settings",
  "UpdateDoctor": "doctor.update",
  "UpdateNewsArticle": "news_article.update",
  "UpdatePromoCode": "promo_code.update",
  "UpdateReleaseNote": "release_note.update",
  "UpdateSchedule": "schedule.update",
  "UpdateUniversity": "university.update",
  "UpdateUser": "user.update",
  "VerifyDoctor": "doctor.verify"
} as const;
export type ProposableCall = keyof typeof proposableCalls;
/** Summary of each of these calls that has no text under `calls` of the area change requests. */
export const callSummaries: Readonly<Record<string, string>> = {};
/** The other calls with the effect of a call, which a policy for it covers, too. */
export const sameEffect: Readonly<Record<string, readonly string[]>> = {
  "ActivateSpecModule": [
    "DeactivateSpecModule",
    "UpdateClinicSettings"
  ],
  "AddManualPayment": [
    "AddManualSubscription"
  ],
  "AddManualSubscription": [
    "AddManualPayment"
  ],
  "CreateNewsArticle": [
    "PublishNewsArticles",
    "UpdateNewsArticle"
  ],
  "DeactivateSpecModule": [
    "ActivateSpecModule",
    "UpdateClinicSettings"
  ],
  "DeleteAllDevices": [
    "DeleteDevice"
  ],
  "DeleteDevice": [
    "DeleteAllDevices"
  ],
  "PublishNewsArticles": [
    "CreateNewsArticle",
    "UpdateNewsArticle"
  ],
  "ResetPassword": [
    "UpdateUser"
  ],
  "UpdateClinicDoctor": [
    "UpdateDoctor"
  ],
  "UpdateClinicSettings": [
    "ActivateSpecModule",
    "DeactivateSpecModule"
  ],
  "UpdateDoctor": [
    "UpdateClinicDoctor"
  ],
  "UpdateNewsArticle": [
    "CreateNewsArticle",
    "PublishNewsArticles"
  ],
  "UpdateUser": [
    "ResetPassword"
  ]
};
/** Name of any call that changes something. */
export type ChangeCall = "ActivateSpecModule" | "AddAuditEvents" | "AddClinicDoctor" | "AddManualPayment" | "AddManualSubscription" | "AddNewsEvents" | "AddSchedule" | "AnnouncePresence" | "ApplyBatch" | "ApplyChangeRequest" | "ApproveChangeRequest" | "BypassChangeRequest" | "CancelJob" | "ChangePassword" | "ClaimItem" | "ClaimNextItem" | "CloseChangeRequest" | "CloseFollowUp" | "ConfirmSession" | "CreateCareCity" | "CreateChangeRequest" | "CreateClinicAdmin" | "CreateCmsData" | "CreateFollowUp" | "CreateGrowthData" | "CreateKey" | "CreateNewsArticle" | "CreateNote" | "CreatePromoCode" | "CreateReleaseNote" | "CreateUniversity" | "CreateView" | "DeactivateSpecModule" | "DeleteAllDevices" | "DeleteCareCity" | "DeleteClinicAdmin" | "DeleteDevice" | "DeleteDraft" | "DeleteNewsArticles" | "DeleteNote" | "DeletePromoCode" | "DeleteReleaseNote" | "DeleteSchedule" | "DeleteView" | "DismissObjection" | "EndOtherSessions" | "EndPresence" | "EndSession" | "ExportLeads" | "ExportList" | "FetchRss" | "ForgetRecent" | "HandOverFollowUps" | "KeepRecent" | "MarkChangeRequestRead" | "MarkMentionsRead" | "MarkWhatsNewRead" | "MergeNewsTags" | "ObjectToChangeRequest" | "PauseChangeRequest" | "PresignUploads" | "PreviewNewsFeeds" | "ProposeAgain" | "PublishNewsArticles" | "RefreshSession" | "ReleaseItem" | "RemoveWeeklyNews" | "ReopenFollowUp" | "ReportDevices" | "ReportReferrals" | "ResetPassword" | "RestoreNewsArticles" | "ResumeChangeRequest" | "RetryJob" | "ReviewBypass" | "ReviseChangeRequest" | "RevokeKey" | "RotateKey" | "SaveApprovalPolicies" | "SaveDraft" | "SaveFreezePeriods" | "SaveLayout" | "SendRelogin" | "SendWebUpgrade" | "SetWeeklyNews" | "ShowAccountNumber" | "SignIn" | "SignOut" | "SignUpHospital" | "SnoozeItem" | "StartRun" | "StopChangeRequest" | "UndoChangeRequest" | "UndoLeadUpload" | "UndoRun" | "UnsnoozeItem" | "UpdateAdCampaign" | "UpdateCareCity" | "UpdateClinic" | "UpdateClinicDoctor" | "UpdateClinicSettings" | "UpdateDoctor" | "UpdateFollowUp" | "UpdateNewsArticle" | "UpdateNote" | "UpdatePromoCode" | "UpdateReleaseNote" | "UpdateSchedule" | "UpdateUniversity" | "UpdateUser" | "UpdateView" | "UploadLeads" | "VerifyDoctor" | "WithdrawReview";
