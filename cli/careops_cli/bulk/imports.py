"""Bulk commands with one typed record or a table: payments, doctors, universities, cities, news and others."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

import typer

from careops.resource_names import (
    ARTICLES,
    CARE_CITIES,
    CLINICS,
    DOCTORS,
    PAYMENTS,
    PROMO_CODES,
    SCHEDULES,
    UNIVERSITIES,
    Noun,
)
from careops_cli.bulk.options import BulkOptions, is_bulk
from careops_cli.bulk.runner import Job, journal_path, run_job
from careops_cli.bulk.targets import resolve_table, typed
from careops_cli.output.results import Record, Table, field_path

if TYPE_CHECKING:
    from careops.bulk.table_import import Import
    from careops.bulk.tables import Cells

PHONES = Noun("phone number", "phone numbers")


@dataclass(frozen=True)
class _Command:
    """Import of a command, with its messages."""

    home: str
    """Module and class of the change, which is only imported when it runs."""
    sentence: str
    noun: Noun
    columns: tuple[str, ...] = ()
    """Fields in the report in addition to the usual ones."""

    def change(self) -> Import:
        """Return the change."""
        module, _, name = self.home.partition(":")
        change: Import = getattr(import_module(f"careops.bulk.{module}"), name)()
        return change


_HOURS = ("clinic_id", "doctor_id", "days", "start", "end", "timezone", "discounted_fees", "id")
_CODE = ("single_use", "expiry", "discount_amount", "discount_percentage", "id")
_JOB = ("job_id", "state", "clinics")
IMPORTS: Final[Mapping[str, _Command]] = {
    "payments add-manual": _Command("payments:AddPayments", "Record", PAYMENTS, ("clinic_id", "razorpay_order_id")),
    "clinic-doctors add": _Command("doctors:AddDoctors", "Add", DOCTORS, ("clinic_id", "phone_number", "fees")),
    "clinic-doctors invite": _Command(
        "doctors:InviteDoctors", "Invite", DOCTORS, ("clinic_id", "phone_number", "name", "fees")
    ),
    "doctors verify": _Command("verifications:VerifyDoctors", "Verify", DOCTORS, ("verification_reason", "reg_nbr")),
    "doctors unverify": _Command("verifications:UnverifyDoctors", "Unverify", DOCTORS),
    "clinics set-location": _Command("locations:SetLocations", "Move", CLINICS),
    "schedules add": _Command("schedules:AddSchedules", "Add", SCHEDULES, _HOURS),
    "schedules import": _Command("schedules:ImportSchedules", "Import", SCHEDULES, _HOURS),
    "universities import": _Command("universities:ImportUniversities", "Import", UNIVERSITIES, ("rank", "id")),
    "care-cities import": _Command(
        "care_cities:ImportCareCities", "Import", CARE_CITIES, ("latitude", "longitude", "id")
    ),
    "news import": _Command("news:ImportNews", "Import", ARTICLES, ("news_date", "title", "id")),
    "promo-codes import": _Command("promo_codes:ImportPromoCodes", "Import", PROMO_CODES, _CODE),
    "data-generation cms": _Command("generation:GenerateCmsData", "Generate cms data for", PHONES, _JOB),
    "data-generation growth": _Command("generation:GenerateGrowthData", "Generate growth data for", PHONES, _JOB),
}


def run_table(context: typer.Context, bulk: BulkOptions, command: str) -> Table | Record:
    """Run a command that only takes a table."""
    if not is_bulk(bulk, {}):
        raise typer.BadParameter("Give --from FILE.")
    return run_import(context, bulk, command)


def run_import(
    context: typer.Context,
    bulk: BulkOptions,
    command: str,
    cells: Cells | None = None,
    *,
    clinic: int | None = None,
    fallback: Cells | None = None,
) -> Table | Record:
    """Run a table or one typed row, ``cells``. ``clinic`` applies to every row of a table.

    ``fallback`` contains typed values for rows of a table without them.
    """
    command_import = IMPORTS[command]
    change = command_import.change()
    same: dict[str, Any] = {} if clinic is None else {"clinic": clinic}
    if typed_for_all := {field: cell for field, cell in (fallback or {}).items() if cell is not None}:
        same["fallback"] = typed_for_all
    words = command.split()
    job = Job(
        change=change,
        targets=resolve_table(bulk, partial(change.read, **same), clinic=clinic)
        if cells is None
        else typed(change.read_row, cells),
        sentence=command_import.sentence,
        noun=command_import.noun,
        resume_command=words,
        journal=journal_path(bulk, "-".join(words)),
        extra_columns=command_import.columns,
        extra=lambda row: {
            name: field_path(name)({**row.fields, **row.response_data}) for name in command_import.columns
        },
    )
    return run_job(context, job, bulk)
