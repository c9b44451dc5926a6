"""Fast transactions below SQLAlchemy, to reduce the fixed cost of a change.

SQLAlchemy's path to the driver doubles the driver's cost, and its transactions take a greenlet each for the connection,
BEGIN and COMMIT. Therefore the driver itself begins with the first statement, and this module ends the transaction.
SQLAlchemy treats the connection as autocommit; its statements and savepoints belong to the same transaction.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Final

import psycopg
from psycopg.pq import TransactionStatus
from sqlalchemy import TextClause
from sqlalchemy.exc import DBAPIError

from careops_server.core.database.connection import Connection
from careops_server.core.database.rows import DIALECT, Driver, compiled, driver_of
from careops_server.core.observability import tracing

_COMMIT: Final = b"COMMIT"
_ROLLBACK: Final = b"ROLLBACK"


async def begin(connection: Connection) -> None:
    """Start a transaction lazily; BEGIN is sent with the first statement."""
    await driver_of(connection).set_autocommit(False)


async def commit(connection: Connection) -> None:
    """Commit the transaction. If the connection is lost, the result is unknown. Raises ``DBAPIError``."""
    driver = driver_of(connection)
    with _traced(driver, _COMMIT):
        await driver.commit()
        await driver.set_autocommit(True)


async def rollback(connection: Connection) -> None:
    """Roll the transaction back, if no statement is in flight. Raises ``DBAPIError``."""
    driver = driver_of(connection)
    with _traced(driver, _ROLLBACK):
        if driver.pgconn.transaction_status in (TransactionStatus.INTRANS, TransactionStatus.INERROR):
            await driver.rollback()
        await driver.set_autocommit(True)


async def write(connection: Connection, statement: TextClause, values: Mapping[str, Any]) -> tuple[Any, ...] | None:
    """Run a statement in the connection's transaction. Return its row, if any. JSON is passed as text.

    Raises ``DBAPIError``.
    """
    driver, written = driver_of(connection), compiled(statement)
    with _traced(driver, written):
        cursor = await driver.execute(written, values)
        result = cursor.pgresult  # psycopg would build unused objects for its description
        row: tuple[Any, ...] | None = await cursor.fetchone() if result is not None and result.nfields else None
    return row


async def copy_rows(
    connection: Connection, table: str, columns: Mapping[str, str], rows: Iterable[tuple[Any, ...]]
) -> None:
    """COPY rows in, as part of the connection's transaction. Raises ``DBAPIError``.

    ``columns`` are names and PostgreSQL types. The binary format halves the work for timestamps and UUIDs.
    """
    driver = driver_of(connection)
    statement = f"copy {table} ({', '.join(columns)}) from stdin (format binary)".encode()
    with _traced(driver, statement):
        async with driver.cursor() as cursor, cursor.copy(statement) as copy:
            copy.set_types(list(columns.values()))
            for row in rows:
                await copy.write_row(row)


@contextmanager
def _traced(driver: Driver, statement: bytes) -> Iterator[None]:
    """Trace a statement, and raise the driver's errors as SQLAlchemy would."""
    try:
        with tracing.statement(statement):
            yield
    except psycopg.Error as error:
        raise DBAPIError.instance(
            statement.decode(), None, error, psycopg.Error, True, driver.closed, DIALECT
        ) from error
