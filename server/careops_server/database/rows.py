"""A hot read without SQLAlchemy's layers between: its compiler and results cost more than the list's own query."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, TypeAlias

import orjson
import psycopg
from sqlalchemy import TextClause
from sqlalchemy.dialects.postgresql.psycopg import PGDialect_psycopg
from sqlalchemy.ext.asyncio import AsyncConnection

from careops.contract import Page, Written
from careops_server.observe import tracing

Driver: TypeAlias = psycopg.AsyncConnection[Any]
"""The driver's own connection, below SQLAlchemy's."""
DIALECT = PGDialect_psycopg()  # type: ignore[no-untyped-call]  # SQLAlchemy leaves it untyped


async def fetch_row(
    connection: AsyncConnection, statement: TextClause, values: Mapping[str, Any], *, keep_plan: bool = True
) -> tuple[Any, ...]:
    """The one row of a read, which must be outside any transaction: on an error it is asked again.

    ``keep_plan=False`` has it planned for these very values each time.
    """
    driver = driver_of(connection)
    try:
        written = compiled(statement)
        with tracing.statement(written):
            cursor = await driver.execute(written, values, prepare=None if keep_plan else False)
            row: tuple[Any, ...] | None = await cursor.fetchone()
    except psycopg.Error:
        # SQLAlchemy knows what an error means to its pool: it meets the same one, or the answer.
        row = tuple((await connection.execute(statement, values)).one())
    if row is None:
        raise LookupError("the statement has no row")
    return row


def driver_of(connection: AsyncConnection) -> Driver:
    """The driver's own connection; SQLAlchemy's asynchronous way to it starts a greenlet each time."""
    driver = connection.sync_connection and connection.sync_connection.connection.driver_connection
    assert isinstance(driver, psycopg.AsyncConnection)  # noqa: S101 (the only driver there is)
    return driver


def written_page(
    rows: str, *, total: int, perpage: int, wrapped: bool = False, spelt: tuple[str, ...] = ()
) -> Written[Page[Any]]:
    """A page whose rows the statement has written as a JSON array, just as they travel."""
    parts = {"items": orjson.Fragment(rows), "total_records": total, "total_pages": -(-total // perpage)}
    return Written(parts, wrapped, spelt)


def written_rows(rows: str, *, wrapped: bool = False) -> Written[list[Any]]:
    """A whole list that the statement has written as a JSON array, just as it travels."""
    return Written(orjson.Fragment(rows), wrapped)


@cache
def compiled(statement: TextClause) -> bytes:
    """As psycopg takes it; each statement is compiled once."""
    return str(statement.compile(dialect=DIALECT)).encode()
