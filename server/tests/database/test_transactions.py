"""Transactions of a change: all or nothing, and the connection is clean afterwards."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress

import psycopg
import pytest
from sqlalchemy import text

from careops_server.core.configuration.dsn import driver_url
from careops_server.core.database.connection import Connection
from careops_server.core.database.database import Database, DatabaseUnavailable
from careops_server.core.database.engine import create_pool

_ADD = text("insert into lines (said) values (:said) returning id")
_NUMBER = text("select pg_current_xact_id()::text")
_FORBIDDEN = "never"
_LOSE_CONNECTION_AT_COMMIT = """
    create function lose_connection() returns trigger language plpgsql as
        $$ begin perform pg_terminate_backend(pg_backend_pid()); return null; end $$;
    create constraint trigger lose_connection after insert on lines deferrable initially deferred
        for each row execute function lose_connection();
"""


@pytest.fixture
async def database(url: str) -> AsyncIterator[Database]:
    with psycopg.connect(driver_url(url), autocommit=True) as connection:
        connection.execute(
            "create table lines (id bigint generated always as identity, said text check (said <> 'never'))"
        )
    opened = Database(create_pool(url, pool_size=2), seconds=10)
    yield opened
    await opened.close()


async def statements(database: Database) -> list[str]:
    """Return the committed lines, read with the same connection."""

    async def read(connection: Connection) -> list[str]:
        assert connection.is_idle
        return list((await connection.execute(text("select said from lines order by id"))).scalars())

    return await database.read(read)


async def add_in_all_ways(connection: Connection) -> set[str]:
    """Add lines in every way. Return the ids of the transactions used."""
    numbers = {(await connection.execute(_NUMBER)).scalar_one()}
    await connection.execute(_ADD, {"said": "written"})
    await connection.copy_rows("lines", {"said": "text"}, [("copied",)])
    return {*numbers, (await connection.execute(_NUMBER)).scalar_one()}


async def test_statements_of_both_drivers_share_one_transaction(database: Database) -> None:
    assert len(await database.change(add_in_all_ways)) == 1
    assert await statements(database) == ["written", "copied"]


async def test_failure_rolls_back_statements_of_both_drivers(database: Database) -> None:
    async def work(connection: Connection) -> None:
        await add_in_all_ways(connection)
        raise LookupError

    with pytest.raises(LookupError):
        await database.change(work)
    assert await statements(database) == []
    assert database.pool.in_use == 0


async def test_failed_statement_leaves_nothing(database: Database) -> None:
    async def work(connection: Connection) -> None:
        await add_in_all_ways(connection)
        await connection.execute(_ADD, {"said": _FORBIDDEN})

    with pytest.raises(psycopg.Error, match="lines_said_check"):
        await database.change(work)
    assert await statements(database) == []


async def test_savepoint_is_rolled_back_alone(database: Database) -> None:
    async def work(connection: Connection) -> None:
        await connection.execute(_ADD, {"said": "before"})
        with suppress(psycopg.Error):
            async with connection.transaction():
                await connection.execute(_ADD, {"said": "inside"})
                await connection.execute(_ADD, {"said": _FORBIDDEN})
        await connection.execute(_ADD, {"said": "after"})

    await database.change(work)
    assert await statements(database) == ["before", "after"]


async def test_cancelled_transaction_leaves_nothing_to_the_next(database: Database) -> None:
    waits = asyncio.Event()

    async def work(connection: Connection) -> None:
        await add_in_all_ways(connection)
        waits.set()
        await asyncio.Event().wait()

    async def other(connection: Connection) -> None:
        await connection.execute(_ADD, {"said": "the next"})

    changing = asyncio.create_task(database.change(work))
    await waits.wait()
    changing.cancel()
    with pytest.raises(asyncio.CancelledError):
        await changing
    assert database.pool.in_use == 0
    await database.change(other)
    assert await statements(database) == ["the next"]


async def test_nested_work_needs_no_second_connection(database: Database) -> None:
    """Alternating changes and reads share one connection."""

    async def pid(connection: Connection) -> int:
        return connection.driver.info.backend_pid

    async def with_statement(connection: Connection) -> int:
        await connection.execute(_NUMBER)
        return await pid(connection)

    pids = set()
    for work in (pid, with_statement) * 2:
        pids |= {await database.read(work), await database.change(work)}
    assert len(pids) == 1


async def test_isolation_is_read_committed_despite_the_database_default(url: str, database: Database) -> None:
    """Otherwise two users who change the same record would get 409 without a conflict."""
    with psycopg.connect(driver_url(url), autocommit=True) as connection:
        name = connection.info.dbname
        connection.execute(f'alter database "{name}" set default_transaction_isolation = serializable'.encode())

    async def isolation(connection: Connection) -> str:
        return str((await connection.execute(text("show transaction_isolation"))).scalar_one())

    assert await database.change(isolation) == "read committed"


async def test_commit_without_answer_is_not_repeated(url: str, database: Database) -> None:
    runs = 0

    async def work(connection: Connection) -> None:
        nonlocal runs
        runs += 1
        await connection.execute(_ADD, {"said": "once"})

    with psycopg.connect(driver_url(url), autocommit=True) as connection:
        connection.execute(_LOSE_CONNECTION_AT_COMMIT)
    with pytest.raises(DatabaseUnavailable):
        await database.change(work)
    assert runs == 1
