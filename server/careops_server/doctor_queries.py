"""The SQL of ``careops doctor``: it only looks, over a connection of its own."""

from __future__ import annotations

from typing import Any, LiteralString

import psycopg

Connection = psycopg.Connection[tuple[Any, ...]]


def has_trigrams(connection: Connection) -> bool:
    """Whether searches have an index to read."""
    return _one(connection, "select exists (select from pg_extension where extname = 'pg_trgm')") is True


def knows_hindi(connection: Connection) -> bool:
    """Whether the database's locale tells letters that are not Latin from signs. Needs trigrams."""
    return _one(connection, "select show_trgm('राम') <> '{}'") is True


def now(connection: Connection) -> float:
    """The database's clock, in seconds since 1970."""
    seconds: float = _one(connection, "select extract(epoch from clock_timestamp())::float8")
    return seconds


def seal_hash(connection: Connection, number: int) -> str | None:
    """The hash of a seal of the audit trail; None when there is no such seal."""
    found: str | None = _one(connection, "select hash from audit_seals where number = %s", number)
    return found


def _one(connection: Connection, statement: LiteralString, *values: object) -> Any:
    row = connection.execute(statement, values).fetchone()
    return row[0] if row else None
