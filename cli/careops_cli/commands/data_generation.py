"""``careops data-generation``: data to show and to train with."""

from __future__ import annotations

from typing import Annotated, Literal

import typer

from careops_cli.bulk.options import AskedOfJobs, is_run
from careops_cli.bulk.report_columns import REPORT
from careops_cli.groups import Area
from careops_cli.output import Record, Rows

app = Area("Data to show and to train with: fill the clinics of a phone number.")

Phone = Annotated[
    str | None, typer.Argument(metavar="[PHONE]", help="A clinic's number or its owner's: all clinics of that owner.")
]
_COLUMNS = (*REPORT, "job_id", "state", "clinics")


@app.verb(
    "cms",
    examples=["careops data-generation cms 9815000041", "careops data-generation cms --from phones.csv --wait"],
    columns=_COLUMNS,
)
def cms(context: typer.Context, phone: Phone = None, *, asked: AskedOfJobs) -> Record | Rows:
    """Add a clinic's daily work: visits, bills, care plans, payments, referrals and audit events.

    A table has a column phone. Each number is requested once per run, also after resuming; another run adds more. The
    server creates the data in the background: unfinished work is reported as asked for, unless you --wait.
    """
    return _generate(context, "cms", phone, asked)


@app.verb(
    "growth",
    examples=[
        "careops data-generation growth 9815000041",
        "careops data-generation growth --from phones.xlsx --dry-run",
    ],
    columns=_COLUMNS,
)
def growth(context: typer.Context, phone: Phone = None, *, asked: AskedOfJobs) -> Record | Rows:
    """Add ad campaigns and their leads.

    A table has a column phone. Each number is requested once per run, also after resuming; another run adds more. The
    server creates the data in the background: unfinished work is reported as asked for, unless you --wait.
    """
    return _generate(context, "growth", phone, asked)


def _generate(
    context: typer.Context, kind: Literal["cms", "growth"], phone: str | None, asked: AskedOfJobs
) -> Record | Rows:
    from careops_cli.bulk.tables import generate_data

    if not is_run(asked, {"PHONE": phone}) and phone is None:
        raise typer.BadParameter("Give a PHONE, or --from FILE.")
    return generate_data(context, asked, kind, None if phone is None else {"phone_number": phone})
