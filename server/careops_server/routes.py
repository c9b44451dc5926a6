"""Table of all calls with their handlers."""

from __future__ import annotations

from careops.calls.alarms import ListAlarms
from careops.calls.audit import AddAuditEvents, FindAuditTrails, ListAuditTrails, ReadAuditSummary
from careops.calls.broadcasts import (
    ApproveBroadcast,
    DeclineBroadcast,
    ListBroadcasts,
    ListProposals,
    ListReachedDevices,
    ReadAdoption,
    ReadReach,
    SendRelogin,
    SendWebUpgrade,
)
from careops.calls.campaigns import (
    FindAdCampaigns,
    ListAdCampaigns,
    ReadAdCampaign,
    ReadCampaignPulse,
    UpdateAdCampaign,
)
from careops.calls.care_cities import (
    CheckCareCity,
    CreateCareCity,
    DeleteCareCity,
    ListCareCities,
    ReadCareCity,
    UpdateCareCity,
)
from careops.calls.catalogue import ReadBank, SearchCatalogue
from careops.calls.changes import MakeChanges
from careops.calls.clinic_admins import CreateClinicAdmin, DeleteClinicAdmin, ListClinicAdmins
from careops.calls.clinic_doctors import AddClinicDoctor, FindDoctors, ReadClinicDoctor, UpdateClinicDoctor
from careops.calls.clinics import ListClinics, ReadClinic, ShowAccountNumber, SignUpHospital, UpdateClinic
from careops.calls.data_generation import CreateCmsData, CreateGrowthData, ListClinicsOfNumber, ListGenerations
from careops.calls.devices import DeleteAllDevices, DeleteDevice, ListDevices, ReportDevices
from careops.calls.doctors import ListDoctors, ReadDoctor, ReadDoctorDetail, ReadDossier, UpdateDoctor, VerifyDoctor
from careops.calls.drafts import ForgetDraft, KeepDraft, ListDrafts
from careops.calls.exports import ExportList
from careops.calls.jobs import CancelJob, ListJobs, ReadJob, RetryJob
from careops.calls.keys import CreateKey, ListKeys, ReadOwnKey, RevokeKey, RotateKey
from careops.calls.labs import ListLabs, ReadLab
from careops.calls.leads import (
    CheckLeads,
    ExportLeads,
    ListLeads,
    ListLeadUploads,
    ReadKnownBefore,
    UndoLeadUpload,
    UploadLeads,
)
from careops.calls.modules import (
    ActivateSpecModule,
    DeactivateSpecModule,
    ListModuleChanges,
    ListSpecModules,
    UpdateClinicSettings,
)
from careops.calls.news import (
    CreateNewsArticle,
    DeleteNewsArticles,
    FetchRss,
    FindNewsArticles,
    FindTwins,
    FindTwinsOf,
    ListDeletedNewsArticles,
    ListNewsArticles,
    ListNewsFeeds,
    PreviewNewsFeeds,
    PublishNewsArticles,
    ReadNewsArticle,
    RestoreNewsArticles,
    UpdateNewsArticle,
)
from careops.calls.news_insights import (
    AddNewsEvents,
    FindTwinTags,
    ListCmeInterests,
    ListNewsTags,
    ListPharmaInterests,
    MergeNewsTags,
    ReadNewsStats,
)
from careops.calls.payments import AddManualPayment, FindPayments, ListPayments
from careops.calls.pharmacies import ListPharmacies, ReadPharmacy
from careops.calls.places import SuggestPlaces
from careops.calls.promo_codes import (
    CreatePromoCode,
    DeletePromoCode,
    FindPromoCodes,
    ListPromoCodes,
    ReadPromoCode,
    UpdatePromoCode,
)
from careops.calls.realtime import ListEvents
from careops.calls.recents import ForgetRecent, KeepRecent, ListRecents
from careops.calls.referrals import FindReferrals, ListReferrals, ReadReferral, ReportReferrals
from careops.calls.release_notes import (
    CreateReleaseNote,
    DeleteReleaseNote,
    ListReleaseNotes,
    MarkWhatsNewRead,
    ReadReleaseNote,
    ReadWhatsNew,
    UpdateReleaseNote,
)
from careops.calls.runs import StartRun
from careops.calls.schedules import AddSchedule, DeleteSchedule, ListDoctorSchedules, ReadSchedule, UpdateSchedule
from careops.calls.session import (
    ChangePassword,
    ConfirmSession,
    EndOtherSessions,
    EndSession,
    ListSessions,
    ReadSession,
    RefreshSession,
    SignIn,
    SignOut,
)
from careops.calls.subscriptions import AddManualSubscription, ListBillingPayments, ListBillingPlans
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
from careops_server.areas.changes import handlers as changes
from careops_server.areas.clinic_admins import handlers as clinic_admins
from careops_server.areas.clinic_doctors import handlers as clinic_doctors
from careops_server.areas.clinics import handlers as clinics
from careops_server.areas.data_generation import handlers as data_generation
from careops_server.areas.devices import handlers as devices
from careops_server.areas.doctors import handlers as doctors
from careops_server.areas.drafts import handlers as drafts
from careops_server.areas.duplicates import handlers as twins
from careops_server.areas.exports import handlers as exports
from careops_server.areas.feeds import handlers as feeds
from careops_server.areas.jobs import handlers as jobs
from careops_server.areas.keys import handlers as keys
from careops_server.areas.labs import handlers as labs
from careops_server.areas.leads import handlers as leads
from careops_server.areas.modules import handlers as modules
from careops_server.areas.news import handlers as news
from careops_server.areas.news_insights import handlers as news_insights
from careops_server.areas.payments import handlers as payments
from careops_server.areas.pharmacies import handlers as pharmacies
from careops_server.areas.places import handlers as places
from careops_server.areas.promo_codes import handlers as promo_codes
from careops_server.areas.realtime import handlers as realtime
from careops_server.areas.recents import handlers as recents
from careops_server.areas.referrals import handlers as referrals
from careops_server.areas.release_notes import handlers as release_notes
from careops_server.areas.runs import handlers as runs
from careops_server.areas.schedules import handlers as schedules
from careops_server.areas.session import active_sessions, password_change
from careops_server.areas.session import handlers as session
from careops_server.areas.subscriptions import handlers as subscriptions
from careops_server.areas.universities import handlers as universities
from careops_server.areas.uploads import handlers as uploads
from careops_server.areas.users import handlers as users
from careops_server.areas.views import handlers as views
from careops_server.areas.weekly_news import handlers as weekly_news
from careops_server.core.context import Context

