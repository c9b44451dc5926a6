"""Loading of the places table, once per database: a few seconds, in one transaction."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import psycopg

from careops_server.core.configuration.dsn import driver_url
from careops_server.core.places import load_queries as queries
from careops_server.core.places.gazetteer import gazetteer, sound


def load_places(url: str) -> bool:
    """Fill the tables. Return False if they were already filled. The server role may do it."""
    with psycopg.connect(driver_url(url), options="-c timezone=UTC") as connection:
        if not queries.lock_for_load(connection):
            return False
        counted: Counter[str] = Counter()
        queries.add_places(connection, _rows(counted))
        queries.add_words(connection, ((word, sound(word), places) for word, places in sorted(counted.items())))
    with psycopg.connect(driver_url(url), autocommit=True) as connection:
        queries.analyze(connection)
    return True


def _rows(counted: Counter[str]) -> Iterator[tuple[object, ...]]:
    """Yield every place with a number, and count its words."""
    for number, entry in enumerate(gazetteer(), start=1):
        search = entry.search
        counted.update(set(search.split()))
        yield number, entry.locality, entry.city, entry.state, entry.zipcode, entry.latitude, entry.longitude, search
