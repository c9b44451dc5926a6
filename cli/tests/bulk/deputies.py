"""Bulk command ``careops deputies dismiss``, for tests of lists other than clinics."""

from __future__ import annotations

from typing import Annotated

import typer
from sdk.tests.bulk.admins_platform import DeleteAdmins

from careops.resource_names import Noun
from careops_cli.bulk.options import BulkOptions
from careops_cli.bulk.runner import Job, journal_path, run_job
from careops_cli.bulk.targets import resolve_records
from careops_cli.framework.click_extensions import Area
from careops_cli.output.results import Record, Table

app = Area("Deputies of a clinic.")
DEPUTIES = Noun("deputy", "deputies")


@app.verb("dismiss", examples=["careops deputies dismiss 41 7 8"])
def dismiss(context: typer.Context, clinic_id: int, bulk: Annotated[BulkOptions, DEPUTIES]) -> Table | Record:
    """Dismiss deputies."""
    change = DeleteAdmins(clinic_id)
    job = Job(
        change=change,
        targets=resolve_records(bulk, change),
        sentence="Dismiss",
        noun=bulk.noun,
        resume_command=("deputies", "dismiss", str(clinic_id)),
        journal=journal_path(bulk, "deputies-dismiss"),
    )
    return run_job(context, job, bulk)


@app.verb("list", examples=["careops deputies list"])
def list_deputies() -> Table:
    """List one deputy."""
    return Table([{"id": 7}], {"id": lambda item: item["id"]}, noun=DEPUTIES)
