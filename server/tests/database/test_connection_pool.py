"""Connection pool: cancelled requests lose no connection, waiting is limited, broken connections are replaced."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import suppress

import psycopg
import pytest
from sqlalchemy import text

from careops_server.core.database import connection_pool as module
from careops_server.core.database.connection import Connection
from careops_server.core.database.connection_pool import ConnectionPool
from careops_server.core.database.database import Database, DatabaseUnavailable
from careops_server.core.database.engine import create_pool

_SIZE = 3
_PID = text("select pg_backend_pid()")


@pytest.fixture
async def pool(url: str) -> AsyncIterator[ConnectionPool]:
    opened = create_pool(url, pool_size=_SIZE)
    yield opened
    await opened.renew()


async def test_cancelled_request_loses_no_connection(pool: ConnectionPool) -> None:
    """Cancel requests at random steps: while they wait, connect, run a statement or return their connection."""
    dice = random.Random(7)  # noqa: S311 (repeatable, not a secret)

    async def request() -> None:
        async with pool.transaction() as connection:
            await connection.execute(_PID)

    async def cancelled_after(steps: int) -> None:
        task = asyncio.create_task(request())
        for _ in range(steps):
            await asyncio.sleep(0)
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task

    for _ in range(40):
        if dice.random() < 0.2:
            await pool.renew()  # so that connecting is cancelled as well
        await asyncio.gather(*(cancelled_after(dice.randrange(25)) for _ in range(4 * _SIZE)))
    assert pool.in_use == 0
    barrier = asyncio.Barrier(_SIZE)

    async def together() -> int:
        async with pool.connection() as connection:
            await barrier.wait()
            return int((await connection.execute(_PID)).scalar_one())

    assert len(set(await asyncio.gather(*(together() for _ in range(_SIZE))))) == _SIZE


async def test_cancelled_waiter_passes_its_turn_to_the_next(pool: ConnectionPool) -> None:
    lent = [await pool.take() for _ in range(_SIZE)]
    first, second = asyncio.create_task(pool.take()), asyncio.create_task(pool.take())
    await asyncio.sleep(0)
    await pool.put_back(lent[0])  # the first waiter is woken, and cancelled before it runs
    first.cancel()
    assert await second is lent[0]
    with pytest.raises(asyncio.CancelledError):
        await first
    for connection in lent:
        await pool.put_back(connection)
    assert pool.in_use == 0


async def test_wait_for_a_connection_is_limited(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "POOL_SECONDS", 0.01)
    database = Database(create_pool(url, pool_size=1), seconds=10)

    async def nothing(connection: Connection) -> None:
        pass

    async with database.pool.connection():
        with pytest.raises(DatabaseUnavailable):
            await database.read(nothing)
    await database.read(nothing)
    await database.close()


async def test_last_used_connection_is_reused_first(pool: ConnectionPool) -> None:
    lent = [await pool.take() for _ in range(_SIZE)]
    for connection in lent:
        await pool.put_back(connection)
    assert await pool.take() is lent[-1]
    await pool.put_back(lent[-1])


async def test_failed_connection_frees_its_place_in_the_pool() -> None:
    pool = create_pool("postgresql+psycopg://user@127.0.0.1:1/nothing", pool_size=1)
    for _ in range(3):
        with pytest.raises(psycopg.OperationalError):
            await pool.take()
    assert pool.in_use == 0


async def test_renewal_closes_used_connections_on_return(pool: ConnectionPool) -> None:
    lent, idle = await pool.take(), await pool.take()
    await pool.put_back(idle)
    await pool.renew()
    assert idle.is_closed
    assert not lent.is_closed
    await pool.put_back(lent)
    assert lent.is_closed


async def test_connection_in_a_transaction_is_not_reused(pool: ConnectionPool) -> None:
    connection = await pool.take()
    await connection.execute(text("begin"))
    await pool.put_back(connection)
    assert connection.is_closed
    assert pool.in_use == 0
