"""SQL that fills the tables of places."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

import psycopg

Connection = psycopg.Connection[tuple[Any, ...]]
_TURN: Final = 0x706C_6163_6573  # "places"


def lock_for_load(connection: Connection) -> bool:
    """Wait for concurrent loading. Return whether the tables are still empty."""
    connection.execute("select pg_advisory_xact_lock(%s)", [_TURN])
    return connection.execute("select from places limit 1").fetchone() is None


def add_places(connection: Connection, rows: Iterable[tuple[object, ...]]) -> None:
    """Add rows of id, locality, city, state, zipcode, latitude, longitude, search."""
    with connection.cursor().copy(
        "copy places (id, locality, city, state, zipcode, latitude, longitude, search) from stdin"
    ) as copy:
        for row in rows:
            copy.write_row(row)


def add_words(connection: Connection, rows: Iterable[tuple[object, ...]]) -> None:
    """Add rows of word, sound, and number of places."""
    with connection.cursor().copy("copy place_words (word, sound, places) from stdin") as copy:
        for row in rows:
            copy.write_row(row)


def analyze(connection: Connection) -> None:
    """Update the planner's statistics. If another role owns the tables, autovacuum does it a minute later."""
    connection.execute("analyze places, place_words")
