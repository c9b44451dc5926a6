"""One record by its id: an unknown id, or a row of another owner, is refused with the record's message."""

from __future__ import annotations

import psycopg
import pytest
from server.tests.support.record_changes import OFFER, pool, shop
from sqlalchemy import text

from careops.contract import Model
from careops.errors import NotFound
from careops_server.core.database.connection_pool import ConnectionPool
from careops_server.core.queries.list_query import ListQuery
from careops_server.core.queries.records import delete_or_404, lock_or_404, read_or_404, select_or_404
from careops_server.core.queries.references import Reference

__all__ = ["pool", "shop"]

OFFER_REF = Reference("offers", "offer_id", "There is no such offer")


class Offer(Model):
    id: int
    name: str


OFFERS = ListQuery(Offer, "offers o")
_BY_NAME = text("select json_build_object('id', id, 'name', name) from offers where name = :name")


async def test_existing_record_is_read_and_locked(pool: ConnectionPool) -> None:
    async with pool.transaction() as connection:
        assert await read_or_404(connection, OFFERS, OFFER_REF, 1) == Offer(id=1, name="Checkup")
        assert await select_or_404(connection, _BY_NAME, Offer, OFFER_REF, name="Checkup") == Offer(
            id=1, name="Checkup"
        )
        assert (await lock_or_404(connection, OFFER, OFFER_REF, 1, shop_id=7))["name"] == "Checkup"


async def test_unknown_records_are_refused(pool: ConnectionPool) -> None:
    async with pool.connection() as connection:
        for refused in (
            read_or_404(connection, OFFERS, OFFER_REF, 2),
            select_or_404(connection, _BY_NAME, Offer, OFFER_REF, name="Scan"),
            lock_or_404(connection, OFFER, OFFER_REF, 1, shop_id=8),
            delete_or_404(connection, OFFER, OFFER_REF, 1, shop_id=8),
        ):
            with pytest.raises(NotFound, match="There is no such offer") as refusal:
                await refused
            assert [problem.source for problem in refusal.value.problems] == ["offer_id"]


async def test_a_deleted_row_returns_its_values_without_the_key(pool: ConnectionPool) -> None:
    async with pool.transaction() as connection:
        gone = await delete_or_404(connection, OFFER, OFFER_REF, 1, shop_id=7)
        assert gone.keys() == {"name", "price", "until", "tags"}
        assert gone["name"] == "Checkup"
        with pytest.raises(NotFound):
            await read_or_404(connection, OFFERS, OFFER_REF, 1)
        raise psycopg.Rollback
