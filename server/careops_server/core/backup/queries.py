"""SQL of backups: row counts in the dump's snapshot, for comparison after a restore."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import psycopg
from psycopg import sql

Connection = psycopg.Connection[tuple[Any, ...]]

_TABLES = """
    select relname from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition order by relname
"""
_HEAD = "select number, hash from audit_seals order by number desc limit 1"
_REVISION = "select version_num from alembic_version"


@dataclass(frozen=True)
class Contents:
    """Contents of a database at one moment."""

    revision: str
    head: str
    """Last seal of the audit log, ``NUMBER:HASH``; empty without seals."""
    rows: dict[str, int]
    """Row counts by table."""
    bucket: str = ""
    """The S3 bucket that uploaded files lie in: they are not in the backup. Empty if the data folder holds them."""


def export_snapshot(connection: Connection) -> str:
    """Hold a snapshot for the rest of the transaction. Return its name, with which other connections can use it."""
    connection.execute("set transaction isolation level repeatable read read only")
    (name,) = connection.execute("select pg_export_snapshot()").fetchall()
    return str(name[0])


def contents(connection: Connection) -> Contents:
    """Return the contents. Tables are counted row by row."""
    tables = [str(name) for (name,) in connection.execute(_TABLES).fetchall()]
    counts = {}
    for table in tables:
        (counted,) = connection.execute(sql.SQL("select count(*) from {}").format(sql.Identifier(table))).fetchall()
        counts[table] = int(counted[0])
    revision = connection.execute(_REVISION).fetchone() if "alembic_version" in tables else None
    head = connection.execute(_HEAD).fetchone() if "audit_seals" in tables else None
    return Contents(str(revision[0]) if revision else "", f"{head[0]}:{head[1]}" if head else "", counts)


def is_empty(connection: Connection) -> bool:
    """Return whether the database has no tables."""
    return not connection.execute(_TABLES).fetchall()
