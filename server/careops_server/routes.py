"""Table of all calls with their handlers."""

from __future__ import annotations

from careops.calls import broadcasts as broadcast_calls
from careops.calls import campaigns as campaign_calls
from careops.calls import care_cities as care_city_calls
from careops.calls import change_requests as change_request_calls
from careops.calls import clinics as clinic_calls
from careops.calls import follow_ups as follow_up_calls
from careops.calls import keys as key_calls
from careops.calls import leads as lead_calls
from careops.calls import modules as module_calls
from careops.calls import news as news_calls
from careops.calls import news_insights as news_insight_calls
from careops.calls import notes as note_calls
from careops.calls import promo_codes as promo_code_calls
from careops.calls import release_notes as release_note_calls
from careops.calls import session as session_calls
from careops.calls.alarms import ListAlarms
from careops.calls.audit import AddAuditEvents, FindAuditTrails, ListAuditTrails, ReadActivity, ReadAuditSummary
from careops.calls.catalogue import ReadBank, SearchCatalogue
from careops.calls.changes import ApplyBatch
from careops.calls.clinic_admins import CreateClinicAdmin, DeleteClinicAdmin, ListClinicAdmins
from careops.calls.clinic_doctors import AddClinicDoctor, FindDoctors, ReadClinicDoctor, UpdateClinicDoctor
from careops.calls.data_generation import CreateCmsData, CreateGrowthData, ListClinicsOfNumber, ListGenerations
from careops.calls.devices import DeleteAllDevices, DeleteDevice, ListDevices, ReportDevices
from careops.calls.doctors import ListDoctors, ReadDoctor, ReadDoctorDetail, ReadDossier, UpdateDoctor, VerifyDoctor
from careops.calls.drafts import DeleteDraft, ListDrafts, SaveDraft
from careops.calls.exports import ExportList
from careops.calls.jobs import CancelJob, ListJobs, ReadJob, RetryJob
from careops.calls.labs import ListLabs, ReadLab
from careops.calls.payments import AddManualPayment, FindPayments, ListAllPayments, ListPayments, ReadPayment
from careops.calls.pharmacies import ListPharmacies, ReadPharmacy
from careops.calls.places import SuggestPlaces
from careops.calls.presence import AnnouncePresence, EndPresence, ListPresence
from careops.calls.realtime import ListEvents
from careops.calls.recents import ForgetRecent, KeepRecent, ListRecents
from careops.calls.referrals import FindReferrals, ListReferrals, ReadReferral, ReportReferrals
from careops.calls.runs import StartRun
from careops.calls.schedules import AddSchedule, DeleteSchedule, ListDoctorSchedules, ReadSchedule, UpdateSchedule
from careops.calls.staff import ListStaff
from careops.calls.subscriptions import AddManualSubscription, ListBillingPayments, ListBillingPlans
from careops.calls.timeline import ReadTimeline
from careops.calls.today import ClaimItem, ClaimNextItem, ReadToday, ReleaseItem, SnoozeItem, UnsnoozeItem
from careops.calls.universities import CreateUniversity, ListUniversities, ReadUniversity, UpdateUniversity
from careops.calls.uploads import PresignUploads
from careops.calls.users import ListUsers, ReadUser, ResetPassword, UpdateUser
from careops.calls.views import CreateView, DeleteView, ListLayouts, ListViews, SaveLayout, UpdateView
from careops.calls.weekly_news import ListBestNews, ReadWeeklyNews, ReadWeeklyOrder, RemoveWeeklyNews, SetWeeklyNews
from careops.contract import Binding
from careops_server.areas.alarms import handlers as alarms
from careops_server.areas.audit import handlers as audit
from careops_server.areas.broadcasts import handlers as broadcasts
from careops_server.areas.campaigns import handlers as campaigns
from careops_server.areas.care_cities import handlers as care_cities
from careops_server.areas.catalogue import handlers as catalogue
from careops_server.areas.change_requests import handlers as change_requests
from careops_server.areas.change_requests import policies
from careops_server.areas.changes import handlers as changes
from careops_server.areas.clinic_admins import handlers as clinic_admins
from careops_server.areas.clinic_doctors import handlers as clinic_doctors
from careops_server.areas.clinics import handlers as clinics
from careops_server.areas.data_generation import handlers as data_generation
from careops_server.areas.devices import handlers as devices
from careops_server.areas.doctors import handlers as doctors
from careops_server.areas.drafts import handlers as drafts
from careops_server.areas.duplicates import handlers as duplicates
from careops_server.areas.exports import handlers as exports
from careops_server.areas.feeds import handlers as feeds
from careops_server.areas.follow_ups import handlers as follow_ups
from careops_server.areas.jobs import handlers as jobs
from careops_server.areas.keys import handlers as keys
from careops_server.areas.leads import handlers as leads
from careops_server.areas.modules import handlers as modules
from careops_server.areas.news import handlers as news
from careops_server.areas.news_insights import handlers as news_insights
from careops_server.areas.notes import handlers as notes
from careops_server.areas.partners import handlers as partners
from careops_server.areas.payments import handlers as payments
from careops_server.areas.places import handlers as places
from careops_server.areas.presence import handlers as presence
from careops_server.areas.promo_codes import handlers as promo_codes
from careops_server.areas.realtime import handlers as realtime
from careops_server.areas.recents import handlers as recents
from careops_server.areas.referrals import handlers as referrals
from careops_server.areas.release_notes import handlers as release_notes
from careops_server.areas.runs import handlers as runs
from careops_server.areas.schedules import handlers as schedules
from careops_server.areas.session import active_sessions, password_change
from careops_server.areas.session import handlers as session
from careops_server.areas.staff import handlers as staff
from careops_server.areas.subscriptions import handlers as subscriptions
from careops_server.areas.timeline import handlers as timeline
from careops_server.areas.today import handlers as today
from careops_server.areas.universities import handlers as universities
from careops_server.areas.uploads import handlers as uploads
from careops_server.areas.users import handlers as users
from careops_server.areas.views import handlers as views
from careops_server.areas.weekly_news import handlers as weekly_news
from careops_server.core.approvals import looser_lists
from careops_server.core.context import Context

