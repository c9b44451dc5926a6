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
    from careops.bulk.api import apply
    from careops.bulk.backoff import Backoff
    from careops.bulk.care_cities import ImportCareCities, read_care_cities
    from careops.bulk.changes import Change
    from careops.bulk.clinic_changes import ClinicChange, SwitchFlag, SwitchModule
    from careops.bulk.doctors import AddDoctors, InviteDoctors, read_doctors, read_invitations
    from careops.bulk.errors import (
        BulkError,
        JournalBusy,
        JournalRefused,
        NotProposable,
        PlatformAway,
        TargetsUnreadable,
    )
    from careops.bulk.files import read_ids
    from careops.bulk.hospitals import CreateHospitals, read_hospitals
    from careops.bulk.journal import Journal
    from careops.bulk.lead_split import ImportLeads, read_leads_by_clinic
    from careops.bulk.list_change import ListBackedChange
    from careops.bulk.locations import SetLocations, read_locations
    from careops.bulk.news import DeleteNews, ImportNews, PublishNews, read_news
    from careops.bulk.payments import AddPayments, read_payments
    from careops.bulk.progress import Progress
    from careops.bulk.promo_codes import ImportPromoCodes, read_promo_codes
    from careops.bulk.row_store import ReportRow
    from careops.bulk.run import BulkRun
    from careops.bulk.spreadsheets import Book
    from careops.bulk.targets import Found, InvalidRow, Outcome, Target, parse_ids
    from careops.bulk.universities import ImportUniversities, read_universities
    from careops.bulk.users import SetUserFlag, SetUserStatus, UserChange
    from careops.bulk.verifications import UnverifyDoctors, VerifyDoctors, read_verifications, read_withdrawals

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

__all__ = [
    "AddDoctors",
    "AddPayments",
    "Backoff",
    "Book",
    "BulkError",
    "BulkRun",
    "Change",
    "ClinicChange",
    "CreateHospitals",
    "DeleteNews",
    "Found",
    "ImportCareCities",
    "ImportLeads",
    "ImportNews",
    "ImportPromoCodes",
    "ImportUniversities",
    "InvalidRow",
    "InviteDoctors",
    "Journal",
    "JournalBusy",
    "JournalRefused",
    "ListBackedChange",
    "NotProposable",
    "Outcome",
    "PlatformAway",
    "Progress",
    "PublishNews",
    "ReportRow",
    "SetLocations",
    "SetUserFlag",
    "SetUserStatus",
    "SwitchFlag",
    "SwitchModule",
    "Target",
    "TargetsUnreadable",
    "UnverifyDoctors",
    "UserChange",
    "VerifyDoctors",
    "apply",
    "parse_ids",
    "read_care_cities",
    "read_doctors",
    "read_hospitals",
    "read_ids",
    "read_invitations",
    "read_leads_by_clinic",
    "read_locations",
    "read_news",
    "read_payments",
    "read_promo_codes",
    "read_universities",
    "read_verifications",
    "read_withdrawals",
]


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


if not TYPE_CHECKING:  # a type checker would accept any name

    def __getattr__(name: str) -> Any:
        if name in _HOME_OF:
            from importlib import import_module

            return getattr(import_module(_HOME_OF[name]), name)
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
