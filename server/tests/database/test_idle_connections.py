"""Idle connections between reads: no request lacks a connection, and broken ones are not reused."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import psycopg
import pytest
from sqlalchemy import text

from careops_server.core.configuration.dsn import driver_url
from careops_server.core.database.connection import Connection
from careops_server.core.database.database import Database
from careops_server.core.database.engine import create_pool

_PID = text("select pg_backend_pid()")
_SIZE = 4


@pytest.fixture
async def database(url: str) -> AsyncIterator[Database]:
    opened = Database(create_pool(url, pool_size=_SIZE), seconds=10)
    yield opened
    await opened.close()


async def _read(connection: Connection) -> int:
    return int((await connection.execute(_PID)).scalar_one())


async def _together(database: Database, count: int, *, change: bool) -> set[int]:
    """Connections of ``count`` concurrent requests."""
    barrier = asyncio.Barrier(count)

    async def work(connection: Connection) -> int:
        pid = await _read(connection)
        await barrier.wait()
        return pid

    ask = database.change if change else database.read
    return set(await asyncio.gather(*(ask(work) for _ in range(count))))


async def test_next_read_has_the_connection_used_last(database: Database) -> None:
    assert {await database.read(_read) for _ in range(5)} == {await database.read(_read)}
    assert database.pool.in_use == 0


async def test_concurrent_reads_have_separate_connections(database: Database) -> None:
    for _ in range(2):
        assert len(await _together(database, _SIZE, change=False)) == _SIZE
    assert database.pool.in_use == 0


async def test_idle_connections_are_released_for_changes(database: Database) -> None:
    await _together(database, _SIZE, change=False)
    assert len(await _together(database, _SIZE, change=True)) == _SIZE
    assert database.pool.in_use == 0


@pytest.mark.parametrize("change", [False, True], ids=["reads", "changes"])
async def test_queued_requests_are_served_before_later_ones(database: Database, change: bool) -> None:
    """The pool does not count idle connections: one that becomes idle while requests queue must serve the queue."""
    ask = database.change if change else database.read
    barrier = asyncio.Barrier(_SIZE)

    async def work(connection: Connection) -> None:
        await connection.execute(_PID)
        await barrier.wait()  # passes only if this many requests hold a connection each

    await asyncio.gather(*(ask(work) for _ in range(3 * _SIZE)))
    assert database.pool.in_use == 0


async def test_aborted_read_leaves_a_clean_connection(database: Database) -> None:

    begun = asyncio.Event()

    async def slow(connection: Connection) -> None:
        begun.set()  # the statement is sent right after this
        (await connection.execute(text("select 1 as never from pg_sleep(30)"), {})).one_row()

    reading = asyncio.create_task(database.read(slow))
    await begun.wait()
    reading.cancel()
    with pytest.raises(asyncio.CancelledError):
        await reading
    assert await database.read(_read) > 1  # the result of this statement, not of the cancelled one
    assert database.pool.in_use == 0


async def test_broken_connection_discards_all_idle_ones(database: Database, url: str) -> None:
    """If one connection broke, discard all idle ones: a read must not meet several broken ones in sequence."""
    await _together(database, _SIZE, change=False)
    with psycopg.connect(driver_url(url), autocommit=True) as other:
        ended = other.execute(
            "select pg_terminate_backend(pid) from pg_stat_activity"
            " where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'"
        ).fetchall()
    assert len(ended) >= _SIZE
    assert len(await _together(database, _SIZE, change=False)) == _SIZE
    assert database.pool.in_use == 0


async def test_read_leaves_no_transaction(database: Database) -> None:
    await database.read(_read)
    async with database.pool.connection() as connection:
        assert connection.is_idle
    assert database.pool.in_use == 0


async def test_single_connection_serves_reads_and_changes(url: str) -> None:
    database = Database(create_pool(url, pool_size=1), seconds=10)
    try:
        assert await database.read(_read) == await database.change(_read) == await database.read(_read)
    finally:
        await database.close()