_EACH: tuple[Binding[Context], ...] = (
    SignIn.answered_by(session.sign_in, prepared_by=session.check_sign_in),
    RefreshSession.answered_by(session.refresh_session),
    SignOut.answered_by(session.sign_out),
    ReadSession.answered_by(session.read_session),
    ChangePassword.answered_by(password_change.change_password, prepared_by=password_change.check_change),
    ConfirmSession.answered_by(password_change.confirm_session, prepared_by=password_change.check_password),
    ListSessions.answered_by(active_sessions.list_sessions),
    EndSession.answered_by(active_sessions.end_session),
    EndOtherSessions.answered_by(active_sessions.end_other_sessions),
    ListClinics.answered_by(clinics.list_clinics).from_replicas(),
    ReadClinic.answered_by(clinics.read_clinic),
    ShowAccountNumber.answered_by(clinics.show_account_number),
    UpdateClinic.answered_by(clinics.update_clinic),
    SignUpHospital.answered_by(clinics.sign_up_hospital, prepared_by=clinics.hash_password),
    ListSpecModules.answered_by(modules.list_spec_modules),
    ListModuleChanges.answered_by(modules.list_module_changes),
    ActivateSpecModule.answered_by(modules.activate_spec_module, by_the_set=modules.activate_spec_modules),
    DeactivateSpecModule.answered_by(modules.deactivate_spec_module, by_the_set=modules.deactivate_spec_modules),
    UpdateClinicSettings.answered_by(modules.update_clinic_settings, by_the_set=modules.update_settings_of_clinics),
    ListUsers.answered_by(users.list_users).from_replicas(),
    ReadUser.answered_by(users.read_user),
    UpdateUser.answered_by(users.update_user, by_the_set=users.update_users),
    ResetPassword.answered_by(users.reset_password, prepared_by=users.hash_one_time_password),
    ListBillingPlans.answered_by(subscriptions.list_billing_plans),
    ListBillingPayments.answered_by(subscriptions.list_billing_payments).from_replicas(),
    AddManualSubscription.answered_by(subscriptions.add_manual_subscription),
    ListDevices.answered_by(devices.list_devices).from_replicas(),
    DeleteDevice.answered_by(devices.delete_device),
    DeleteAllDevices.answered_by(devices.delete_all_devices),
    ReportDevices.answered_by(devices.report_devices),
    ListClinicAdmins.answered_by(clinic_admins.list_clinic_admins),
    CreateClinicAdmin.answered_by(clinic_admins.create_clinic_admin, prepared_by=clinic_admins.hash_password),
    DeleteClinicAdmin.answered_by(clinic_admins.delete_clinic_admin),
    ListPayments.answered_by(payments.list_payments).from_replicas(),
    FindPayments.answered_by(payments.find_payments).from_replicas(),
    AddManualPayment.answered_by(payments.add_manual_payment),
    FindDoctors.answered_by(clinic_doctors.find_doctors).from_replicas(),
    AddClinicDoctor.answered_by(clinic_doctors.add_clinic_doctor),
    ReadClinicDoctor.answered_by(clinic_doctors.read_clinic_doctor),
    UpdateClinicDoctor.answered_by(clinic_doctors.update_clinic_doctor, prepared_by=clinic_doctors.accept_photo),
    ListDoctors.answered_by(doctors.list_doctors).from_replicas(),
    ReadDoctor.answered_by(doctors.read_doctor),
    ReadDoctorDetail.answered_by(doctors.read_doctor_detail),
    ReadDossier.answered_by(doctors.read_dossier),
    UpdateDoctor.answered_by(doctors.update_doctor, prepared_by=doctors.accept_certificate),
    VerifyDoctor.answered_by(doctors.verify_doctor),
    ListDoctorSchedules.answered_by(schedules.list_doctor_schedules),
    ReadSchedule.answered_by(schedules.read_schedule),
    AddSchedule.answered_by(schedules.add_schedule),
    UpdateSchedule.answered_by(schedules.update_schedule),
    DeleteSchedule.answered_by(schedules.delete_schedule),
    PresignUploads.answered_by(uploads.presign_uploads),
    ListPromoCodes.answered_by(promo_codes.list_promo_codes).from_replicas(),
    FindPromoCodes.answered_by(promo_codes.find_promo_codes).from_replicas(),
    ReadPromoCode.answered_by(promo_codes.read_promo_code),
    CreatePromoCode.answered_by(promo_codes.create_promo_code),
    UpdatePromoCode.answered_by(promo_codes.update_promo_code),
    DeletePromoCode.answered_by(promo_codes.delete_promo_code),
    ListReleaseNotes.answered_by(release_notes.list_release_notes).from_replicas(),
    ReadReleaseNote.answered_by(release_notes.read_release_note),
    CreateReleaseNote.answered_by(release_notes.create_release_note),
    UpdateReleaseNote.answered_by(release_notes.update_release_note),
    DeleteReleaseNote.answered_by(release_notes.delete_release_note),
    ReadWhatsNew.answered_by(release_notes.read_whats_new),
    MarkWhatsNewRead.answered_by(release_notes.mark_whats_new_read),
    ListNewsArticles.answered_by(news.list_news_articles).from_replicas(),
    FindNewsArticles.answered_by(news.find_news_articles).from_replicas(),
    ReadNewsArticle.answered_by(news.read_news_article),
    CreateNewsArticle.answered_by(news.create_news_article, prepared_by=news.accept_photo),
    UpdateNewsArticle.answered_by(news.update_news_article, prepared_by=news.accept_photo),
    DeleteNewsArticles.answered_by(news.delete_news_articles),
    PublishNewsArticles.answered_by(news.publish_news_articles),
    ListDeletedNewsArticles.answered_by(news.list_deleted_news_articles).from_replicas(),
    RestoreNewsArticles.answered_by(news.restore_news_articles),
    FindTwins.answered_by(twins.find_duplicates).from_replicas(),
    FindTwinsOf.answered_by(twins.find_duplicates_of),
    FetchRss.answered_by(feeds.fetch_rss),
    ListNewsFeeds.answered_by(feeds.list_news_feeds),
    PreviewNewsFeeds.answered_by(feeds.preview_news_feeds, followed_by=feeds.when_previewed),
    ListNewsTags.answered_by(news_insights.list_news_tags).from_replicas(),
    FindTwinTags.answered_by(news_insights.find_twin_tags),
    MergeNewsTags.answered_by(news_insights.merge_news_tags),
    ReadNewsStats.answered_by(news_insights.read_news_stats).from_replicas(),
    ListPharmaInterests.answered_by(news_insights.list_pharma_interests).from_replicas(),
    ListCmeInterests.answered_by(news_insights.list_cme_interests).from_replicas(),
    AddNewsEvents.answered_by(news_insights.add_news_events),
    ListViews.answered_by(views.list_views),
    CreateView.answered_by(views.create_view),
    UpdateView.answered_by(views.update_view),
    DeleteView.answered_by(views.delete_view),
    ListLayouts.answered_by(views.list_layouts),
    SaveLayout.answered_by(views.save_layout),
    ListDrafts.answered_by(drafts.list_drafts),
    KeepDraft.answered_by(drafts.keep_draft),
    ForgetDraft.answered_by(drafts.forget_draft),
    ListRecents.answered_by(recents.list_recents),
    KeepRecent.answered_by(recents.keep_recent),
    ForgetRecent.answered_by(recents.forget_recent),
    ReadWeeklyNews.answered_by(weekly_news.read_weekly_news),
    ReadWeeklyOrder.answered_by(weekly_news.read_weekly_order),
    ListBestNews.answered_by(weekly_news.list_best_news).from_replicas(),
    SetWeeklyNews.answered_by(weekly_news.set_weekly_news),
    RemoveWeeklyNews.answered_by(weekly_news.remove_weekly_news),
    ListUniversities.answered_by(universities.list_universities).from_replicas(),
    ReadUniversity.answered_by(universities.read_university),
    CreateUniversity.answered_by(universities.create_university),
    UpdateUniversity.answered_by(universities.update_university),
    ListCareCities.answered_by(care_cities.list_care_cities).from_replicas(),
    ReadCareCity.answered_by(care_cities.read_care_city),
    CreateCareCity.answered_by(care_cities.create_care_city),
    UpdateCareCity.answered_by(care_cities.update_care_city),
    DeleteCareCity.answered_by(care_cities.delete_care_city),
    CheckCareCity.answered_by(care_cities.check_care_city),
    ListPharmacies.answered_by(pharmacies.list_pharmacies).from_replicas(),
    ReadPharmacy.answered_by(pharmacies.read_pharmacy),
    ListLabs.answered_by(labs.list_labs).from_replicas(),
    ReadLab.answered_by(labs.read_lab),
    ListReferrals.answered_by(referrals.list_referrals).from_replicas(),
    FindReferrals.answered_by(referrals.find_referrals).from_replicas(),
    ReadReferral.answered_by(referrals.read_referral),
    ReportReferrals.answered_by(referrals.report_referrals),
    ListAdCampaigns.answered_by(campaigns.list_ad_campaigns).from_replicas(),
    FindAdCampaigns.answered_by(campaigns.find_ad_campaigns).from_replicas(),
    ReadCampaignPulse.answered_by(campaigns.read_campaign_pulse).from_replicas(),
    ReadAdCampaign.answered_by(campaigns.read_ad_campaign),
    UpdateAdCampaign.answered_by(campaigns.update_ad_campaign),
    ListLeads.answered_by(leads.list_leads).from_replicas(),
    ReadKnownBefore.answered_by(leads.read_known_before).from_replicas(),
    ExportLeads.answered_by(leads.export_leads),
    CheckLeads.answered_by(leads.check_leads, prepared_by=leads.preview_upload),
    UploadLeads.answered_by(leads.upload_leads, prepared_by=leads.read_upload),
    ListLeadUploads.answered_by(leads.list_lead_uploads).from_replicas(),
    UndoLeadUpload.answered_by(leads.undo_lead_upload),
    SearchCatalogue.answered_by(catalogue.search_catalogue, prepared_by=catalogue.query_search_service),
    ReadBank.answered_by(catalogue.read_bank),
    SuggestPlaces.answered_by(places.suggest_places, prepared_by=places.query_geocoder),
    ListAlarms.answered_by(alarms.list_alarms),
    ReadAuditSummary.answered_by(audit.read_audit_summary).from_replicas(),
    ListAuditTrails.answered_by(audit.list_audit_trails).from_replicas(),
    FindAuditTrails.answered_by(audit.find_audit_trails).from_replicas(),
    AddAuditEvents.answered_by(audit.add_audit_events),
    ListEvents.answered_by(realtime.list_events),
    CreateCmsData.answered_by(data_generation.create_cms_data, followed_by=data_generation.when_generated),
    CreateGrowthData.answered_by(data_generation.create_growth_data, followed_by=data_generation.when_generated),
    ListClinicsOfNumber.answered_by(data_generation.list_clinics_of_number),
    ListGenerations.answered_by(data_generation.list_generations),
    ListJobs.answered_by(jobs.list_jobs),
    ReadJob.answered_by(jobs.read_job),
    RetryJob.answered_by(jobs.retry_job),
    CancelJob.answered_by(jobs.cancel_job),
    StartRun.answered_by(runs.start_run),
    ListKeys.answered_by(keys.list_keys),
    ReadOwnKey.answered_by(keys.read_own_key),
    CreateKey.answered_by(keys.create_key),
    RotateKey.answered_by(keys.rotate_key),
    RevokeKey.answered_by(keys.revoke_key),
    ReadReach.answered_by(broadcasts.read_reach),
    SendWebUpgrade.answered_by(broadcasts.send_web_upgrade),
    SendRelogin.answered_by(broadcasts.send_relogin),
    ListBroadcasts.answered_by(broadcasts.list_broadcasts),
    ReadAdoption.answered_by(broadcasts.read_adoption),
    ListReachedDevices.answered_by(broadcasts.list_reached_devices).from_replicas(),
    ListProposals.answered_by(broadcasts.list_proposals),
    ApproveBroadcast.answered_by(broadcasts.approve_broadcast),
    DeclineBroadcast.answered_by(broadcasts.decline_broadcast),
)
_changes = changes.Changes(_EACH)
_exports = exports.Exports(_EACH)
ROUTES: tuple[Binding[Context], ...] = (
    *_EACH,
    MakeChanges.answered_by(_changes.make, prepared_by=_changes.read),
    ExportList.answered_by(_exports.export, prepared_by=_exports.read),
)
