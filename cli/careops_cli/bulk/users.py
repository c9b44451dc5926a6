"""Bulk changes of status and flags of users."""

from __future__ import annotations

import typer

from careops_cli.bulk.options import BulkOptions
from careops_cli.bulk.runner import run_over_records
from careops_cli.output.results import Record, Table


def set_status(context: typer.Context, status: str, asked: BulkOptions) -> Table | Record:
    """Set the status of users."""
    from careops.bulk import SetUserStatus

    sentence, again = f"Set the status {status} for", ("users", "set-status", status)
    return run_over_records(context, asked, SetUserStatus(status), sentence=sentence, again=again)


def set_flag(context: typer.Context, flag: str, field: str, asked: BulkOptions, *, enabled: bool) -> Table | Record:
    """Turn a flag of users on or off."""
    from careops.bulk import SetUserFlag

    way = "on" if enabled else "off"
    sentence, again = f"Turn {flag} {way} for", ("users", "set-flag", flag, way)
    return run_over_records(context, asked, SetUserFlag(field, enabled), sentence=sentence, again=again)
