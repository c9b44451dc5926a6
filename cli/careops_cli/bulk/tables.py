"""Payments, doctors and addresses from a table: one command line each, one kind of change."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import typer

from careops_cli.bulk.options import Asked
from careops_cli.bulk.running import Job, journal_path, run_job
from careops_cli.bulk.sources import table_meant
from careops_cli.output import Rows, path

if TYPE_CHECKING:
    from careops.bulk import Change
    from careops.bulk.targets import Found


def add_payments(context: typer.Context, asked: Asked, clinic: int | None) -> Rows:
    """Record the payments of a table."""
    from careops.bulk import AddPayments, read_payments

    return _run(
        context,
        asked,
        AddPayments(),
        lambda source: read_payments(source, clinic=clinic),
        clinic=clinic,
        sentence="Record",
        noun="payments",
        columns={"clinic_id": "clinic_id", "order_id": "razorpay_order_id"},
    )


def add_doctors(context: typer.Context, asked: Asked, clinic: int | None) -> Rows:
    """Add the doctors of a table to their clinics."""
    from careops.bulk import AddDoctors, read_doctors

    return _run(
        context,
        asked,
        AddDoctors(),
        lambda source: read_doctors(source, clinic=clinic),
        clinic=clinic,
        sentence="Add",
        noun="doctors",
        columns={"clinic_id": "clinic_id", "phone": "phone_number", "fees": "fees"},
    )


def invite_doctors(context: typer.Context, asked: Asked, clinic: int | None) -> Rows:
    """Invite the doctors of a table to their clinics."""
    from careops.bulk import InviteDoctors, read_invitations

    return _run(
        context,
        asked,
        InviteDoctors(),
        lambda source: read_invitations(source, clinic=clinic),
        clinic=clinic,
        sentence="Invite",
        noun="doctors",
        columns={"clinic_id": "clinic_id", "phone": "phone_number", "name": "name", "fees": "fees"},
    )


def set_locations(context: typer.Context, asked: Asked) -> Rows:
    """Move the clinics of a table."""
    from careops.bulk import SetLocations, read_locations

    return _run(context, asked, SetLocations(), read_locations, sentence="Move", noun="clinics")


def _run(
    context: typer.Context,
    asked: Asked,
    change: Change,
    read: Callable[[Any], Iterator[Found]],
    *,
    sentence: str,
    noun: str,
    clinic: int | None = None,
    columns: dict[str, str] | None = None,
) -> Rows:
    words = change.command.split()
    job = Job(
        change=change,
        targets=table_meant(asked, read, clinic=clinic),
        sentence=sentence,
        noun=noun,
        again=words,
        journal=journal_path(asked, "-".join(words)),
        extra_columns=tuple(columns or ()),
        extra=lambda row: {name: path(field)(row.fields) for name, field in (columns or {}).items()},
    )
    return run_job(context, job, asked)
