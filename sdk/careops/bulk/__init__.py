"""Bulk runs: apply one change to many records, with a journal for resuming and a report for every row.

>>> async with AsyncCareOps(url, tokens=FileTokens("session.json")) as client:
...     run = await apply(client, SwitchModule(module_id=2, active=True), read_ids("clinics.xlsx"))
...     for row in run.rows():
...         print(row.target, row.outcome, row.reason)

Names are imported lazily, so that a process that only reads a file does not load every call.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from careops.bulk.api import apply as apply
    from careops.bulk.backoff import Backoff as Backoff
    from careops.bulk.care_cities import ImportCareCities as ImportCareCities
    from careops.bulk.care_cities import read_care_cities as read_care_cities
    from careops.bulk.changes import Change as Change
    from careops.bulk.clinic_changes import ClinicChange as ClinicChange
    from careops.bulk.clinic_changes import SwitchFlag as SwitchFlag
    from careops.bulk.clinic_changes import SwitchModule as SwitchModule
    from careops.bulk.doctors import AddDoctors as AddDoctors
    from careops.bulk.doctors import InviteDoctors as InviteDoctors
    from careops.bulk.doctors import read_doctors as read_doctors
    from careops.bulk.doctors import read_invitations as read_invitations
    from careops.bulk.errors import BulkError as BulkError
    from careops.bulk.errors import JournalBusy as JournalBusy
    from careops.bulk.errors import JournalRefused as JournalRefused
    from careops.bulk.errors import NotProposable as NotProposable
    from careops.bulk.errors import PlatformAway as PlatformAway
    from careops.bulk.errors import TargetsUnreadable as TargetsUnreadable
    from careops.bulk.files import read_ids as read_ids
    from careops.bulk.hospitals import CreateHospitals as CreateHospitals
    from careops.bulk.hospitals import read_hospitals as read_hospitals
    from careops.bulk.journal import Journal as Journal
    from careops.bulk.lead_split import ImportLeads as ImportLeads
    from careops.bulk.lead_split import read_leads_by_clinic as read_leads_by_clinic
    from careops.bulk.list_change import ListBackedChange as ListBackedChange
    from careops.bulk.locations import SetLocations as SetLocations
    from careops.bulk.locations import read_locations as read_locations
    from careops.bulk.news import DeleteNews as DeleteNews
    from careops.bulk.news import ImportNews as ImportNews
    from careops.bulk.news import PublishNews as PublishNews
    from careops.bulk.news import read_news as read_news
    from careops.bulk.payments import AddPayments as AddPayments
    from careops.bulk.payments import read_payments as read_payments
    from careops.bulk.progress import Progress as Progress
    from careops.bulk.promo_codes import ImportPromoCodes as ImportPromoCodes
    from careops.bulk.promo_codes import read_promo_codes as read_promo_codes
    from careops.bulk.row_store import ReportRow as ReportRow
    from careops.bulk.run import BulkRun as BulkRun
    from careops.bulk.spreadsheets import Book as Book
    from careops.bulk.targets import Found as Found
    from careops.bulk.targets import InvalidRow as InvalidRow
    from careops.bulk.targets import Outcome as Outcome
    from careops.bulk.targets import Target as Target
    from careops.bulk.targets import parse_ids as parse_ids
    from careops.bulk.universities import ImportUniversities as ImportUniversities
    from careops.bulk.universities import read_universities as read_universities
    from careops.bulk.users import SetUserFlag as SetUserFlag
    from careops.bulk.users import SetUserStatus as SetUserStatus
    from careops.bulk.users import UserChange as UserChange
    from careops.bulk.verifications import UnverifyDoctors as UnverifyDoctors
    from careops.bulk.verifications import VerifyDoctors as VerifyDoctors
    from careops.bulk.verifications import read_verifications as read_verifications
    from careops.bulk.verifications import read_withdrawals as read_withdrawals

_HOMES = {
    "careops.bulk.care_cities": ("ImportCareCities", "read_care_cities"),
    "careops.bulk.changes": ("Change",),
    "careops.bulk.clinic_changes": ("ClinicChange", "SwitchFlag", "SwitchModule"),
    "careops.bulk.doctors": ("AddDoctors", "InviteDoctors", "read_doctors", "read_invitations"),
    "careops.bulk.errors": (
        "BulkError",
        "JournalBusy",
        "JournalRefused",
        "NotProposable",
        "PlatformAway",
        "TargetsUnreadable",
    ),
    "careops.bulk.files": ("read_ids",),
    "careops.bulk.hospitals": ("CreateHospitals", "read_hospitals"),
    "careops.bulk.journal": ("Journal",),
    "careops.bulk.lead_split": ("ImportLeads", "read_leads_by_clinic"),
    "careops.bulk.row_store": ("ReportRow",),
    "careops.bulk.list_change": ("ListBackedChange",),
    "careops.bulk.locations": ("SetLocations", "read_locations"),
    "careops.bulk.news": ("DeleteNews", "ImportNews", "PublishNews", "read_news"),
    "careops.bulk.backoff": ("Backoff",),
    "careops.bulk.payments": ("AddPayments", "read_payments"),
    "careops.bulk.progress": ("Progress",),
    "careops.bulk.promo_codes": ("ImportPromoCodes", "read_promo_codes"),
    "careops.bulk.run": ("BulkRun",),
    "careops.bulk.api": ("apply",),
    "careops.bulk.spreadsheets": ("Book",),
    "careops.bulk.targets": ("Found", "Outcome", "Target", "InvalidRow", "parse_ids"),
    "careops.bulk.universities": ("ImportUniversities", "read_universities"),
    "careops.bulk.users": ("SetUserFlag", "SetUserStatus", "UserChange"),
    "careops.bulk.verifications": ("UnverifyDoctors", "VerifyDoctors", "read_verifications", "read_withdrawals"),
}
_HOME_OF = {name: module for module, names in _HOMES.items() for name in names}


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOME_OF})


if not TYPE_CHECKING:  # a type checker would accept any name
    __all__ = sorted(_HOME_OF)

    def __getattr__(name: str) -> Any:
        if name in _HOME_OF:
            from importlib import import_module

            return getattr(import_module(_HOME_OF[name]), name)
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
