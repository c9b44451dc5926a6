"""Areas of the platform as properties of both clients, imported lazily.

Written by sdk/generate.py from the calls in sdk/careops/calls. Do not edit.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, cast

from careops.contract.resource import ClientT

if TYPE_CHECKING:
    from careops.calls.alarms import Alarms
    from careops.calls.audit import Audit
    from careops.calls.broadcasts import Broadcasts
    from careops.calls.campaigns import Campaigns
    from careops.calls.care_cities import CareCities
    from careops.calls.catalogue import Catalogue
    from careops.calls.change_requests import ChangeRequests
    from careops.calls.changes import Changes
    from careops.calls.clinic_admins import ClinicAdmins
    from careops.calls.clinic_doctors import ClinicDoctors
    from careops.calls.clinics import Clinics
    from careops.calls.data_generation import DataGeneration
    from careops.calls.devices import Devices
    from careops.calls.doctors import Doctors
    from careops.calls.drafts import Drafts
    from careops.calls.exports import Exports
    from careops.calls.follow_ups import FollowUps
    from careops.calls.jobs import Jobs
    from careops.calls.keys import Keys
    from careops.calls.labs import Labs
    from careops.calls.leads import Leads
    from careops.calls.modules import Modules
    from careops.calls.news import News
    from careops.calls.news_insights import NewsInsights
    from careops.calls.notes import Notes
    from careops.calls.payments import Payments
    from careops.calls.pharmacies import Pharmacies
    from careops.calls.places import Places
    from careops.calls.presence import Presence
    from careops.calls.promo_codes import PromoCodes
    from careops.calls.realtime import Realtime
    from careops.calls.recents import Recents
    from careops.calls.referrals import Referrals
    from careops.calls.release_notes import ReleaseNotes
    from careops.calls.runs import Runs
    from careops.calls.schedules import Schedules
    from careops.calls.session import Sessions
    from careops.calls.staff import Staff
    from careops.calls.subscriptions import Subscriptions
    from careops.calls.timeline import Timelines
    from careops.calls.today import Today
    from careops.calls.universities import Universities
    from careops.calls.uploads import Uploads
    from careops.calls.users import Users
    from careops.calls.views import Views
    from careops.calls.weekly_news import WeeklyNews


class Resources(Generic[ClientT]):
    """Every area of the platform as a property, imported when first used."""

    @property
    def _itself(self) -> ClientT:
        return cast(ClientT, self)

    @property
    def alarms(self) -> Alarms[ClientT]:
        from careops.calls.alarms import Alarms

        return Alarms(self._itself)

    @property
    def audit(self) -> Audit[ClientT]:
        from careops.calls.audit import Audit

        return Audit(self._itself)

    @property
    def broadcasts(self) -> Broadcasts[ClientT]:
        from careops.calls.broadcasts import Broadcasts

        return Broadcasts(self._itself)

    @property
    def campaigns(self) -> Campaigns[ClientT]:
        from careops.calls.campaigns import Campaigns

        return Campaigns(self._itself)

    @property
    def care_cities(self) -> CareCities[ClientT]:
        from careops.calls.care_cities import CareCities

        return CareCities(self._itself)

    @property
    def catalogue(self) -> Catalogue[ClientT]:
        from careops.calls.catalogue import Catalogue

        return Catalogue(self._itself)

    @property
    def change_requests(self) -> ChangeRequests[ClientT]:
        from careops.calls.change_requests import ChangeRequests

        return ChangeRequests(self._itself)

    @property
    def changes(self) -> Changes[ClientT]:
        from careops.calls.changes import Changes

        return Changes(self._itself)

    @property
    def clinic_admins(self) -> ClinicAdmins[ClientT]:
        from careops.calls.clinic_admins import ClinicAdmins

        return ClinicAdmins(self._itself)

    @property
    def clinic_doctors(self) -> ClinicDoctors[ClientT]:
        from careops.calls.clinic_doctors import ClinicDoctors

        return ClinicDoctors(self._itself)

    @property
    def clinics(self) -> Clinics[ClientT]:
        from careops.calls.clinics import Clinics

        return Clinics(self._itself)

    @property
    def data_generation(self) -> DataGeneration[ClientT]:
        from careops.calls.data_generation import DataGeneration

        return DataGeneration(self._itself)

    @property
    def devices(self) -> Devices[ClientT]:
        from careops.calls.devices import Devices

        return Devices(self._itself)

    @property
    def doctors(self) -> Doctors[ClientT]:
        from careops.calls.doctors import Doctors

        return Doctors(self._itself)

    @property
    def drafts(self) -> Drafts[ClientT]:
        from careops.calls.drafts import Drafts

        return Drafts(self._itself)

    @property
    def exports(self) -> Exports[ClientT]:
        from careops.calls.exports import Exports

        return Exports(self._itself)

    @property
    def follow_ups(self) -> FollowUps[ClientT]:
        from careops.calls.follow_ups import FollowUps

        return FollowUps(self._itself)

    @property
    def jobs(self) -> Jobs[ClientT]:
        from careops.calls.jobs import Jobs

        return Jobs(self._itself)

    @property
    def keys(self) -> Keys[ClientT]:
        from careops.calls.keys import Keys

        return Keys(self._itself)

    @property
    def labs(self) -> Labs[ClientT]:
        from careops.calls.labs import Labs

        return Labs(self._itself)

    @property
    def leads(self) -> Leads[ClientT]:
        from careops.calls.leads import Leads

        return Leads(self._itself)

    @property
    def modules(self) -> Modules[ClientT]:
        from careops.calls.modules import Modules

        return Modules(self._itself)

    @property
    def news(self) -> News[ClientT]:
        from careops.calls.news import News

        return News(self._itself)

    @property
    def news_insights(self) -> NewsInsights[ClientT]:
        from careops.calls.news_insights import NewsInsights

        return NewsInsights(self._itself)

    @property
    def notes(self) -> Notes[ClientT]:
        from careops.calls.notes import Notes

        return Notes(self._itself)

    @property
    def payments(self) -> Payments[ClientT]:
        from careops.calls.payments import Payments

        return Payments(self._itself)

    @property
    def pharmacies(self) -> Pharmacies[ClientT]:
        from careops.calls.pharmacies import Pharmacies

        return Pharmacies(self._itself)

    @property
    def places(self) -> Places[ClientT]:
        from careops.calls.places import Places

        return Places(self._itself)

    @property
    def presence(self) -> Presence[ClientT]:
        from careops.calls.presence import Presence

        return Presence(self._itself)

    @property
    def promo_codes(self) -> PromoCodes[ClientT]:
        from careops.calls.promo_codes import PromoCodes

        return PromoCodes(self._itself)

    @property
    def realtime(self) -> Realtime[ClientT]:
        from careops.calls.realtime import Realtime

        return Realtime(self._itself)

    @property
    def recents(self) -> Recents[ClientT]:
        from careops.calls.recents import Recents

        return Recents(self._itself)

    @property
    def referrals(self) -> Referrals[ClientT]:
        from careops.calls.referrals import Referrals

        return Referrals(self._itself)

    @property
    def release_notes(self) -> ReleaseNotes[ClientT]:
        from careops.calls.release_notes import ReleaseNotes

        return ReleaseNotes(self._itself)

    @property
    def runs(self) -> Runs[ClientT]:
        from careops.calls.runs import Runs

        return Runs(self._itself)

    @property
    def schedules(self) -> Schedules[ClientT]:
        from careops.calls.schedules import Schedules

        return Schedules(self._itself)

    @property
    def session(self) -> Sessions[ClientT]:
        from careops.calls.session import Sessions

        return Sessions(self._itself)

    @property
    def staff(self) -> Staff[ClientT]:
        from careops.calls.staff import Staff

        return Staff(self._itself)

    @property
    def subscriptions(self) -> Subscriptions[ClientT]:
        from careops.calls.subscriptions import Subscriptions

        return Subscriptions(self._itself)

    @property
    def timeline(self) -> Timelines[ClientT]:
        from careops.calls.timeline import Timelines

        return Timelines(self._itself)

    @property
    def today(self) -> Today[ClientT]:
        from careops.calls.today import Today

        return Today(self._itself)

    @property
    def universities(self) -> Universities[ClientT]:
        from careops.calls.universities import Universities

        return Universities(self._itself)

    @property
    def uploads(self) -> Uploads[ClientT]:
        from careops.calls.uploads import Uploads

        return Uploads(self._itself)

    @property
    def users(self) -> Users[ClientT]:
        from careops.calls.users import Users

        return Users(self._itself)

    @property
    def views(self) -> Views[ClientT]:
        from careops.calls.views import Views

        return Views(self._itself)

    @property
    def weekly_news(self) -> WeeklyNews[ClientT]:
        from careops.calls.weekly_news import WeeklyNews

        return WeeklyNews(self._itself)
