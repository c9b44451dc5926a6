"""Freshness check of a replica before it serves reads."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest
from psycopg import OperationalError

from careops_server.core.database import replica as module
from careops_server.core.database.connection_pool import ConnectionPool
from careops_server.core.database.engine import create_pool
from careops_server.core.database.replica import Replica

pytestmark = pytest.mark.slow


class Pair:
    """WAL positions of both servers; None for a server that follows none, an exception for one that is down."""

    def __init__(self) -> None:
        self.primary_position = 100
        self.replica_position: int | Exception | None = 100
        self.pools = (create_pool("postgresql+psycopg://one"), create_pool("postgresql+psycopg://two"))
        self.replica = Replica(self.pools[1], self.pools[0])

    async def query(self, pool: ConnectionPool, statement: object) -> int | None:
        if pool is self.pools[0]:
            return self.primary_position
        if isinstance(self.replica_position, Exception):
            raise self.replica_position
        return self.replica_position

    async def looked(self) -> None:
        """Wait for a complete check that starts from now."""
        for _ in range(2):
            self.replica._check_requested.set()
            async with self.replica._looked:
                await self.replica._looked.wait()


@pytest.fixture
async def pair(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Pair]:
    pair = Pair()
    monkeypatch.setattr(module, "_query", pair.query)
    yield pair
    await pair.replica.stop()


async def test_replica_is_fresh_when_it_has_the_position_of_the_primary(pair: Pair) -> None:
    assert not pair.replica.is_fresh(), "nobody has looked yet"
    await pair.looked()
    assert pair.replica.is_fresh()
    pair.replica_position = 90
    await pair.looked()
    assert pair.replica.is_fresh(), "it has what was there some seconds ago"


@pytest.mark.parametrize("position", [90, None, OperationalError("gone")])
async def test_lagging_detached_or_lost_replica_is_not_fresh(pair: Pair, position: int | Exception | None) -> None:
    pair.replica_position = position
    assert not pair.replica.is_fresh()
    await pair.looked()
    assert not pair.replica.is_fresh()


async def test_lagging_replica_is_disabled(pair: Pair, monkeypatch: pytest.MonkeyPatch) -> None:
    pair.replica.is_fresh()
    await pair.looked()
    assert pair.replica.is_fresh()
    pair.primary_position = 200
    monkeypatch.setattr(module, "MAX_SECONDS", 0.0)
    await pair.looked()
    assert not pair.replica.is_fresh()


async def test_failed_replica_is_unused_until_its_next_answer(pair: Pair) -> None:
    pair.replica.is_fresh()
    await pair.looked()
    pair.replica.disable("gone")
    assert not pair.replica.is_fresh()
    await pair.looked()
    assert pair.replica.is_fresh()


async def test_wait_ends_when_the_replica_is_fresh_or_disabled(pair: Pair) -> None:
    pair.replica.is_fresh()
    await pair.looked()
    pair.primary_position = 200
    waiting = asyncio.create_task(pair.replica.wait_until_fresh())
    await pair.looked()
    assert not waiting.done()
    pair.replica_position = 200
    await waiting
    pair.primary_position = 300
    waiting = asyncio.create_task(pair.replica.wait_until_fresh())
    await pair.looked()
    assert not waiting.done()
    pair.replica.disable("gone")
    await waiting
    await pair.replica.wait_until_fresh()  # returns immediately if the replica is not in use
