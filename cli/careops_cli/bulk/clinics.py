"""Bulk switches of modules and flags, and bulk creation of hospitals."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import typer

from careops.resource_names import Noun
from careops_cli.bulk.journals import run_secret, secret_file
from careops_cli.bulk.options import BulkOptions
from careops_cli.bulk.runner import Job, journal_path, run_job
from careops_cli.bulk.targets import resolve_table, typed
from careops_cli.framework.errors import USAGE, CliError
from careops_cli.output.results import Item, Record, Table

if TYPE_CHECKING:
    from careops.bulk import BulkRun, ReportRow
    from careops.bulk.tables import Cells

HOSPITALS = Noun("hospital", "hospitals")
HOSPITAL_COLUMNS = ("name", "email", "password", "clinic_id")


def create_hospitals(context: typer.Context, bulk: BulkOptions, typed_in: Cells | None = None) -> Table | Record:
    """Create the hospitals of a table, or the one that was typed.

    Generated passwords only appear in the report.
    """
    from careops.bulk import CreateHospitals, Outcome

    source = bulk.from_file or ""
    journal = journal_path(bulk, "create-hospital")
    change = CreateHospitals()
    if not bulk.dry_run and typed_in is None:
        secret = run_secret(journal, resumed=bulk.resume is not None)
        if secret is None:
            raise CliError(f"All hospitals of {journal} are created, or its secret is gone", code=USAGE)
        change = CreateHospitals(secret)

    def extra(row: ReportRow) -> Item:
        made_up = row.outcome is Outcome.DONE and "password" not in row.fields
        return {
            "name": row.fields.get("name"),
            "email": row.fields.get("email"),
            "password": change.password(row.target) if made_up else None,
            "clinic_id": row.response_data.get("clinic_id"),
        }

    def forget_secret(run: BulkRun[Any]) -> None:
        if not run.counts[Outcome.FAILED]:
            secret_file(journal).unlink(missing_ok=True)

    job = Job(
        change=change,
        targets=resolve_table(bulk, change.read) if typed_in is None else typed(change.read_row, typed_in),
        sentence="Create",
        noun=HOSPITALS,
        resume_command=("clinics", "create-hospital", "--from", source),
        journal=journal,
        extra_columns=HOSPITAL_COLUMNS,
        # without the password, which would be lost
        optional_columns=("row", "clinic_id", "email", "reason", "outcome", "name", "target"),
        extra=extra,
        after=forget_secret,
    )
    try:
        return run_job(context, job, bulk)
    finally:
        if not bulk.dry_run and not journal.exists():
            secret_file(journal).unlink(missing_ok=True)
