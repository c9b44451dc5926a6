"""Bulk import of care cities from a table. Each city is identified by its name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Never

from pydantic import ValidationError

from careops.bulk.changes import Change
from careops.bulk.table_reader import Source
from careops.bulk.tables import Cells, TableLayout, read_table, row_error, text_of, why_unusable
from careops.bulk.targets import Found, InvalidRow, Outcome, Target
from careops.calls.care_cities import (
    CareCity,
    CheckCareCity,
    CityDoubts,
    CreateCareCity,
    ListCareCities,
    UpdateCareCity,
)
from careops.constants import MAX_PAGE_SIZE
from careops.errors import NotFound

if TYPE_CHECKING:
    from careops.client.sync_client import AsyncCareOps
    from careops.contract import Call

CARE_CITIES = TableLayout(
    {
        "name": ("name", "city"),
        "basic_city_id": ("basic_city_id",),
        "latitude": ("latitude", "lat"),
        "longitude": ("longitude", "lng", "lon", "long"),
    },
    optional=frozenset({"basic_city_id", "latitude", "longitude"}),
)


@dataclass(frozen=True)
class ImportCareCities(Change[Never]):
    """Add care cities at the end of the order, and set the coordinates of existing ones. Names ignore case."""

    makes = (CreateCareCity, UpdateCareCity)
    command: ClassVar[str] = "care-cities import"

    @property
    def fingerprint(self) -> Mapping[str, Any]:
        return {}

    async def call(self, client: AsyncCareOps, target: Target) -> Call[Any]:
        there = (await _all(client)).get(_key(target))
        if there is None:
            return CreateCareCity(name=str(target.key), **target.fields)
        return UpdateCareCity(city_id=there.id, **(target.fields or {"name": there.name}))

    async def check(self, client: AsyncCareOps, target: Target) -> bool:
        """Return True if a city of this name exists at this point."""
        there = (await _all(client)).get(_key(target))
        return there is not None and all(getattr(there, name) == value for name, value in target.fields.items())

    async def preview(self, client: AsyncCareOps, target: Target) -> tuple[Outcome, str]:
        """Return the outcome of a dry run, which includes doubts about the coordinates."""
        doubts = await doubts_of(client, str(target.key), target.fields)
        return Outcome.PLANNED, "; ".join([self.describe(target), *doubt_sentences(str(target.key), doubts)])

    def describe(self, target: Target) -> str:
        latitude, longitude = target.fields.get("latitude"), target.fields.get("longitude")
        return "city without a point" if latitude is None else f"city at {latitude}, {longitude}"


async def doubts_of(client: AsyncCareOps, name: str, point: Mapping[str, Any]) -> CityDoubts | None:
    """Return the doubts about a city's coordinates. None without coordinates, or if the platform has no such check."""
    if point.get("latitude") is None:
        return None
    call = CheckCareCity(name=name, latitude=point["latitude"], longitude=point["longitude"])
    try:
        return await client.send(call)
    except NotFound:
        return None


def doubt_sentences(name: str, doubts: CityDoubts | None) -> Iterator[str]:
    """Yield each doubt as a sentence."""
    if doubts is not None and doubts.outside_india:
        yield "this point is not in India"
    if doubts is not None and doubts.kilometres_off is not None:
        yield f"this point is {doubts.kilometres_off} km from {name}"


async def _all(client: AsyncCareOps) -> dict[str, CareCity]:
    return {city.name.lower(): city async for city in client.each(ListCareCities(perpage=MAX_PAGE_SIZE))}


def _key(target: Target) -> str:
    return str(target.key).lower()


def read_care_cities(source: Source) -> Iterator[Found]:
    """Read care cities from a table with the columns name and, optionally, latitude, longitude and basic_city_id."""
    return read_table(source, CARE_CITIES, care_city)


def care_city(row: int, cells: Cells) -> Found:
    """Parse and validate the city in a row of a table. An empty cell means no value."""
    name = text_of(cells.get("name"))
    if reason := why_unusable(cells, "basic_city_id"):
        return InvalidRow(row, name, reason)
    given = {field: text_of(cell) or None for field, cell in cells.items() if field != "name"}
    try:
        call = CreateCareCity.model_validate({"name": name, **given})
    except ValidationError as error:
        return row_error(row, name, error)
    return Target(row, call.name, {field: getattr(call, field) for field in given})
