"""Bulk loading: drop indexes and foreign keys, and rebuild them at the end for a fraction of the cost."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

import psycopg
from psycopg import sql

_FOREIGN_KEYS: Final = """
    select conrelid::regclass::text, conname, pg_get_constraintdef(oid)
    from pg_constraint where contype = 'f' and conrelid::regclass::text = any(%s) order by 1, 2
"""
_INDEXES: Final = """
    select c.relname, pg_get_indexdef(i.indexrelid)
    from pg_index i join pg_class c on c.oid = i.indexrelid
    where i.indrelid::regclass::text = any(%s) and not i.indisunique order by 1
"""


@contextmanager
def without_indexes(connection: psycopg.Connection[tuple[object, ...]], tables: list[str]) -> Iterator[None]:
    """Drop the indexes and keys of tables within the running transaction, and recreate them when the block ends."""
    keys = connection.execute(_FOREIGN_KEYS, [tables]).fetchall()
    indexes = connection.execute(_INDEXES, [tables]).fetchall()
    for table, name, _ in keys:
        connection.execute(
            sql.SQL("alter table {} drop constraint {}").format(sql.Identifier(str(table)), sql.Identifier(str(name)))
        )
    for name, _ in indexes:
        connection.execute(sql.SQL("drop index {}").format(sql.Identifier(str(name))))
    yield
    connection.execute("set local maintenance_work_mem = '256MB'")
    for _, definition in indexes:
        connection.execute(str(definition).encode())
    for table, name, definition in keys:
        connection.execute(
            sql.SQL("alter table {} add constraint {} ").format(sql.Identifier(str(table)), sql.Identifier(str(name)))
            + sql.SQL(str(definition))
        )
