"""What a demo world has besides its clinics: a file of this folder for each area, named as the area.

A file says with ``MAKER`` which tables it fills and draws their rows; nothing else has to know of it. Clinics, their
people and their payments are drawn together (``rows``), as one clinic's rows depend on each other.
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

from careops_server.world.bulk import without_indexes

Connection = psycopg.Connection[tuple[object, ...]]
Row = tuple[object, ...]


@dataclass(frozen=True)
class World:
    """What a maker may look at: a world whose clinics are there, at a moment."""

    connection: Connection
    random: Random
    until: datetime


@dataclass(frozen=True)
class Maker:
    """The rows of one area. Ids are the database's, unless the columns name them."""

    columns: Mapping[str, tuple[str, ...]]
    """Tables in the order their rows may arrive, and the columns that are given."""
    rows: Callable[[World, str], Iterable[Row]]
    """A table's rows, one after the other."""
    kept: tuple[str, ...] = ()
    """Tables that triggers fill from these."""
    many: bool = False
    """Whether there are so many rows that their indexes are better built once they are there."""
    after: tuple[str, ...] = ()
    """Areas whose rows it draws from, which therefore come first."""
    among_others: bool = False
    """Its tables hold rows of others as well: they are filled though they are not empty, and never emptied."""


def _found() -> dict[str, Maker]:
    found = {module.name: import_module(f"{__name__}.{module.name}").MAKER for module in iter_modules(__path__)}
    order = TopologicalSorter({name: maker.after for name, maker in found.items()}).static_order()
    return {name: found[name] for name in order}


MAKERS: Final[Mapping[str, Maker]] = _found()


def make_missing(connection: Connection, *, seed: int, until: datetime) -> list[str]:
    """Add what the world has not been given yet, and note it; the areas, by name.

    Where somebody has written rows of their own already, none are added to them.
    """
    made = {str(name) for (name,) in connection.execute("select area from world_makers")}
    missing = [name for name in MAKERS if name not in made]
    for name in missing:
        maker = MAKERS[name]
        if maker.among_others or not any(_has_rows(connection, table) for table in maker.columns):
            world = World(connection, Random(f"{seed} {name}"), until)  # noqa: S311 (the same world again, not secrets)
            with without_indexes(connection, list(maker.columns)) if maker.many else nullcontext():
                for table, columns in maker.columns.items():
                    copy_in(connection, table, columns, maker.rows(world, table))
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
    """Every table that a maker fills alone."""
    return [table for maker in MAKERS.values() if not maker.among_others for table in maker.columns]


def _has_rows(connection: Connection, table: str) -> bool:
    question = sql.SQL("select 1 from {} limit 1").format(sql.Identifier(table))
    return connection.execute(question).fetchone() is not None