_cancellation = jobs.Cancellation()
_EACH: tuple[Binding[Context], ...] = (
    session_calls.SignIn.handled_by(session.sign_in, prepared_by=session.check_sign_in),
    session_calls.RefreshSession.handled_by(session.refresh_session),
    session_calls.SignOut.handled_by(session.sign_out),
    session_calls.ReadSession.handled_by(session.read_session),
    session_calls.ChangePassword.handled_by(password_change.change_password, prepared_by=password_change.check_change),
    session_calls.ConfirmSession.handled_by(
        password_change.confirm_session, prepared_by=password_change.check_password
    ),
    session_calls.ListSessions.handled_by(active_sessions.list_sessions),
    session_calls.EndSession.handled_by(active_sessions.end_session),
    session_calls.EndOtherSessions.handled_by(active_sessions.end_other_sessions),
    clinic_calls.ListClinics.handled_by(clinics.list_clinics).from_replicas(),
    clinic_calls.ReadClinic.handled_by(clinics.read_clinic),
    clinic_calls.ReadClinicSummary.handled_by(clinics.read_clinic_summary),
    clinic_calls.ShowAccountNumber.handled_by(clinics.show_account_number),
    clinic_calls.UpdateClinic.handled_by(clinics.update_clinic),
    clinic_calls.SignUpHospital.handled_by(clinics.sign_up_hospital, prepared_by=clinics.hash_password),
    module_calls.ListSpecModules.handled_by(modules.list_spec_modules),
    module_calls.ListModuleChanges.handled_by(modules.list_module_changes),
    module_calls.ActivateSpecModule.handled_by(modules.switch_module, by_the_set=modules.switch_modules),
    module_calls.DeactivateSpecModule.handled_by(modules.switch_module, by_the_set=modules.switch_modules),
    module_calls.UpdateClinicSettings.handled_by(
        modules.update_clinic_settings, by_the_set=modules.update_settings_of_clinics
    ),
    ListUsers.handled_by(users.list_users).from_replicas(),
    ReadUser.handled_by(users.read_user),
    UpdateUser.handled_by(users.update_user, by_the_set=users.update_users),
    ResetPassword.handled_by(users.reset_password, prepared_by=users.hash_one_time_password),
    ListBillingPlans.handled_by(subscriptions.list_billing_plans),
    ListBillingPayments.handled_by(subscriptions.list_billing_payments).from_replicas(),
    AddManualSubscription.handled_by(subscriptions.add_manual_subscription),
    ListDevices.handled_by(devices.list_devices).from_replicas(),
    DeleteDevice.handled_by(devices.delete_device),
    DeleteAllDevices.handled_by(devices.delete_all_devices),
    ReportDevices.handled_by(devices.report_devices),
    ListClinicAdmins.handled_by(clinic_admins.list_clinic_admins),
    CreateClinicAdmin.handled_by(clinic_admins.create_clinic_admin, prepared_by=clinics.hash_password),
    DeleteClinicAdmin.handled_by(clinic_admins.delete_clinic_admin),
    ListPayments.handled_by(payments.list_payments).from_replicas(),
    FindPayments.handled_by(payments.find_payments).from_replicas(),
    ListAllPayments.handled_by(payments.list_all_payments).from_replicas(),
    ReadPayment.handled_by(payments.read_payment),
    AddManualPayment.handled_by(payments.add_manual_payment),
    FindDoctors.handled_by(clinic_doctors.find_doctors).from_replicas(),
    AddClinicDoctor.handled_by(clinic_doctors.add_clinic_doctor),
    ReadClinicDoctor.handled_by(clinic_doctors.read_clinic_doctor),
    UpdateClinicDoctor.handled_by(clinic_doctors.update_clinic_doctor, prepared_by=clinic_doctors.accept_photo),
    ListDoctors.handled_by(doctors.list_doctors).from_replicas(),
    ReadDoctor.handled_by(doctors.read_doctor),
    ReadDoctorDetail.handled_by(doctors.read_doctor_detail),
    ReadDossier.handled_by(doctors.read_dossier),
    UpdateDoctor.handled_by(doctors.update_doctor, prepared_by=doctors.accept_certificate),
    VerifyDoctor.handled_by(doctors.verify_doctor),
    ListDoctorSchedules.handled_by(schedules.list_doctor_schedules),
    ReadSchedule.handled_by(schedules.read_schedule),
    AddSchedule.handled_by(schedules.add_schedule),
    UpdateSchedule.handled_by(schedules.update_schedule),
    DeleteSchedule.handled_by(schedules.delete_schedule),
    PresignUploads.handled_by(uploads.presign_uploads),
    promo_code_calls.ListPromoCodes.handled_by(promo_codes.list_promo_codes).from_replicas(),
    promo_code_calls.FindPromoCodes.handled_by(promo_codes.find_promo_codes).from_replicas(),
    promo_code_calls.ReadPromoCode.handled_by(promo_codes.read_promo_code),
    promo_code_calls.CreatePromoCode.handled_by(promo_codes.create_promo_code),
    promo_code_calls.UpdatePromoCode.handled_by(promo_codes.update_promo_code),
    promo_code_calls.DeletePromoCode.handled_by(promo_codes.delete_promo_code),
    release_note_calls.ListReleaseNotes.handled_by(release_notes.list_release_notes).from_replicas(),
    release_note_calls.ReadReleaseNote.handled_by(release_notes.read_release_note),
    release_note_calls.CreateReleaseNote.handled_by(release_notes.create_release_note),
    release_note_calls.UpdateReleaseNote.handled_by(release_notes.update_release_note),
    release_note_calls.DeleteReleaseNote.handled_by(release_notes.delete_release_note),
    release_note_calls.ReadWhatsNew.handled_by(release_notes.read_whats_new),
    release_note_calls.MarkWhatsNewRead.handled_by(release_notes.mark_whats_new_read),
    news_calls.ListNewsArticles.handled_by(news.list_news_articles).from_replicas(),
    news_calls.FindNewsArticles.handled_by(news.find_news_articles).from_replicas(),
    news_calls.ReadNewsArticle.handled_by(news.read_news_article),
    news_calls.CreateNewsArticle.handled_by(news.create_news_article, prepared_by=news.accept_photo),
    news_calls.UpdateNewsArticle.handled_by(news.update_news_article, prepared_by=news.accept_photo),
    news_calls.DeleteNewsArticles.handled_by(news.delete_news_articles),
    news_calls.PublishNewsArticles.handled_by(news.publish_news_articles),
    news_calls.ListDeletedNewsArticles.handled_by(news.list_deleted_news_articles).from_replicas(),
    news_calls.RestoreNewsArticles.handled_by(news.restore_news_articles),
    news_calls.FindDuplicates.handled_by(duplicates.find_duplicates).from_replicas(),
    news_calls.FindDuplicatesOf.handled_by(duplicates.find_duplicates_of),
    news_calls.FetchRss.handled_by(feeds.fetch_rss),
    news_calls.ListNewsFeeds.handled_by(feeds.list_news_feeds),
    news_calls.PreviewNewsFeeds.handled_by(feeds.preview_news_feeds, followed_by=feeds.when_previewed),
    news_insight_calls.ListNewsTags.handled_by(news_insights.list_news_tags).from_replicas(),
    news_insight_calls.FindDuplicateTags.handled_by(news_insights.find_duplicate_tags),
    news_insight_calls.MergeNewsTags.handled_by(news_insights.merge_news_tags),
    news_insight_calls.ReadNewsStats.handled_by(news_insights.read_news_stats).from_replicas(),
    news_insight_calls.ListPharmaInterests.handled_by(news_insights.list_pharma_interests).from_replicas(),
    news_insight_calls.ListCmeInterests.handled_by(news_insights.list_cme_interests).from_replicas(),
    news_insight_calls.AddNewsEvents.handled_by(news_insights.add_news_events),
    ListViews.handled_by(views.list_views),
    CreateView.handled_by(views.create_view),
    UpdateView.handled_by(views.update_view),
    DeleteView.handled_by(views.delete_view),
    ListLayouts.handled_by(views.list_layouts),
    SaveLayout.handled_by(views.save_layout),
    ListDrafts.handled_by(drafts.list_drafts),
    SaveDraft.handled_by(drafts.save_draft),
    DeleteDraft.handled_by(drafts.delete_draft),
    ListRecents.handled_by(recents.list_recents),
    KeepRecent.handled_by(recents.keep_recent),
    ForgetRecent.handled_by(recents.forget_recent),
    ListPresence.handled_by(presence.list_presence),
    AnnouncePresence.handled_by(presence.announce_presence),
    EndPresence.handled_by(presence.end_presence),
    ListStaff.handled_by(staff.list_staff),
    note_calls.ListNotes.handled_by(notes.list_notes),
    note_calls.ReadNote.handled_by(notes.read_note),
    note_calls.CreateNote.handled_by(notes.create_note),
    note_calls.UpdateNote.handled_by(notes.update_note),
    note_calls.DeleteNote.handled_by(notes.delete_note),
    note_calls.ListMentions.handled_by(notes.list_mentions),
    note_calls.MarkMentionsRead.handled_by(notes.mark_mentions_read),
    follow_up_calls.ListFollowUps.handled_by(follow_ups.list_follow_ups),
    follow_up_calls.ReadFollowUp.handled_by(follow_ups.read_follow_up),
    follow_up_calls.CreateFollowUp.handled_by(follow_ups.create_follow_up),
    follow_up_calls.UpdateFollowUp.handled_by(follow_ups.update_follow_up),
    follow_up_calls.CloseFollowUp.handled_by(follow_ups.close_follow_up),
    follow_up_calls.ReopenFollowUp.handled_by(follow_ups.reopen_follow_up),
    follow_up_calls.HandOverFollowUps.handled_by(follow_ups.hand_over_follow_ups),
    ReadToday.handled_by(today.read_today),
    ClaimNextItem.handled_by(today.claim_next_item),
    ClaimItem.handled_by(today.claim_item),
    ReleaseItem.handled_by(today.release_item),
    SnoozeItem.handled_by(today.snooze_item),
    UnsnoozeItem.handled_by(today.unsnooze_item),
    ReadTimeline.handled_by(timeline.read_timeline),
    ReadWeeklyNews.handled_by(weekly_news.read_weekly_news),
    ReadWeeklyOrder.handled_by(weekly_news.read_weekly_order),
    ListBestNews.handled_by(weekly_news.list_best_news).from_replicas(),
    SetWeeklyNews.handled_by(weekly_news.set_weekly_news),
    RemoveWeeklyNews.handled_by(weekly_news.remove_weekly_news),
    ListUniversities.handled_by(universities.list_universities).from_replicas(),
    ReadUniversity.handled_by(universities.read_university),
    CreateUniversity.handled_by(universities.create_university),
    UpdateUniversity.handled_by(universities.update_university),
    care_city_calls.ListCareCities.handled_by(care_cities.list_care_cities).from_replicas(),
    care_city_calls.ReadCareCity.handled_by(care_cities.read_care_city),
    care_city_calls.CreateCareCity.handled_by(care_cities.create_care_city),
    care_city_calls.UpdateCareCity.handled_by(care_cities.update_care_city),
    care_city_calls.DeleteCareCity.handled_by(care_cities.delete_care_city),
    care_city_calls.CheckCareCity.handled_by(care_cities.check_care_city),
    ListPharmacies.handled_by(partners.list_pharmacies).from_replicas(),
    ReadPharmacy.handled_by(partners.read_pharmacy),
    ListLabs.handled_by(partners.list_labs).from_replicas(),
    ReadLab.handled_by(partners.read_lab),
    ListReferrals.handled_by(referrals.list_referrals).from_replicas(),
    FindReferrals.handled_by(referrals.find_referrals).from_replicas(),
    ReadReferral.handled_by(referrals.read_referral),
    ReportReferrals.handled_by(referrals.report_referrals),
    campaign_calls.ListAdCampaigns.handled_by(campaigns.list_ad_campaigns).from_replicas(),
    campaign_calls.FindAdCampaigns.handled_by(campaigns.find_ad_campaigns).from_replicas(),
    campaign_calls.ReadCampaignPulse.handled_by(campaigns.read_campaign_pulse).from_replicas(),
    campaign_calls.ReadAdCampaign.handled_by(campaigns.read_ad_campaign),
    campaign_calls.UpdateAdCampaign.handled_by(campaigns.update_ad_campaign),
    lead_calls.ListLeads.handled_by(leads.list_leads).from_replicas(),
    lead_calls.ReadKnownBefore.handled_by(leads.read_known_before).from_replicas(),
    lead_calls.ExportLeads.handled_by(leads.export_leads),
    lead_calls.CheckLeads.handled_by(leads.check_leads, prepared_by=leads.preview_upload),
    lead_calls.UploadLeads.handled_by(leads.upload_leads, prepared_by=leads.read_upload),
    lead_calls.ListLeadUploads.handled_by(leads.list_lead_uploads).from_replicas(),
    lead_calls.UndoLeadUpload.handled_by(leads.undo_lead_upload),
    SearchCatalogue.handled_by(catalogue.search_catalogue, prepared_by=catalogue.query_search_service),
    ReadBank.handled_by(catalogue.read_bank),
    SuggestPlaces.handled_by(places.suggest_places, prepared_by=places.query_geocoder),
    ListAlarms.handled_by(alarms.list_alarms),
    ReadAuditSummary.handled_by(audit.read_audit_summary).from_replicas(),
    ListAuditTrails.handled_by(audit.list_audit_trails).from_replicas(),
    FindAuditTrails.handled_by(audit.list_audit_trails).from_replicas(),
    ReadActivity.handled_by(audit.read_activity).from_replicas(),
    AddAuditEvents.handled_by(audit.add_audit_events),
    ListEvents.handled_by(realtime.list_events),
    CreateCmsData.handled_by(data_generation.create_cms_data, followed_by=data_generation.when_generated),
    CreateGrowthData.handled_by(data_generation.create_growth_data, followed_by=data_generation.when_generated),
    ListClinicsOfNumber.handled_by(data_generation.list_clinics_of_number),
    ListGenerations.handled_by(data_generation.list_generations),
    ListJobs.handled_by(jobs.list_jobs),
    ReadJob.handled_by(jobs.read_job),
    RetryJob.handled_by(jobs.retry_job),
    CancelJob.handled_by(_cancellation.cancel_job),
    StartRun.handled_by(runs.start_run),
    key_calls.ListKeys.handled_by(keys.list_keys),
    key_calls.ListKeyRequests.handled_by(keys.list_key_requests),
    key_calls.ReadKeyLogSummary.handled_by(keys.read_key_log_summary),
    key_calls.CreateKey.handled_by(keys.create_key),
    key_calls.RotateKey.handled_by(keys.rotate_key),
    key_calls.RevokeKey.handled_by(keys.revoke_key),
    broadcast_calls.ReadReach.handled_by(broadcasts.read_reach),
    broadcast_calls.SendWebUpgrade.handled_by(broadcasts.send_web_upgrade),
    broadcast_calls.SendRelogin.handled_by(broadcasts.send_relogin),
    broadcast_calls.ListBroadcasts.handled_by(broadcasts.list_broadcasts),
    broadcast_calls.ReadAdoption.handled_by(broadcasts.read_adoption),
    broadcast_calls.ListReachedDevices.handled_by(broadcasts.list_reached_devices).from_replicas(),
)
_requests = change_requests.ChangeRequests(_EACH)
APPLY_JOB, PLAN_JOB = _requests.apply_job, _requests.plan_job
_cancellation.add(PLAN_JOB.name, _requests.close_cancelled)
_OF_REQUESTS: tuple[Binding[Context], ...] = (
    change_request_calls.PreviewChangeRequest.handled_by(_requests.preview, prepared_by=_requests.plan_loosely),
    change_request_calls.CreateChangeRequest.handled_by(_requests.create, prepared_by=_requests.plan),
    change_request_calls.ListChangeRequests.handled_by(_requests.list_requests),
    change_request_calls.CompareRevisions.handled_by(_requests.compare),
    change_request_calls.ListRequestAuthors.handled_by(_requests.list_authors),
    change_request_calls.ReadChangeRequest.handled_by(_requests.read),
    change_request_calls.MarkChangeRequestRead.handled_by(_requests.mark_read),
    change_request_calls.ListRequestTargets.handled_by(_requests.list_targets),
    change_request_calls.ReviseChangeRequest.handled_by(_requests.revise, prepared_by=_requests.plan),
    change_request_calls.ApproveChangeRequest.handled_by(_requests.review),
    change_request_calls.ObjectToChangeRequest.handled_by(_requests.review),
    change_request_calls.ApplyChangeRequest.handled_by(_requests.apply),
    change_request_calls.WithdrawReview.handled_by(_requests.withdraw),
    change_request_calls.DismissObjection.handled_by(_requests.dismiss),
    change_request_calls.ProposeAgain.handled_by(_requests.propose_again, prepared_by=_requests.plan_again),
    change_request_calls.CloseChangeRequest.handled_by(_requests.close),
    change_request_calls.PauseChangeRequest.handled_by(_requests.pause),
    change_request_calls.ResumeChangeRequest.handled_by(_requests.resume),
    change_request_calls.StopChangeRequest.handled_by(_requests.stop),
    change_request_calls.UndoChangeRequest.handled_by(_requests.undo, prepared_by=_requests.plan_undo),
    change_request_calls.UndoRun.handled_by(_requests.undo_run, prepared_by=_requests.plan_undo),
    change_request_calls.BypassChangeRequest.handled_by(_requests.bypass),
    change_request_calls.ReviewBypass.handled_by(_requests.review_bypass),
    change_request_calls.ReadApprovalPolicies.handled_by(looser_lists.read_policies),
    change_request_calls.SaveApprovalPolicies.handled_by(
        _requests.policies.save, followed_by=_requests.policies.when_saved
    ),
    change_request_calls.ReadFreezePeriods.handled_by(looser_lists.read_freezes),
    change_request_calls.SaveFreezePeriods.handled_by(policies.save_freezes),
)
_changes = changes.Changes(_EACH)
_exports = exports.Exports((*_EACH, *_OF_REQUESTS))
ROUTES: tuple[Binding[Context], ...] = (
    *_EACH,
    *_OF_REQUESTS,
    ApplyBatch.handled_by(_changes.apply, prepared_by=_changes.read),
    ExportList.handled_by(_exports.export, prepared_by=_exports.read),
)
