"""Records for tests of recorded changes."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator

import psycopg
import pytest
from sqlalchemy import Column, MetaData, Table
from sqlalchemy.dialects.postgresql import DATE, INTEGER, JSONB, NUMERIC, TEXT, TIMESTAMP

from careops_server.core.configuration.dsn import driver_url
from careops_server.core.database.connection_pool import ConnectionPool
from careops_server.core.database.engine import create_pool
from careops_server.core.queries.row_updates import UpdatableTable
from careops_server.testing.postgres import TestPostgres

OFFERS = Table(
    "offers",
    MetaData(),
    *(Column("id", INTEGER), Column("shop_id", INTEGER), Column("name", TEXT), Column("price", NUMERIC)),
    *(Column("until", DATE), Column("tags", JSONB), Column("updated_at", TIMESTAMP)),
)
OFFER = UpdatableTable(OFFERS, frozenset({"price", "until", "tags"}), also=frozenset({"name"}))


@pytest.fixture(scope="module")
def shop(postgres: TestPostgres) -> Iterator[str]:
    url = postgres.new_database()
    with psycopg.connect(driver_url(url), autocommit=True) as connection:
        connection.execute("""
            create table offers (id int primary key, shop_id int, name text, price numeric(12, 2), until date,
                                 tags jsonb, updated_at timestamptz)
        """)
        connection.execute("insert into offers values (1, 7, 'Checkup', 500.50, '2026-03-01', '[]')")
    yield url
    postgres.drop(url)


@pytest.fixture
async def pool(shop: str) -> AsyncIterator[ConnectionPool]:
    opened = create_pool(shop, pool_size=2)
    yield opened
    await opened.renew()
