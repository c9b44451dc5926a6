"""Status and flags of many users."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import typer

from careops_cli.bulk.options import Asked
from careops_cli.bulk.running import Job, journal_path, run_job
from careops_cli.bulk.sources import records_meant
from careops_cli.output import Record, Rows

if TYPE_CHECKING:
    from careops.bulk import ListedChange


def set_status(context: typer.Context, status: str, asked: Asked) -> Rows | Record:
    """Give many users a status."""
    from careops.bulk import SetUserStatus

    sentence = f"Set the status {status} for"
    return _run(context, SetUserStatus(status), asked, sentence=sentence, again=("set-status", status))


def set_flag(context: typer.Context, flag: str, field: str, asked: Asked, *, enabled: bool) -> Rows | Record:
    """Turn a flag of many users on or off."""
    from careops.bulk import SetUserFlag

    way = "on" if enabled else "off"
    again = ("set-flag", flag, way)
    return _run(context, SetUserFlag(field, enabled), asked, sentence=f"Turn {flag} {way} for", again=again)


def _run(
    context: typer.Context, change: ListedChange[Any], asked: Asked, *, sentence: str, again: tuple[str, ...]
) -> Rows | Record:
    job = Job(
        change=change,
        targets=records_meant(asked, change),
        sentence=sentence,
        noun=asked.noun,
        again=("users", *again),
        journal=journal_path(asked, f"users-{again[0]}"),
    )
    return run_job(context, job, asked)
