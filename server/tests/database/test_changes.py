"""Row updates: the row is locked and compared, and only different values are written and recorded."""

from __future__ import annotations

import asyncio
from datetime import UTC, date, datetime, time
from decimal import Decimal
from typing import Any
from uuid import UUID

import orjson
import psycopg
import pytest
from server.tests.support.record_changes import OFFER
from server.tests.support.record_changes import pool as pool
from server.tests.support.record_changes import shop as shop
from sqlalchemy import text

from careops_server.core.context import Context
from careops_server.core.database.connection_pool import ConnectionPool
from careops_server.core.queries.row_updates import to_jsonable


async def test_undeclared_column_is_refused(pool: ConnectionPool) -> None:
    async with pool.connection() as connection:
        held = await OFFER.lock(connection, id=1, shop_id=7)
        assert held is not None
        with pytest.raises(ValueError, match=r"not columns of UpdatableTable\('offers'\): \['colour'\]"):
            await held.set(connection, {"colour": "red"})


async def test_only_different_values_are_written_and_reported(pool: ConnectionPool) -> None:
    async with pool.transaction() as connection:
        held = await OFFER.lock(connection, id=1, shop_id=7)
        assert held is not None
        assert held["name"] == "Checkup"
        values = {"price": Decimal("600.25"), "until": date(2026, 3, 1), "tags": ["new"]}
        difference = await held.set(connection, values)
        assert difference == {
            "before": {"price": Decimal("500.50"), "tags": []},
            "after": {"price": Decimal("600.25"), "tags": ["new"]},
        }
        row = (await connection.execute(text("select price, tags, updated_at from offers"))).one_row()
        assert (row.price, row.tags, row.updated_at is not None) == (Decimal("600.25"), ["new"], True)
        raise psycopg.Rollback


async def test_unchanged_save_writes_nothing(pool: ConnectionPool) -> None:
    async with pool.transaction() as connection:
        held = await OFFER.lock(connection, id=1)
        assert held is not None
        assert await held.set(connection, {"price": 500.5, "until": date(2026, 3, 1)}) == {"before": {}, "after": {}}
        assert (await connection.execute(text("select updated_at from offers"))).scalar_one() is None


async def test_row_of_another_owner_is_not_found(pool: ConnectionPool) -> None:
    async with pool.transaction() as connection:
        assert await OFFER.lock(connection, id=1, shop_id=8) is None


@pytest.mark.proves("SEC-26.columns")
async def test_undeclared_column_never_becomes_sql(pool: ConnectionPool) -> None:
    async with pool.transaction() as connection:
        with pytest.raises(ValueError, match="name"):
            await OFFER.set(connection, {"id": 1}, {"name": "x"})


async def test_concurrent_editors_are_serialized(pool: ConnectionPool) -> None:
    async def dearer(by: int) -> Decimal:
        async with pool.transaction() as connection:
            held = await OFFER.lock(connection, id=1)
            assert held is not None
            await held.set(connection, {"price": held["price"] + by})
            price: Decimal = held["price"]
            return price

    before = sorted(await asyncio.gather(dearer(1), dearer(1)))
    assert before[1] - before[0] == 1


@pytest.mark.parametrize(
    ("value", "stored"),
    [
        (Decimal("500.00"), 500),
        (Decimal("500.50"), 500.5),
        (date(2026, 3, 1), "2026-03-01"),
        (datetime(2026, 3, 1, 4, 5, tzinfo=UTC), "2026-03-01T04:05:00Z"),
        (time(9, 30), "09:30:00"),
        (UUID(int=1), "00000000-0000-0000-0000-000000000001"),
        ([{"fee": Decimal("1.5")}, None], [{"fee": 1.5}, None]),
        ("text", "text"),
        (True, True),
    ],
)
def test_every_column_type_is_serialized_for_the_event(value: Any, stored: Any) -> None:
    context = Context(services=None, origin=None, signed_in=None)  # type: ignore[arg-type]  # asked for neither
    context.changed("offer", 1, before={"it": value}, after={"it": "another"})
    assert context.change.before == {"it": stored}
    assert orjson.loads(orjson.dumps(context.change.before)) == {"it": stored}
    assert to_jsonable(value) == stored


def test_equal_values_of_different_types_are_unchanged() -> None:
    context = Context(services=None, origin=None, signed_in=None)  # type: ignore[arg-type]  # asked for neither
    context.changed("offer", 1, before={"price": Decimal("500.00")}, after={"price": 500})
    assert context.change.is_none
    context.changed("offer", 1, after={"price": 500})
    assert not context.change.is_none
