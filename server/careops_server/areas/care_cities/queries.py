"""SQL of care cities. Each change locks all of them, so that their numbers stay 1 to n."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from sqlalchemy import text

from careops.calls.care_cities import NO_CITY, CareCity
from careops_server.core.database import tables
from careops_server.core.database.connection import Connection
from careops_server.core.database.row_statements import insert_row
from careops_server.core.queries.list_query import ListQuery
from careops_server.core.queries.references import Reference
from careops_server.core.queries.row_updates import UpdatableTable

CITIES: Final = ListQuery(CareCity, "care_cities c", order="c.order_number asc")
CITY_REF: Final = Reference("care_cities", "city_id", NO_CITY)
CITY: Final = UpdatableTable(
    tables.care_cities,
    frozenset({"name", "basic_city_id", "latitude", "longitude"}),
    also=frozenset({"order_number"}),
)
# Concurrent reorderings and deletions run one at a time, each from the order that the previous one left.
_HOLD = text("lock table care_cities in share row exclusive mode")
_LAST = text("select count(*) from care_cities")
_TAKEN = text("select exists (select from care_cities where lower(name) = lower(:name) and id <> :id)")
_MAKE_ROOM = text("update care_cities set order_number = order_number + 1 where order_number >= :place")
_CREATE = insert_row(tables.care_cities, "name basic_city_id latitude longitude order_number", returning="id")
_MOVE = text("""
    update care_cities
    set order_number = case when id = :id then cast(:place as integer) else order_number + :shift end,
        updated_at = case when id = :id then now() else updated_at end
    where order_number between :least and :most
""")
_CLOSE_GAP = text("update care_cities set order_number = order_number - 1 where order_number > :place")


async def lock_cities(connection: Connection) -> int:
    """Lock all cities until the transaction ends. Return their number."""
    await connection.execute(_HOLD)
    return (await connection.execute(_LAST)).scalar_one(int)


async def is_taken(connection: Connection, name: str, *, besides: int = 0) -> bool:
    """Return whether another city has that name."""
    return (await connection.execute(_TAKEN, {"name": name, "id": besides})).scalar_one(bool)


async def create(connection: Connection, values: Mapping[str, Any]) -> int:
    """Create a city at the position ``order_number`` and return its id."""
    await connection.execute(_MAKE_ROOM, {"place": values["order_number"]})
    return (await connection.execute(_CREATE, values)).scalar_one(int)


async def move(connection: Connection, city_id: int, *, before: int, place: int) -> None:
    """Move a city to another position, and shift the cities between by one."""
    values = {
        "id": city_id,
        "place": place,
        "shift": 1 if place < before else -1,
        "least": min(before, place),
        "most": max(before, place),
    }
    await connection.execute(_MOVE, values)


async def close_gap(connection: Connection, place: int) -> None:
    """Move the cities after a deleted one up."""
    await connection.execute(_CLOSE_GAP, {"place": place})
