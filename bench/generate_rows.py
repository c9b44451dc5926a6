"""Mass data of one kind, generated inside PostgreSQL; indexes are built afterwards."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

import psycopg
from psycopg import sql

_INDEXES = """
    select c.relname, pg_get_indexdef(i.indexrelid)
    from pg_index i join pg_class c on c.oid = i.indexrelid
    where i.indrelid = any(cast(%s as regclass[])) and not i.indisunique order by 1
"""
_GENEROUS = ("set synchronous_commit = off", "set maintenance_work_mem = '1GB'", "set work_mem = '256MB'")
FIRST_NAMES = (
    *("Aarav", "Aditi", "Amrit", "Ananya", "Arjun", "Balwinder", "Deepika", "Divya", "Farhan", "Gurpreet", "Harleen"),
    *("Ishaan", "Jasmine", "Kabir", "Kavya", "Lakshmi", "Manpreet", "Meera", "Mohan", "Nandini", "Neha", "Nikhil"),
    *("Pooja", "Pranav", "Rahul", "Ranjit", "Rohan", "Sakshi", "Simran", "Sunita", "Tanvi", "Uday", "Vikram", "Zoya"),
)
LAST_NAMES = (
    *(
        "Agarwal",
        "Ahluwalia",
        "Bansal",
        "Bhatia",
        "Chopra",
        "Das",
        "Dhillon",
        "Gill",
        "Gupta",
        "Iyer",
        "Jain",
        "Kapoor",
    ),
    *("Kapoor", "Kaur", "Khan", "Kulkarni", "Malhotra", "Mehta", "Mishra", "Nair", "Patel", "Pillai", "Rao"),
    *("Reddy", "Saini", "Sandhu", "Sharma", "Shetty", "Sidhu", "Singh", "Sood", "Thakur", "Tiwari", "Trivedi", "Verma"),
    *("Walia", "Yadav"),
)


def one_of(words: Sequence[str], number: str) -> str:
    """Build SQL that picks a word by a non-negative number; words must not contain quotes."""
    quoted = ", ".join(f"'{word}'" for word in words)
    return f"(array[{quoted}])[1 + mod({number}, {len(words)})]"


FIRST = one_of(FIRST_NAMES, "n * 7919 / 13")
LAST = one_of(LAST_NAMES, "n * 104729 / 17")
PHONE = "'1' || lpad(cast(mod(n * 2654435761, 999999937) as text), 9, '0')"
"""Distinct scattered phone numbers; none in the demo data begins with 1."""


@dataclass(frozen=True)
class Fill:
    """Mass data of ``area``: each statement inserts its part of ``%(rows)s`` rows into the named tables."""

    area: str
    tables: Sequence[str]
    statements: Sequence[str]

    def fingerprint(self, around: str) -> str:
        """Fingerprint of the statements and of the demo data."""
        return hashlib.sha256(repr((self, around.partition("?")[0])).encode()).hexdigest()[:10]

    def into(self, connection: psycopg.Connection, rows: int) -> None:
        """Insert the rows."""
        for setting in _GENEROUS:
            connection.execute(setting.encode())
        with _without_indexes(connection, self.tables):
            for statement in self.statements:
                connection.execute(statement.encode(), {"rows": rows})
        connection.execute("vacuum (analyze)")


@contextmanager
def _without_indexes(connection: psycopg.Connection, tables: Sequence[str]) -> Iterator[None]:
    """Drop all indexes that enforce no constraint while rows are inserted."""
    indexes = connection.execute(_INDEXES, [list(tables)]).fetchall()
    for name, _ in indexes:
        connection.execute(sql.SQL("drop index {}").format(sql.Identifier(name)))
    yield
    for _, statement in indexes:
        connection.execute(str(statement).encode())
