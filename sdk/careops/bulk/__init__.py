"""One change for many targets: bounded, resumable, and accounted for row by row.

>>> async with AsyncCareOps(url, tokens=FileTokens("session.json")) as client:
...     run = await apply(client, SwitchModule(module_id=2, active=True), read_ids("clinics.xlsx"))
...     for row in run.rows():
...         print(row.target, row.outcome, row.reason)
"""

from __future__ import annotations

from careops.bulk.care_cities import ImportCareCities, read_care_cities
from careops.bulk.changes import Change
from careops.bulk.clinic_changes import ClinicChange, SwitchFlag, SwitchModule
from careops.bulk.doctors import AddDoctors, InviteDoctors, read_doctors, read_invitations
from careops.bulk.errors import BulkError, JournalBusy, JournalRefused, PlatformAway, TargetsUnreadable
from careops.bulk.files import read_ids
from careops.bulk.hospitals import CreateHospitals, read_hospitals
from careops.bulk.journal import Journal
from careops.bulk.lead_parts import ImportLeads, read_leads_by_clinic
from careops.bulk.ledger import ReportRow
from careops.bulk.listed import ListedChange
from careops.bulk.locations import SetLocations, read_locations
from careops.bulk.news import DeleteNews, ImportNews, PublishNews, read_news
from careops.bulk.pace import Pace
from careops.bulk.payments import AddPayments, read_payments
from careops.bulk.progress import Progress
from careops.bulk.promo_codes import ImportPromoCodes, read_promo_codes
from careops.bulk.run import BulkRun
from careops.bulk.scripts import apply
from careops.bulk.spreadsheets import Book
from careops.bulk.targets import Found, Outcome, Target, Wrong, record_ids
from careops.bulk.universities import ImportUniversities, read_universities
from careops.bulk.users import SetUserFlag, SetUserStatus, UserChange
from careops.bulk.verifications import UnverifyDoctors, VerifyDoctors, read_verifications, read_withdrawals

__all__ = [
    "AddDoctors",
    "AddPayments",
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
    "InviteDoctors",
    "Journal",
    "JournalBusy",
    "JournalRefused",
    "ListedChange",
    "Outcome",
    "Pace",
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
    "Wrong",
    "apply",
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
    "record_ids",
]
