"""Bulk commands with one typed record or a table: payments, doctors, universities, cities, news and others."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Literal, Never

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
from careops_cli.bulk.options import BulkOptions
from careops_cli.bulk.runner import Job, journal_path, run_job
from careops_cli.bulk.targets import resolve_table, typed
from careops_cli.output.results import Record, Table, field_path

if TYPE_CHECKING:
    from careops.bulk import Change
    from careops.bulk.tables import Cells
    from careops.bulk.targets import Found

PHONES = Noun("phone number", "phone numbers")


@dataclass(frozen=True)
class _Kind:
    """Change of one kind of rows, with its messages."""

    change: Change[Never]
    read: Callable[..., Iterator[Found]]
    """Reads a table."""
    row: Callable[[int, Cells], Found]
    """Reads one row of a table."""
    sentence: str
    noun: Noun
    columns: tuple[str, ...] = ()
    """Fields in the report in addition to the usual ones."""


def add_payments(context: typer.Context, asked: BulkOptions, clinic: int | None, cells: Cells | None) -> Table | Record:
    """Record payments."""
    from careops.bulk.payments import AddPayments, payment, read_payments

    columns = ("clinic_id", "razorpay_order_id")
    kind = _Kind(AddPayments(), read_payments, payment, "Record", PAYMENTS, columns)
    return _run(context, asked, kind, clinic, cells)


def add_doctors(
    context: typer.Context, asked: BulkOptions, clinic: int | None, cells: Cells | None, fallback: Cells | None = None
) -> Table | Record:
    """Add doctors to their clinics."""
    from careops.bulk.doctors import AddDoctors, doctor, read_doctors

    columns = ("clinic_id", "phone_number", "fees")
    return _run(
        context, asked, _Kind(AddDoctors(), read_doctors, doctor, "Add", DOCTORS, columns), clinic, cells, fallback
    )


def invite_doctors(
    context: typer.Context, asked: BulkOptions, clinic: int | None, cells: Cells | None, fallback: Cells | None = None
) -> Table | Record:
    """Invite doctors to their clinics."""
    from careops.bulk.doctors import InviteDoctors, invitation, read_invitations

    columns = ("clinic_id", "phone_number", "name", "fees")
    kind = _Kind(InviteDoctors(), read_invitations, invitation, "Invite", DOCTORS, columns)
    return _run(context, asked, kind, clinic, cells, fallback)


def verify_doctors(
    context: typer.Context, asked: BulkOptions, cells: Cells | None, fallback: Cells | None = None
) -> Table | Record:
    """Verify doctors."""
    from careops.bulk.verifications import VerifyDoctors, read_verifications, verification

    columns = ("verification_reason", "reg_nbr")
    kind = _Kind(VerifyDoctors(), read_verifications, verification, "Verify", DOCTORS, columns)
    return _run(context, asked, kind, None, cells, fallback)


def unverify_doctors(context: typer.Context, asked: BulkOptions, cells: Cells | None) -> Table | Record:
    """Withdraw verifications of doctors."""
    from careops.bulk.verifications import UnverifyDoctors, read_withdrawals, withdrawal

    kind = _Kind(UnverifyDoctors(), read_withdrawals, withdrawal, "Unverify", DOCTORS)
    return _run(context, asked, kind, None, cells)


def set_locations(context: typer.Context, asked: BulkOptions, cells: Cells | None) -> Table | Record:
    """Change the addresses of clinics."""
    from careops.bulk.locations import SetLocations, parse_move, read_locations

    return _run(context, asked, _Kind(SetLocations(), read_locations, parse_move, "Move", CLINICS), None, cells)


def add_schedules(
    context: typer.Context,
    asked: BulkOptions,
    cells: Cells | None,
    command: str = "add",
    fallback: Cells | None = None,
) -> Table | Record:
    """Add schedules of doctors at clinics."""
    from careops.bulk.schedules import AddSchedules, ImportSchedules, read_schedules, schedule

    columns = ("clinic_id", "doctor_id", "days", "start", "end", "timezone", "discounted_fees", "id")
    change = ImportSchedules() if command == "import" else AddSchedules()
    kind = _Kind(change, read_schedules, schedule, command.capitalize(), SCHEDULES, columns)
    return _run(context, asked, kind, None, cells, fallback)


def import_universities(context: typer.Context, asked: BulkOptions) -> Table | Record:
    """Add universities, and set the ranks of existing ones."""
    from careops.bulk.universities import ImportUniversities, read_universities, university

    kind = _Kind(ImportUniversities(), read_universities, university, "Import", UNIVERSITIES, ("rank", "id"))
    return _run(context, asked, kind, None, None)


def import_care_cities(context: typer.Context, asked: BulkOptions) -> Table | Record:
    """Add care cities, and set the coordinates of existing ones."""
    from careops.bulk.care_cities import ImportCareCities, care_city, read_care_cities

    columns = ("latitude", "longitude", "id")
    kind = _Kind(ImportCareCities(), read_care_cities, care_city, "Import", CARE_CITIES, columns)
    return _run(context, asked, kind, None, None)


def import_news(context: typer.Context, asked: BulkOptions) -> Table | Record:
    """Add articles, and change existing ones."""
    from careops.bulk.news import ImportNews, article, read_news

    columns = ("news_date", "title", "id")
    return _run(context, asked, _Kind(ImportNews(), read_news, article, "Import", ARTICLES, columns), None, None)


def import_promo_codes(context: typer.Context, asked: BulkOptions) -> Table | Record:
    """Create promo codes, and change existing ones."""
    from careops.bulk.promo_codes import ImportPromoCodes, promo_code, read_promo_codes

    columns = ("single_use", "expiry", "discount_amount", "discount_percentage", "id")
    kind = _Kind(ImportPromoCodes(), read_promo_codes, promo_code, "Import", PROMO_CODES, columns)
    return _run(context, asked, kind, None, None)


def generate_data(
    context: typer.Context, asked: BulkOptions, kind: Literal["cms", "growth"], cells: Cells | None
) -> Table | Record:
    """Generate data for the clinics of phone numbers."""
    from careops.bulk.generation import GenerateCmsData, GenerateGrowthData, phone, read_phones

    change = GenerateCmsData() if kind == "cms" else GenerateGrowthData()
    columns = ("job_id", "state", "clinics")
    meant = _Kind(change, read_phones, phone, f"Generate {kind} data for", PHONES, columns)
    return _run(context, asked, meant, None, cells)


def _run(
    context: typer.Context,
    asked: BulkOptions,
    kind: _Kind,
    clinic: int | None,
    cells: Cells | None,
    fallback: Cells | None = None,
) -> Table | Record:
    """Run a table or one typed row. ``clinic`` applies to every row of a table; ``cells`` are the typed row.

    ``fallback`` contains typed values for rows of a table without them.
    """
    words = kind.change.command.split()
    read = kind.read if clinic is None else partial(kind.read, clinic=clinic)
    if typed_for_all := {field: cell for field, cell in (fallback or {}).items() if cell is not None}:
        read = partial(read, fallback=typed_for_all)
    job = Job(
        change=kind.change,
        targets=resolve_table(asked, read, clinic=clinic) if cells is None else typed(kind.row, cells),
        sentence=kind.sentence,
        noun=kind.noun,
        again=words,
        journal=journal_path(asked, "-".join(words)),
        extra_columns=kind.columns,
        extra=lambda row: {name: field_path(name)({**row.fields, **row.learnt}) for name in kind.columns},
    )
    return run_job(context, job, asked)
