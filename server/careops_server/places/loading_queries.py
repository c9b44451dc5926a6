"""The SQL that fills the tables of places."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

import psycopg

Connection = psycopg.Connection[tuple[Any, ...]]
_TURN: Final = 0x706C_6163_6573  # "places"
_INDEXES: Final = (
    "create index ix_places_cities on places (id) where locality is null",
    "create index ix_place_words_prefix on place_words (word text_pattern_ops)",
    "create index ix_place_words_sound on place_words (sound text_pattern_ops)",
)
_TRIGRAM_INDEXES: Final = (
    "create index ix_places_search on places using gin (search gin_trgm_ops)",
    "create index ix_place_words_word on place_words using gin (word gin_trgm_ops)",
)


def begin(connection: Connection) -> bool:
    """Wait for whoever fills the tables; whether they are still empty."""
    connection.execute("select pg_advisory_xact_lock(%s)", [_TURN])
    return connection.execute("select from places limit 1").fetchone() is None


def add_places(connection: Connection, rows: Iterable[tuple[object, ...]]) -> None:
    """Rows of id, locality, city, state, zipcode, latitude, longitude, search."""
    with connection.cursor().copy(
        "copy places (id, locality, city, state, zipcode, latitude, longitude, search) from stdin"
    ) as copy:
        for row in rows:
            copy.write_row(row)


def add_words(connection: Connection, rows: Iterable[tuple[object, ...]]) -> None:
    """Rows of word, sound, and how many places have it."""
    with connection.cursor().copy("copy place_words (word, sound, places) from stdin") as copy:
        for row in rows:
            copy.write_row(row)


def make_indexes(connection: Connection) -> None:
    """Those of trigrams only where the database has them: without, searches read the whole table."""
    has_trigrams = connection.execute("select from pg_extension where extname = 'pg_trgm'").fetchone() is not None
    for index in (*_INDEXES, *(_TRIGRAM_INDEXES if has_trigrams else ())):
        connection.execute(index)


def analyze(connection: Connection) -> None:
    """Let the planner know what is in the tables."""
    connection.execute("analyze places, place_words")
