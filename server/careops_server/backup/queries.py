"""The SQL of backups: what is counted in the moment a dump is taken of, and compared with what came back."""

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
    """What a database holds at one moment."""

    revision: str
    head: str
    """The audit trail's last seal, ``NUMBER:HASH``; empty when there is none."""
    rows: dict[str, int]
    """How many rows each table has."""
    bucket: str = ""
    """The S3 bucket that uploaded files lie in: they are not in the backup. Empty if the data folder holds them."""


def hold(connection: Connection) -> str:
    """Keep looking at this moment for the rest of the transaction; its name, for others to look at it too."""
    connection.execute("set transaction isolation level repeatable read read only")
    (name,) = connection.execute("select pg_export_snapshot()").fetchall()
    return str(name[0])


def contents(connection: Connection) -> Contents:
    """What there is; tables are counted row by row."""
    tables = [str(name) for (name,) in connection.execute(_TABLES).fetchall()]
    counts = {}
    for table in tables:
        (counted,) = connection.execute(sql.SQL("select count(*) from {}").format(sql.Identifier(table))).fetchall()
        counts[table] = int(counted[0])
    revision = connection.execute(_REVISION).fetchone() if "alembic_version" in tables else None
    head = connection.execute(_HEAD).fetchone() if "audit_seals" in tables else None
    return Contents(str(revision[0]) if revision else "", f"{head[0]}:{head[1]}" if head else "", counts)


def is_empty(connection: Connection) -> bool:
    """Whether there is no table at all."""
    return not connection.execute(_TABLES).fetchall()
