"""A change below SQLAlchemy: what every one does besides its own should cost little.

SQLAlchemy's way to the driver costs as much again as the driver's, and its way to a transaction is a greenlet each for
the connection, BEGIN, COMMIT and what follows. So the driver itself begins with the first statement, and is told here
when it ends. SQLAlchemy takes the connection for one in autocommit all the while: its statements and savepoints belong
to the same transaction.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

import psycopg
from psycopg.pq import TransactionStatus
from sqlalchemy import TextClause
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection

from careops_server.database.rows import DIALECT, Driver, compiled, driver_of
from careops_server.observe import tracing

_COMMIT: Final = b"COMMIT"
_ROLLBACK: Final = b"ROLLBACK"


async def begin(connection: AsyncConnection) -> None:
    """What a connection in autocommit is asked from here on is one transaction; nothing is sent yet."""
    await driver_of(connection).set_autocommit(False)


async def commit(connection: AsyncConnection) -> None:
    """Commit it. Where the connection was lost, nobody knows whether that happened. Raises ``DBAPIError``."""
    driver = driver_of(connection)
    try:
        with tracing.statement(_COMMIT):
            await driver.commit()
        await driver.set_autocommit(True)
    except psycopg.Error as error:
        raise _as_sqlalchemy(error, _COMMIT, driver) from error


async def rollback(connection: AsyncConnection) -> None:
    """Undo it, where nothing of it is on its way. Raises ``DBAPIError``."""
    driver = driver_of(connection)
    try:
        with tracing.statement(_ROLLBACK):
            if driver.pgconn.transaction_status in (TransactionStatus.INTRANS, TransactionStatus.INERROR):
                await driver.rollback()
        await driver.set_autocommit(True)
    except psycopg.Error as error:
        raise _as_sqlalchemy(error, _ROLLBACK, driver) from error


async def write(
    connection: AsyncConnection, statement: TextClause, values: Mapping[str, Any]
) -> tuple[Any, ...] | None:
    """A statement of the connection's transaction, and the row it answers with, if any. JSON is given as text."""
    driver = driver_of(connection)
    cursor = await _execute(driver, compiled(statement), values)
    result = cursor.pgresult  # its description would be made of objects that nobody looks at
    return await cursor.fetchone() if result is not None and result.nfields else None


async def copy_rows(
    connection: AsyncConnection, table: str, columns: Mapping[str, str], rows: Iterable[tuple[Any, ...]]
) -> None:
    """COPY rows in, as part of the connection's transaction.

    ``columns`` are names and PostgreSQL's types. In binary, which writes moments and UUIDs for half the work.
    """
    driver = driver_of(connection)
    statement = f"copy {table} ({', '.join(columns)}) from stdin (format binary)".encode()
    try:
        with tracing.statement(statement):
            async with driver.cursor() as cursor, cursor.copy(statement) as copy:
                copy.set_types(list(columns.values()))
                for row in rows:
                    await copy.write_row(row)
    except psycopg.Error as error:
        raise _as_sqlalchemy(error, statement, driver) from error


async def _execute(
    driver: Driver, statement: bytes, values: Mapping[str, Any] | None = None
) -> psycopg.AsyncCursor[Any]:
    try:
        with tracing.statement(statement):
            return await driver.execute(statement, values, prepare=None if values else False)
    except psycopg.Error as error:
        raise _as_sqlalchemy(error, statement, driver) from error


def _as_sqlalchemy(error: psycopg.Error, statement: bytes, driver: Driver) -> BaseException:
    """An error of the driver as SQLAlchemy would raise it."""
    return DBAPIError.instance(statement.decode(), None, error, psycopg.Error, True, driver.closed, DIALECT)
