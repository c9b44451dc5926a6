"""A change below SQLAlchemy: what every one does besides its own should cost little.

SQLAlchemy's way to the driver costs as much again as the driver's, and its way to a transaction is a greenlet each for
the connection, BEGIN, COMMIT and what follows. So the driver itself begins with the first statement, and is told here
when it ends. SQLAlchemy takes the connection for one in autocommit all the while: its statements and savepoints belong
to the same transaction.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
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
    with _sent(driver, _COMMIT):
        await driver.commit()
        await driver.set_autocommit(True)


async def rollback(connection: AsyncConnection) -> None:
    """Undo it, where nothing of it is on its way. Raises ``DBAPIError``."""
    driver = driver_of(connection)
    with _sent(driver, _ROLLBACK):
        if driver.pgconn.transaction_status in (TransactionStatus.INTRANS, TransactionStatus.INERROR):
            await driver.rollback()
        await driver.set_autocommit(True)


async def write(
    connection: AsyncConnection, statement: TextClause, values: Mapping[str, Any]
) -> tuple[Any, ...] | None:
    """A statement of the connection's transaction, and the row it answers with, if any. JSON is given as text.

    Raises ``DBAPIError``.
    """
    driver, written = driver_of(connection), compiled(statement)
    with _sent(driver, written):
        cursor = await driver.execute(written, values)
        result = cursor.pgresult  # its description would be made of objects that nobody looks at
        row: tuple[Any, ...] | None = await cursor.fetchone() if result is not None and result.nfields else None
    return row


async def copy_rows(
    connection: AsyncConnection, table: str, columns: Mapping[str, str], rows: Iterable[tuple[Any, ...]]
) -> None:
    """COPY rows in, as part of the connection's transaction. Raises ``DBAPIError``.

    ``columns`` are names and PostgreSQL's types. In binary, which writes moments and UUIDs for half the work.
    """
    driver = driver_of(connection)
    statement = f"copy {table} ({', '.join(columns)}) from stdin (format binary)".encode()
    with _sent(driver, statement):
        async with driver.cursor() as cursor, cursor.copy(statement) as copy:
            copy.set_types(list(columns.values()))
            for row in rows:
                await copy.write_row(row)


@contextmanager
def _sent(driver: Driver, statement: bytes) -> Iterator[None]:
    """Around what is sent: a span that names it, and the driver's errors as SQLAlchemy would raise them."""
    try:
        with tracing.statement(statement):
            yield
    except psycopg.Error as error:
        raise DBAPIError.instance(
            statement.decode(), None, error, psycopg.Error, True, driver.closed, DIALECT
        ) from error
