"""Every column reads an existing field of its model, so that a renamed field fails here."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from importlib import import_module
from pkgutil import iter_modules
from typing import Any

import pytest
from cli.tests.command_line import CareOpsCommand
from cli.tests.platform_stub import Platform
from cli.tests.samples import detail, page_of
from pydantic import BaseModel, TypeAdapter

import careops_cli.commands as package
from careops.calls.alarms import Alarm
from careops.calls.audit import AuditSummary, AuditTrail
from careops.calls.broadcasts import Broadcast, Proposal, ReachedDevice, VersionReach
from careops.calls.campaigns import AdCampaign
from careops.calls.care_cities import CareCity
from careops.calls.clinic_admins import ClinicAdmin
from careops.calls.clinics import Clinic, ClinicDetail, ListClinics, ReadClinic
from careops.calls.data_generation import GeneratedFor, GenerationJob
from careops.calls.devices import Device
from careops.calls.doctors import Doctor, DoctorDetail, DoctorProfile, Dossier
from careops.calls.drafts import Draft
from careops.calls.jobs import Job
from careops.calls.keys import Key
from careops.calls.labs import Lab, LabDetail
from careops.calls.leads import KnownLead, Lead, LeadUpload
from careops.calls.modules import ModuleChange, SpecModule
from careops.calls.news import DeletedArticle, NewsArticle
from careops.calls.news_insights import NewsInterest, NewsTagStats, StatsRow
from careops.calls.payments import Payment
from careops.calls.pharmacies import Pharmacy, PharmacyDetail
from careops.calls.promo_codes import PromoCode
from careops.calls.realtime import Event
from careops.calls.recents import Recent
from careops.calls.referrals import Referral
from careops.calls.release_notes import PublishedNote, ReleaseNote
from careops.calls.schedules import DoctorSchedule
from careops.calls.session import OpenSession, Session
from careops.calls.subscriptions import BillingPayment
from careops.calls.universities import University
from careops.calls.users import PlatformUser
from careops.calls.views import SavedView
from careops.calls.weekly_news import BestArticle, WeeklyArticle
from careops.models.billing import BillingPlan, Subscription
from careops.models.duplicates import Duplicate
from careops.models.feeds import FeedItem, NewsFeed
from careops_cli.output.results import fields_read
from careops_cli.reference import commands


class HereSession(Session):
    """Session with its user's fields at the top, or a key, with its address."""

    id: int
    name: str
    phone_number: str
    email: str
    scopes: list[str]
    url: str


class WrongLead(BaseModel):
    """Wrong row of a file, as the reader reports it."""

    row: int
    column: str
    column_number: int | None
    reason: str


class LivedReferral(Referral):
    """Referral reported by the demo, and if it was new."""

    what: str


class ListedSchedule(DoctorSchedule):
    """Schedule with its doctor, and with local times."""

    doctor_id: int
    start: str
    end: str


class ScheduleRow(BaseModel):
    """Schedule as a row of a table."""

    clinic_id: int
    doctor_id: int
    days: str
    start: str
    end: str
    timezone: str
    discounted_fees: int | None


class ComingRow(FeedItem):
    """Preview item in a table of all feeds."""

    feed: str
    what: str


class DuplicateTag(NewsTagStats):
    """Duplicate tag in a table of groups."""

    like: str


