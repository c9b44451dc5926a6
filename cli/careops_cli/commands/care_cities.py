"""``careops care-cities``: cities where the platform offers care, in the order that patients see."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from careops.resource_names import CARE_CITIES
from careops_cli.auth.connection import connect
from careops_cli.bulk.options import TableOptions
from careops_cli.bulk.report_columns import REPORT
from careops_cli.framework.click_extensions import Area
from careops_cli.framework.crud_commands import add_delete_command, check_change, given_values
from careops_cli.framework.errors import print_message
from careops_cli.framework.read_for_update import get_for_update
from careops_cli.output.pagination import Pages, list_rows
from careops_cli.output.results import Columns, Record, Table, field_columns

if TYPE_CHECKING:
    from careops import CareOps
    from careops.calls.care_cities import CareCity

app = Area("Manage care cities and their order.")

CITY_SAID = ("name", "basic_city_id", "latitude", "longitude", "order_number")
"""Columns of an added or changed city."""
CITY_ID = "The city's id, as listed."
CityId = Annotated[int, typer.Argument(metavar="CITY_ID", help=CITY_ID)]
Latitude = Annotated[
    float | None, typer.Option(metavar="DEGREES", help="Latitude in degrees north; requires --longitude.")
]
Longitude = Annotated[
    float | None, typer.Option(metavar="DEGREES", help="Longitude in degrees east; requires --latitude.")
]
BasicId = Annotated[int | None, typer.Option(metavar="ID", help="Id in the platform's catalogue of cities.")]
COLUMNS = Columns(
    "CareCity", place="order_number", **field_columns("id", "name", "latitude", "longitude", "basic_city_id")
)


@app.verb(
    "list",
    examples=["careops care-cities list", "careops care-cities list --all --csv"],
    columns=COLUMNS,
    web="/care-cities?page={page}",
)
def list_cities(context: typer.Context, *, pages: Pages) -> Table:
    """List care cities in their order."""
    from careops.calls.care_cities import ListCareCities

    return list_rows(
        connect(context), ListCareCities, {}, columns=COLUMNS, spare=["basic_city_id"], noun=CARE_CITIES, pages=pages
    )


@app.verb(
    "add",
    examples=[
        "careops care-cities add Moga",
        "careops care-cities add Ludhiana --latitude 30.901 --longitude 75.857 --place 1",
    ],
    columns=("id", *CITY_SAID),
)
def add(
    context: typer.Context,
    name: Annotated[str, typer.Argument(metavar="NAME", help="Unique name.")],
    latitude: Latitude = None,
    longitude: Longitude = None,
    place: Annotated[
        int | None, typer.Option(metavar="N", help="Position, 1 for the first.", show_default="last")
    ] = None,
    basic_city_id: BasicId = None,
) -> Record:
    """Add a care city. Warns about coordinates outside India or far from the city of that name."""
    from careops.calls.care_cities import CreateCareCity

    client = connect(context)
    values = {"name": name, "latitude": latitude, "longitude": longitude, "basic_city_id": basic_city_id}
    call = CreateCareCity.model_validate({**values, "order_number": place})
    city = client.send(call)
    _warn(client, call.name, call.latitude, call.longitude)
    return Record({"id": city.id, **call.model_dump()}, sentence=f"{call.name} is added.")


@app.verb(
    "edit",
    examples=[
        "careops care-cities edit 3 --name 'New Delhi'",
        "careops care-cities edit 3 --latitude 28.614 --longitude 77.209",
        "careops care-cities edit 3 --no-point",
    ],
    columns=("city_id", *CITY_SAID),
)
def edit(
    context: typer.Context,
    city_id: CityId,
    name: Annotated[str | None, typer.Option(metavar="NAME", help="New name.")] = None,
    latitude: Latitude = None,
    longitude: Longitude = None,
    no_point: Annotated[bool, typer.Option("--no-point", help="Remove latitude and longitude.")] = False,
    basic_city_id: BasicId = None,
) -> Record:
    """Change a care city; omitted fields stay unchanged."""
    from careops.calls.care_cities import UpdateCareCity

    change = given_values(name=name, latitude=latitude, longitude=longitude, basic_city_id=basic_city_id)
    if no_point and change.keys() & {"latitude", "longitude"}:
        raise typer.BadParameter("Give --latitude and --longitude, or --no-point.")
    if no_point:
        change |= {"latitude": None, "longitude": None}
    check_change(change, "--name, --latitude, --longitude, --no-point, --basic-city-id")
    client = connect(context)
    client.send(UpdateCareCity.model_validate({"city_id": city_id, **change}))
    if change.keys() - {"basic_city_id"} and not no_point:
        now = _get_city(client, city_id)
        _warn(client, now.name, now.latitude, now.longitude)
    return Record({"city_id": city_id, **change}, sentence=f"Care city {city_id} is changed.")


@app.verb("move", examples=["careops care-cities move 3 1"], columns=("city_id", "order_number"))
def move(
    context: typer.Context,
    city_id: CityId,
    place: Annotated[
        int, typer.Argument(metavar="PLACE", help="New position, 1 for the first; larger numbers mean the last.")
    ],
) -> Record:
    """Move a care city to another position. The cities in between move by one."""
    from careops.calls.care_cities import UpdateCareCity

    connect(context).send(UpdateCareCity.model_validate({"city_id": city_id, "order_number": place}))
    return Record({"city_id": city_id, "order_number": place}, sentence=f"Care city {city_id} is moved.")


add_delete_command(
    app,
    CARE_CITIES,
    lambda client, id: client.care_cities.delete(city_id=id),
    "city_id",
    id_help=CITY_ID,
    help="Delete a care city. The cities after it move up.",
    examples=["careops care-cities delete 3", "careops care-cities delete 3 --yes"],
)


@app.verb(
    "import",
    examples=[
        "careops care-cities import --from cities.xlsx --dry-run",
        "careops care-cities import --from cities.csv --yes --csv > imported.csv",
    ],
    columns=(*REPORT, "latitude", "longitude", "id"),
)
def import_cities(context: typer.Context, *, options: TableOptions) -> Record | Table:
    """Add the cities of a table at the end, and set the coordinates of existing ones.

    A table has the column name and optionally latitude, longitude and basic_city_id. An empty cell clears the value; a
    missing column keeps it. A city in the wanted state stays unchanged. A dry run reports doubtful coordinates.
    """
    from careops_cli.bulk.imports import run_table

    return run_table(context, options, "care-cities import")


def _warn(client: CareOps, name: str, latitude: float | None, longitude: float | None) -> None:
    from careops.bulk.care_cities import doubt_sentences
    from careops.calls.care_cities import CheckCareCity
    from careops.errors import CareOpsError

    if latitude is None or longitude is None:
        return
    try:
        doubts = client.send(CheckCareCity(name=name, latitude=latitude, longitude=longitude))
    except CareOpsError:  # the city is saved, and a platform without the check is not an error
        return
    for doubt in doubt_sentences(name, doubts):
        print_message(f"Warning: {doubt}.")


def _get_city(client: CareOps, city_id: int) -> CareCity:
    from careops.calls.care_cities import NO_CITY, ListCareCities, ReadCareCity

    return get_for_update(client, city_id, ListCareCities, unknown=NO_CITY, read=ReadCareCity(city_id=city_id))
