"""``careops clinics set-location``: change the address of one or many clinics."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from careops_cli.bulk.options import TableOptions, is_bulk
from careops_cli.bulk.report_columns import REPORT
from careops_cli.framework.click_extensions import CommandGroup
from careops_cli.output.results import Record, Table

if TYPE_CHECKING:
    from careops.bulk.tables import Cells


verbs = CommandGroup()


@verbs.verb(
    "set-location",
    examples=[
        "careops clinics set-location 41 --address '14 Mall Road' --city Ludhiana --zipcode 141001",
        "careops clinics set-location 41 --address '14 Mall Road' --locality 'Model Town' --city Ludhiana "
        "--state Punjab --zipcode 141002 --latitude 30.89 --longitude 75.84",
        "careops clinics set-location --from addresses.xlsx --dry-run",
        "careops clinics set-location --from addresses.csv --yes --csv > moved.csv",
    ],
    columns=REPORT,
)
def set_location(
    context: typer.Context,
    clinic_id: Annotated[int | None, typer.Argument(metavar="CLINIC_ID", help="The clinic's id.")] = None,
    address: Annotated[str | None, typer.Option(metavar="TEXT", help="House and street.")] = None,
    city: Annotated[str | None, typer.Option(metavar="TEXT", help="City or town.")] = None,
    zipcode: Annotated[str | None, typer.Option(metavar="PINCODE", help="Six-digit pincode.")] = None,
    locality: Annotated[str | None, typer.Option(metavar="TEXT", help="Part of the city.")] = None,
    state: Annotated[str | None, typer.Option(metavar="TEXT", help="Looked up when not given.")] = None,
    latitude: Annotated[float | None, typer.Option(metavar="DEGREES", help="Looked up when not given.")] = None,
    longitude: Annotated[float | None, typer.Option(metavar="DEGREES", help="Looked up when not given.")] = None,
    *,
    bulk: TableOptions,
) -> Record | Table:
    """Change the address of a clinic, or of many from a table.

    A table has the columns clinic_id, address, city and zipcode, and optionally locality, state, latitude and
    longitude. Missing coordinates and a missing state are looked up; an omitted locality stays unchanged.
    """
    single_options = {
        "CLINIC_ID": clinic_id,
        "--address": address,
        "--city": city,
        "--zipcode": zipcode,
        "--locality": locality,
        "--state": state,
        "--latitude": latitude,
        "--longitude": longitude,
    }
    from careops_cli.bulk.imports import run_import

    if is_bulk(bulk, single_options):
        return run_import(context, bulk, "clinics set-location")
    if clinic_id is None or address is None or city is None or zipcode is None:
        raise typer.BadParameter("Give CLINIC_ID, --address, --city and --zipcode, or --from FILE.")
    cells: Cells = {
        "clinic_id": clinic_id,
        "address_line_1": address,
        "address_line_2": locality,
        "city": city,
        "state": state,
        "zipcode": zipcode,
        "latitude": latitude,
        "longitude": longitude,
    }
    return run_import(context, bulk, "clinics set-location", cells)