ROW_MODELS: dict[str, type[BaseModel]] = {
    "alarms.COLUMNS": Alarm,
    "audit.COLUMNS": AuditTrail,
    "audit.SUMMARY": AuditSummary,
    "broadcasts.COLUMNS": Broadcast,
    "broadcasts.LEDGER": ReachedDevice,
    "broadcasts.PROPOSED": Proposal,
    "broadcasts.REACH": VersionReach,
    "campaigns.COLUMNS": AdCampaign,
    "campaigns.LINK": AdCampaign,
    "care_cities.COLUMNS": CareCity,
    "clinic_admins.COLUMNS": ClinicAdmin,
    "clinic_export.COLUMNS": ClinicDetail,
    "clinics.COLUMNS": Clinic,
    "clinics.DETAILS": ClinicDetail,
    "data_generation.CLINIC_COLUMNS": GeneratedFor,
    "data_generation.COLUMNS": GenerationJob,
    "doctors.CLINICS": DoctorDetail,
    "doctors.COLUMNS": Doctor,
    "doctors.DOSSIER": Dossier,
    "doctors.PROFILE": DoctorProfile,
    "devices.COLUMNS": Device,
    "events.COLUMNS": Event,
    "jobs.COLUMNS": Job,
    "keys.COLUMNS": Key,
    "labs.COLUMNS": Lab,
    "labs.DETAILS": LabDetail,
    "lead_uploads.UPLOADS": LeadUpload,
    "lead_uploads.WRONG": WrongLead,
    "leads.COLUMNS": Lead,
    "leads.KNOWN": KnownLead,
    "referrals.COLUMNS": Referral,
    "demo.LIVE": LivedReferral,
    "modules.CHANGES": ModuleChange,
    "modules.COLUMNS": SpecModule,
    "payments.COLUMNS": Payment,
    "promo_codes.COLUMNS": PromoCode,
    "pharmacies.COLUMNS": Pharmacy,
    "pharmacies.DETAILS": PharmacyDetail,
    "release_notes.COLUMNS": ReleaseNote,
    "release_notes.PUBLISHED": PublishedNote,
    "schedules.COLUMNS": ListedSchedule,
    "schedules.EXPORT": ScheduleRow,
    "sessions.COLUMNS": OpenSession,
    "subscriptions.COLUMNS": Subscription,
    "subscriptions.PAYMENTS": BillingPayment,
    "subscriptions.PLANS": BillingPlan,
    "news.COLUMNS": NewsArticle,
    "news.DELETED": DeletedArticle,
    "news.DUPLICATES": Duplicate,
    "news_feeds.COMING": ComingRow,
    "news_feeds.FEEDS": NewsFeed,
    "news_insights.TAGS": NewsTagStats,
    "news_insights.DUPLICATES": DuplicateTag,
    "news_insights.STATS": StatsRow,
    "news_insights.INTERESTS": NewsInterest,
    "recents.COLUMNS": Recent,
    "drafts.COLUMNS": Draft,
    "views.COLUMNS": SavedView,
    "weekly_news.BEST": BestArticle,
    "weekly_news.COLUMNS": WeeklyArticle,
    "universities.COLUMNS": University,
    "users.COLUMNS": PlatformUser,
    "users.DETAILS": PlatformUser,
    "whoami.COLUMNS": HereSession,
}


class Known(dict[str, Any]):
    """Item with all fields of the platform. Reading another field fails."""

    def __missing__(self, name: str) -> Any:
        raise AssertionError(f"there is no field {name!r}; there are {', '.join(self)}")

    def get(self, name: str, default: Any = None) -> Any:
        return self[name]


def filled(schema: Mapping[str, Any], definitions: Mapping[str, Any]) -> Any:
    """Return a complete value of the schema, at any depth."""
    if "$ref" in schema:
        return filled(definitions[schema["$ref"].rpartition("/")[2]], definitions)
    if "anyOf" in schema:
        return filled(next(choice for choice in schema["anyOf"] if choice != {"type": "null"}), definitions)
    if "properties" in schema:
        return Known({name: filled(field, definitions) for name, field in schema["properties"].items()})
    match schema.get("type"):
        case "array":
            return [filled(schema["items"], definitions)]
        case "object":
            return {"9": filled(schema.get("additionalProperties", {}), definitions)}
        case "integer" | "number":
            return 1
        case "boolean":
            return True
    return "2026-11-20T09:31:07Z" if schema.get("format") == "date-time" else "a text"


