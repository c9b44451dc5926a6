"""Seeders of demo data other than clinics: a module of this folder for each area, named like the area.

A module declares with ``SEEDER`` the tables it fills, and generates their rows; no other code refers to it. Clinics,
their people and their payments are generated together (``rows``), because the rows of one clinic depend on each other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextlib import nullcontext
from dataclasses import dataclass
from datetime import datetime
from graphlib import TopologicalSorter
from importlib import import_module
from pkgutil import iter_modules
from random import Random
from typing import Final

import psycopg
from psycopg import sql

from careops_server.demo.bulk_load import without_indexes

Connection = psycopg.Connection[tuple[object, ...]]
Row = tuple[object, ...]


@dataclass(frozen=True)
class SeedContext:
    """Context of a seeder: a database with clinics, a random generator and a moment."""

    connection: Connection
    random: Random
    until: datetime


@dataclass(frozen=True)
class Seeder:
    """Seeder of one area. The database assigns ids, unless the columns include them."""

    columns: Mapping[str, tuple[str, ...]]
    """Tables in the order of insertion, with their columns."""
    rows: Callable[[SeedContext, str], Iterable[Row]]
    """Yields the rows of a table."""
    counters: tuple[str, ...] = ()
    """Tables that triggers fill from these."""
    many: bool = False
    """True if indexes are better built after the rows, because there are very many."""
    after: tuple[str, ...] = ()
    """Areas whose rows it uses, and which are therefore seeded first."""
    among_others: bool = False
    """Its tables also have rows of other seeders: they are filled even if they are not empty, and never emptied."""


def _load_seeders() -> dict[str, Seeder]:
    seeders = {module.name: import_module(f"{__name__}.{module.name}").SEEDER for module in iter_modules(__path__)}
    order = TopologicalSorter({name: seeder.after for name, seeder in seeders.items()}).static_order()
    return {name: seeders[name] for name in order}


SEEDERS: Final[Mapping[str, Seeder]] = _load_seeders()


def seed_missing(connection: Connection, *, seed: int, until: datetime) -> list[str]:
    """Add missing areas and record them. Return their names.

    If the tables of an area have rows already, none are added.
    """
    areas = {str(name) for (name,) in connection.execute("select area from world_makers")}
    missing = [name for name in SEEDERS if name not in areas]
    for name in missing:
        seeder = SEEDERS[name]
        if seeder.among_others or not any(_has_rows(connection, table) for table in seeder.columns):
            context = SeedContext(connection, Random(f"{seed} {name}"), until)  # noqa: S311 (reproducible demo data, not secrets)
            with without_indexes(connection, list(seeder.columns)) if seeder.many else nullcontext():
                for table, columns in seeder.columns.items():
                    copy_in(connection, table, columns, seeder.rows(context, table))
        connection.execute("insert into world_makers (area) values (%s)", [name])
    return missing


def copy_in(connection: Connection, table: str, columns: Iterable[str], rows: Iterable[Row]) -> None:
    """COPY rows into a table."""
    statement = sql.SQL("copy {} ({}) from stdin").format(
        sql.Identifier(table), sql.SQL(", ").join(map(sql.Identifier, columns))
    )
    with connection.cursor() as cursor, cursor.copy(statement) as copy:
        for row in rows:
            copy.write_row(row)


def tables() -> list[str]:
    """Return all tables that belong to one seeder alone."""
    return [table for seeder in SEEDERS.values() if not seeder.among_others for table in seeder.columns]


def _has_rows(connection: Connection, table: str) -> bool:
    question = sql.SQL("select 1 from {} limit 1").format(sql.Identifier(table))
    return connection.execute(question).fetchone() is not None
