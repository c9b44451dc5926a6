"""Bulk import of care cities from a table. Each city is identified by its name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from careops.bulk.table_import import Upsert
from careops.bulk.tables import TableLayout
from careops.bulk.targets import Outcome, Target
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


class ImportCareCities(Upsert[CareCity]):
    """Add care cities at the end of the order, and set the coordinates of existing ones. Names ignore case."""

    command = "care-cities import"
    layout = TableLayout(
        {
            "name": ("name", "city"),
            "basic_city_id": ("basic_city_id",),
            "latitude": ("latitude", "lat"),
            "longitude": ("longitude", "lng", "lon", "long"),
        },
        optional=frozenset({"basic_city_id", "latitude", "longitude"}),
    )
    key, rounded = "name", ("basic_city_id",)
    makes = (CreateCareCity, UpdateCareCity)
    create, update = CreateCareCity, UpdateCareCity

    def candidates(self, target: Target) -> ListCareCities:
        return ListCareCities(perpage=MAX_PAGE_SIZE)

    def is_same(self, record: CareCity, target: Target) -> bool:
        return record.name.lower() == str(target.key).lower()

    def update_values(self, record: CareCity, target: Target) -> Mapping[str, Any]:
        return {"city_id": record.id, **(target.fields or {"name": record.name})}

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


read_care_cities = ImportCareCities.read