def column_tables() -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield every table of columns in the modules of the commands."""
    for module in iter_modules(package.__path__):
        for name, thing in vars(import_module(f"{package.__name__}.{module.name}")).items():
            if name.isupper() and isinstance(thing, dict) and thing and all(callable(read) for read in thing.values()):
                yield f"{module.name}.{name}", thing


TABLES = dict(column_tables())


def test_every_table_of_columns_is_of_a_model() -> None:
    assert TABLES.keys() == ROW_MODELS.keys(), (
        "say whose columns they are, in ROW_MODELS of cli/tests/test_cli_columns.py"
    )


@pytest.mark.parametrize(
    ("table", "column"), [(table, column) for table, columns in TABLES.items() for column in columns]
)
def test_a_column_reads_what_is_there(table: str, column: str) -> None:
    model = ROW_MODELS[table]
    schema = TypeAdapter(model).json_schema(mode="serialization")
    item = filled(schema, schema.get("$defs", {}))
    try:
        value = TABLES[table][column](item)
    except AssertionError as error:
        module, _, name = table.partition(".")
        pytest.fail(f"cli/careops_cli/commands/{module}.py, {name}[{column!r}] of {model.__name__}: {error}")
    assert value is not None


OF_COMMANDS = {f"{path}": command for path, command in commands() if command.reads}
OTHERWISE_NAMED = {("payments.COLUMNS", "order_id"), ("doctors.PROFILE", "certificate")}
"""Columns whose name is another field in JSON: Razorpay's order id, named as in the import table, and the address of a
certificate's picture."""


@pytest.mark.parametrize("command", OF_COMMANDS)
def test_columns_are_chosen_by_what_a_table_shows_and_by_what_json_shows(command: str) -> None:
    found = OF_COMMANDS[command]
    tables = [name for name, columns in TABLES.items() if columns.items() <= found.reads.items()]
    assert tables, "a command whose columns come from nowhere"
    known = {*found.columns, *fields_read(found.reads), *found.fields}
    for name in tables:
        assert ROW_MODELS[name].model_fields.keys() <= known, f"fields={ROW_MODELS[name].model_fields.keys() - known}"


@pytest.mark.parametrize("table", TABLES)
def test_a_name_means_the_same_in_a_table_and_in_json(table: str) -> None:
    for name, read in TABLES[table].items():
        if name in ROW_MODELS[table].model_fields and (table, name) not in OTHERWISE_NAMED:
            read_of_it = fields_read({"": read})
            assert not read_of_it or name in read_of_it, f"the column {name} shows another field than JSON's"


def test_the_name_of_json_chooses_a_column(platform: Platform, careops: CareOpsCommand) -> None:
    platform.answer(ListClinics, lambda call: page_of(call, total=1))
    assert careops("clinics", "list", "--columns", "id,phone_number,location.city").out == "1\t9887366946\tLudhiana\n"
    as_json = careops("clinics", "list", "--columns", "phone,phone_number", "--json")
    assert json.loads(as_json.out) == [{"phone": "9887366946", "phone_number": "9887366946"}]
    platform.answer(ReadClinic, detail(1))
    assert careops("clinics", "show", "1", "--columns", "clinic_staff").out == "\n"


@pytest.mark.parametrize(
    ("asked", "said"), [("phone_numbr", "phone_number"), ("ipd_enable", "ipd_enabled"), ("naem", "name")]
)
def test_an_unknown_column_is_answered_with_the_nearest_of_both(
    platform: Platform, careops: CareOpsCommand, asked: str, said: str
) -> None:
    run = careops("clinics", "list", "--columns", asked)
    assert (run.code, platform.received) == (2, [])
    assert f"Did you mean '{said}'?" in run.err


@pytest.mark.parametrize("module", sorted({table.partition(".")[0] for table in TABLES}))
def test_shown_and_spare_columns_are_columns(module: str) -> None:
    things = vars(import_module(f"{package.__name__}.{module}"))
    columns = {column for table, found in TABLES.items() if table.startswith(f"{module}.") for column in found}
    for name, words in things.items():
        if name.endswith(("DEFAULT_COLUMNS", "OPTIONAL_COLUMNS")) and isinstance(words, tuple):
            assert set(words) <= columns, f"{name} of cli/careops_cli/commands/{module}.py"
