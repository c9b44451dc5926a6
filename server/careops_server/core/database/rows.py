"""Fast reads that bypass SQLAlchemy: its compiler and results cost more than the list's query."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, TypeAlias

import orjson
import psycopg
from sqlalchemy import TextClause
from sqlalchemy.dialects.postgresql.psycopg import PGDialect_psycopg

from careops.contract import Page, RawJson
from careops_server.core.database.connection import Connection
from careops_server.core.observability import tracing

Driver: TypeAlias = psycopg.AsyncConnection[Any]
"""Driver connection below SQLAlchemy's."""
DIALECT = PGDialect_psycopg()  # type: ignore[no-untyped-call]  # SQLAlchemy leaves it untyped


async def fetch_row(
    connection: Connection, statement: TextClause, values: Mapping[str, Any], *, keep_plan: bool = True
) -> tuple[Any, ...]:
    """Return the one row of a read. It must run outside a transaction, because it is repeated after an error.

    With ``keep_plan=False`` PostgreSQL plans it for the values each time.
    """
    driver = driver_of(connection)
    try:
        written = compiled(statement)
        with tracing.statement(written):
            cursor = await driver.execute(written, values, prepare=None if keep_plan else False)
            row: tuple[Any, ...] | None = await cursor.fetchone()
    except psycopg.Error:
        # Repeated through SQLAlchemy, which handles errors for its pool: it gets the same error, or the answer.
        row = tuple((await connection.execute(statement, values)).one())
    if row is None:
        raise LookupError("the statement has no row")
    return row


def driver_of(connection: Connection) -> Driver:
    """Return the driver's connection. SQLAlchemy's asynchronous accessor starts a greenlet each time."""
    driver = connection.sync_connection and connection.sync_connection.connection.driver_connection
    assert isinstance(driver, psycopg.AsyncConnection)  # noqa: S101 (the only driver there is)
    return driver


def written_page(
    rows: str, *, total: int, perpage: int, wrapped: bool = False, spelt: tuple[str, ...] = ()
) -> RawJson[Page[Any]]:
    """Return a page whose rows the statement wrote as a JSON array in wire format."""
    parts = {"items": orjson.Fragment(rows), "total_records": total, "total_pages": -(-total // perpage)}
    return RawJson(parts, wrapped, spelt)


def written_rows(rows: str, *, wrapped: bool = False) -> RawJson[list[Any]]:
    """Return a whole list that the statement wrote as a JSON array in wire format."""
    return RawJson(orjson.Fragment(rows), wrapped)


@cache
def compiled(statement: TextClause) -> bytes:
    """Compile a statement for psycopg, once each."""
    return str(statement.compile(dialect=DIALECT)).encode()
