"""``careops schedules``: weekly schedules of doctors."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Annotated, Any

import typer

from careops.resource_names import SCHEDULES
from careops_cli.auth.connection import connect
from careops_cli.bulk.options import TableOptions, is_bulk
from careops_cli.bulk.report_columns import REPORT
from careops_cli.framework.click_extensions import Area
from careops_cli.output.results import Columns, Record, Table, field_columns

if TYPE_CHECKING:
    from careops.calls.schedules import DoctorSchedule

app = Area("View, add and export schedules of doctors at clinics.")

COLUMNS = Columns(
    "DoctorSchedule",
    id="id",
    clinic_id="clinic_id",
    clinic="clinic_name",
    days="days",
    start="start",
    end="end",
    timezone="timezone",
    discounted_fees="discounted_fees",
    double_booked_with="double_booked_with",
    outside_hours="outside_hours",
    doctor_id="doctor_id",
)
ROW = ("clinic_id", "doctor_id", "days", "start", "end", "timezone", "discounted_fees")
EXPORT = Columns(**field_columns(*ROW))


@app.verb(
    "list",
    examples=["careops schedules list 12", "careops schedules list 12 --json"],
    columns=COLUMNS,
    fields=("doctor_id", "start", "end"),
)
def list_schedules(
    context: typer.Context,
    doctor_id: Annotated[int, typer.Argument(metavar="DOCTOR_ID", help="The doctor's id.")],
) -> Table:
    """List a doctor's schedules at all clinics, in the timezone of each.

    Marks overlaps between clinics, and discounted hours outside the ordinary ones.
    """
    at = datetime.now(UTC)

    def shown(each: DoctorSchedule) -> dict[str, Any]:
        hours = each.local(at)
        times = {"start": hours.start_time.strftime("%H:%M"), "end": hours.end_time.strftime("%H:%M")}
        return {**each.model_dump(mode="json"), **times, "doctor_id": doctor_id}

    rows = connect(context).schedules.list(doctor_id=doctor_id)
    return Table(
        (shown(each) for each in rows), columns=COLUMNS, spare=["doctor_id", "double_booked_with"], noun=SCHEDULES
    )


@app.verb(
    "add",
    examples=[
        "careops schedules add 41 12 --days Mon,Wed --start 09:00 --end 13:00",
        "careops schedules add 41 12 --days Daily --start '6 PM' --end '8 PM' --discounted-fees 200",
    ],
    columns=(*REPORT, *ROW, "id"),
)
def add(
    context: typer.Context,
    clinic_id: Annotated[int | None, typer.Argument(metavar="CLINIC_ID", help="The clinic's id.")] = None,
    doctor_id: Annotated[int | None, typer.Argument(metavar="DOCTOR_ID", help="Id of the doctor.")] = None,
    days: Annotated[
        str | None, typer.Option(metavar="DAYS", help="Days separated by commas, such as Mon,Wed; or Daily.")
    ] = None,
    start: Annotated[str | None, typer.Option(metavar="TIME", help="Start time, such as 09:00.")] = None,
    end: Annotated[str | None, typer.Option(metavar="TIME", help="End time; may be after midnight.")] = None,
    timezone: Annotated[
        str | None, typer.Option(metavar="ZONE", help="Timezone of the times.", show_default="Asia/Kolkata")
    ] = None,
    discounted_fees: Annotated[
        int | None,
        typer.Option(metavar="RUPEES", help="Fees per visit in discounted hours."),
    ] = None,
    *,
    options: TableOptions,
) -> Record | Table:
    """Add a schedule of a doctor at a clinic, or many from a table as `import` takes it; `list --csv` writes one.

    With a table, the options apply to rows without these values. Schedules of one kind, ordinary or discounted, never
    overlap at a clinic. Identical ones stay unchanged.
    """
    from careops_cli.bulk.imports import run_import

    required_cells = {"CLINIC_ID": clinic_id, "DOCTOR_ID": doctor_id, "--days": days, "--start": start, "--end": end}
    optional_cells = {"--timezone": timezone, "--discounted-fees": discounted_fees}
    if is_bulk(options, {"CLINIC_ID": clinic_id, "DOCTOR_ID": doctor_id}):
        times = {"days": days, "start": start, "end": end, "timezone": timezone, "discounted_fees": discounted_fees}
        return run_import(context, options, "schedules add", fallback=times)
    if None in required_cells.values():
        raise typer.BadParameter("Give CLINIC_ID, DOCTOR_ID, --days, --start and --end, or --from FILE.")
    names = ("clinic_id", "doctor_id", "days", "start", "end", "timezone", "discounted_fees")
    cells = dict(zip(names, [*required_cells.values(), *optional_cells.values()], strict=True))
    return run_import(context, options, "schedules add", cells)


@app.verb(
    "import",
    examples=[
        "careops schedules import --from hours.xlsx --dry-run",
        "careops schedules import --from hours.csv --yes --csv > imported.csv",
    ],
    columns=(*REPORT, *ROW, "id"),
)
def import_schedules(context: typer.Context, *, options: TableOptions) -> Record | Table:
    """Add the schedules of a table. Identical ones stay unchanged.

    A table has the columns clinic_id, doctor_id, days, start, end and optionally timezone and discounted_fees, as
    `export` writes them.
    """
    from careops_cli.bulk.imports import run_table

    return run_table(context, options, "schedules import")


@app.verb(
    "export",
    examples=["careops schedules export 12 --csv > hours.csv", "careops schedules export 12 13 14 --csv"],
    columns=EXPORT,
    fields=ROW,
)
def export(
    context: typer.Context,
    doctor_ids: Annotated[list[int], typer.Argument(metavar="DOCTOR_ID...", help="Ids of the doctors.")],
) -> Table:
    """Export doctors' schedules at all clinics; with `--csv` as a table for `import`."""
    from careops.bulk.schedules import row_of

    client, at = connect(context), datetime.now(UTC)

    def every() -> Iterator[dict[str, Any]]:
        for doctor_id in dict.fromkeys(doctor_ids):
            for each in client.schedules.list(doctor_id=doctor_id):
                yield row_of(doctor_id, each, at)

    return Table(every(), columns=EXPORT, noun=SCHEDULES)
