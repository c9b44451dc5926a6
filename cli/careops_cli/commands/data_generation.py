"""``careops data-generation``: sample data for demonstrations and training."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

import typer

from careops.resource_names import CLINICS, JOBS
from careops_cli.auth.connection import connect
from careops_cli.bulk.options import JobOptions, is_bulk
from careops_cli.bulk.report_columns import REPORT
from careops_cli.commands import jobs
from careops_cli.framework.click_extensions import Area
from careops_cli.output.pagination import Pages, list_rows
from careops_cli.output.results import Columns, Item, Record, Table

if TYPE_CHECKING:
    from careops.bulk.tables import Cells

app = Area("Generate sample data for the clinics of a phone number.")

Phone = Annotated[
    str | None,
    typer.Argument(metavar="[PHONE]", help="Phone number of a clinic or its owner; selects all clinics of the owner."),
]


def _clinics(item: Item) -> str:
    return ", ".join(clinic["name"] for clinic in item["clinics"])


COLUMNS = Columns(
    "GenerationJob",
    id="id",
    phone="phone_number",
    clinics=_clinics,
    **{name: read for name, read in jobs.COLUMNS.items() if name != "id"},
)
CLINIC_COLUMNS = Columns.of("GeneratedFor")
_COLUMNS = (*REPORT, "job_id", "state", "clinics")


@app.verb(
    "cms",
    examples=["careops data-generation cms 9815000041", "careops data-generation cms --from phones.csv --wait"],
    columns=_COLUMNS,
)
def cms(context: typer.Context, phone: Phone = None, *, options: JobOptions) -> Record | Table:
    """Add sample data of a clinic: visits, bills, care plans, payments, referrals and audit events.

    A table has a column phone. Each number is requested once per run, also after resuming; another run adds more. The
    server creates the data in the background: unfinished work is reported as "asked for", unless --wait is given.
    """
    return _generate(context, "cms", phone, options)


@app.verb(
    "growth",
    examples=[
        "careops data-generation growth 9815000041",
        "careops data-generation growth --from phones.xlsx --dry-run",
    ],
    columns=_COLUMNS,
)
def growth(context: typer.Context, phone: Phone = None, *, options: JobOptions) -> Record | Table:
    """Add ad campaigns and their leads.

    A table has a column phone. Each number is requested once per run, also after resuming; another run adds more. The
    server creates the data in the background: unfinished work is reported as "asked for", unless --wait is given.
    """
    return _generate(context, "growth", phone, options)


@app.verb(
    "list",
    examples=["careops data-generation list", "careops data-generation list --columns phone,clinics,asked_at"],
    columns=COLUMNS,
)
def list_generations(context: typer.Context, *, pages: Pages) -> Table:
    """List past and running generations with their phone number and clinics, newest first."""
    from careops.calls.data_generation import ListGenerations

    spare = ["due_at", "started_at", "ended_at", "result", "attempt", "progress", "asked_by", "problem"]
    return list_rows(connect(context), ListGenerations, {}, columns=COLUMNS, spare=spare, noun=JOBS, pages=pages)


@app.verb(
    "clinics",
    examples=["careops data-generation clinics 9815000041", "careops data-generation clinics 9815000041 --json"],
    columns=CLINIC_COLUMNS,
)
def clinics(
    context: typer.Context,
    phone: Annotated[str, typer.Argument(metavar="PHONE", help="Phone number of a clinic or its owner.")],
) -> Table:
    """List the clinics that data would be generated for. Nothing is generated."""
    rows = connect(context).data_generation.list_clinics(phone_number=phone)
    return Table(rows, CLINIC_COLUMNS, noun=CLINICS)


def _generate(
    context: typer.Context, kind: Literal["cms", "growth"], phone: str | None, options: JobOptions
) -> Record | Table:
    from careops_cli.bulk.imports import run_import

    if not is_bulk(options, {"PHONE": phone}) and phone is None:
        raise typer.BadParameter("Give a PHONE, or --from FILE.")
    cells: Cells | None = None if phone is None else {"phone_number": phone}
    return run_import(context, options, f"data-generation {kind}", cells)
