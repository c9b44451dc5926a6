"""Payments, doctors and addresses from a table: one command line each, one kind of change."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import TYPE_CHECKING, Never

import typer

from careops.nouns import CLINICS, Noun
from careops_cli.bulk.options import Asked
from careops_cli.bulk.running import Job, journal_path, run_job
from careops_cli.bulk.sources import table_meant
from careops_cli.output import Rows, path

if TYPE_CHECKING:
    from careops.bulk import Change
    from careops.bulk.targets import Found

DOCTORS = Noun("doctor", "doctors")


def add_payments(context: typer.Context, asked: Asked, clinic: int | None) -> Rows:
    """Record the payments of a table."""
    from careops.bulk import AddPayments, read_payments

    columns = {"clinic_id": "clinic_id", "order_id": "razorpay_order_id"}
    return _run(context, asked, AddPayments(), read_payments, "Record", Noun("payment", "payments"), columns, clinic)


def add_doctors(context: typer.Context, asked: Asked, clinic: int | None) -> Rows:
    """Add the doctors of a table to their clinics."""
    from careops.bulk import AddDoctors, read_doctors

    columns = {"clinic_id": "clinic_id", "phone": "phone_number", "fees": "fees"}
    return _run(context, asked, AddDoctors(), read_doctors, "Add", DOCTORS, columns, clinic)


def invite_doctors(context: typer.Context, asked: Asked, clinic: int | None) -> Rows:
    """Invite the doctors of a table to their clinics."""
    from careops.bulk import InviteDoctors, read_invitations

    columns = {"clinic_id": "clinic_id", "phone": "phone_number", "name": "name", "fees": "fees"}
    return _run(context, asked, InviteDoctors(), read_invitations, "Invite", DOCTORS, columns, clinic)


def set_locations(context: typer.Context, asked: Asked) -> Rows:
    """Move the clinics of a table."""
    from careops.bulk import SetLocations, read_locations

    return _run(context, asked, SetLocations(), read_locations, "Move", CLINICS, {})


def _run(
    context: typer.Context,
    asked: Asked,
    change: Change[Never],
    read: Callable[..., Iterator[Found]],
    sentence: str,
    noun: Noun,
    columns: Mapping[str, str],
    clinic: int | None = None,
) -> Rows:
    """``columns`` of the report beside the usual ones, and the field each shows; ``clinic`` is that of every row."""
    words = change.command.split()
    job = Job(
        change=change,
        targets=table_meant(asked, read if clinic is None else partial(read, clinic=clinic), clinic=clinic),
        sentence=sentence,
        noun=noun,
        again=words,
        journal=journal_path(asked, "-".join(words)),
        extra_columns=tuple(columns),
        extra=lambda row: {name: path(field)(row.fields) for name, field in columns.items()},
    )
    return run_job(context, job, asked)
