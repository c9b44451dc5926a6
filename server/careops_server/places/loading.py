"""Filling the table of places, once per database: a few seconds, in one transaction."""

from __future__ import annotations

from collections import Counter
from typing import Final

import psycopg

from careops_server.database.addresses import driver_url
from careops_server.places.gazetteer import gazetteer, sound

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


def load_places(url: str) -> bool:
    """Fill the tables and make their indexes; False when somebody has done so before.

    Without trigrams in the database searches read the whole table, and slips of the keyboard find nothing.
    """
    with psycopg.connect(driver_url(url), options="-c timezone=UTC") as connection:
        connection.execute("select pg_advisory_xact_lock(%s)", [_TURN])
        if connection.execute("select from places limit 1").fetchone() is not None:
            return False
        entries = gazetteer()
        counted: Counter[str] = Counter()
        with connection.cursor().copy(
            "copy places (id, locality, city, state, zipcode, latitude, longitude, search) from stdin"
        ) as copy:
            for number, entry in enumerate(entries, start=1):
                search = entry.search
                counted.update(set(search.split()))
                place = (entry.locality, entry.city, entry.state, entry.zipcode, entry.latitude, entry.longitude)
                copy.write_row((number, *place, search))
        with connection.cursor().copy("copy place_words (word, sound, places) from stdin") as copy:
            for word, places in sorted(counted.items()):
                copy.write_row((word, sound(word), places))
        has_trigrams = connection.execute("select from pg_extension where extname = 'pg_trgm'").fetchone() is not None
        for index in (*_INDEXES, *(_TRIGRAM_INDEXES if has_trigrams else ())):
            connection.execute(index)
    with psycopg.connect(driver_url(url), autocommit=True) as connection:
        connection.execute("analyze places, place_words")
    return True
