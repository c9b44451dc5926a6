"""Address suggestions: interface of hosted geocoders, and the bundled place data."""

from __future__ import annotations

import asyncio
from typing import Protocol

from careops.calls.places import Place
from careops.error_codes import title_of
from careops.errors import Unavailable
from careops_server.core.database.connection import Connection
from careops_server.core.observability.logs import log
from careops_server.core.places import queries
from careops_server.core.places.gazetteer import sound, words
from careops_server.core.places.load import load_places
from careops_server.core.search.phonetics import sounding

MAX_WORDS = 8
PREPARING = title_of("addresses_preparing")
_PATIENCE_SECONDS = 3.5


class Geocoder(Protocol):
    """Interface of a hosted geocoder, which is tried before the bundled data."""

    async def suggest(self, text: str, limit: int) -> list[Place]:
        """Return likely places in India, best first; none if there are no matches or the service fails."""

    async def close(self) -> None:
        """Close its connections."""


class OwnPlaces:
    """Pincode data in the database, loaded on first use."""

    def __init__(self, database_url: str) -> None:
        self._url = database_url
        self._ready = False
        self._loading: asyncio.Task[bool] | None = None

    async def suggest(self, text: str, limit: int, connection: Connection) -> list[Place]:
        """Return places that match every word as typed or by sound; else with corrections; else most of the words."""
        if not self._ready:
            await self._load(connection)
        typed = words(text)[:MAX_WORDS]
        sounds_of = {word: sounds for word in typed if (sounds := sounding(word))}
        spelt = await queries.latin_spellings(connection, sounds_of)
        search_words = [each for word in typed if (each := spelt.get(word, [word]))]
        if not search_words:
            return []
        places = await queries.find(connection, search_words, limit)
        if places:
            return places
        ours = [word for word in typed if word not in spelt]
        slips = await queries.corrected_words(
            connection, ours, [sound(word) if word.isalpha() else "" for word in ours]
        )
        corrected_words = [*filter(None, spelt.values()), *slips]
        if corrected_words and corrected_words != search_words:
            places = await queries.find(connection, corrected_words, limit)
        # The most significant part of an address is at its end: city or pincode.
        for needed in reversed(range(len(corrected_words))):
            if places:
                break
            places = await queries.find_most(connection, corrected_words, needed=needed, limit=limit)
        return places

    async def _load(self, connection: Connection) -> None:
        if not await queries.loaded(connection):
            task = self._loading = self._loading or asyncio.create_task(asyncio.to_thread(load_places, self._url))
            done, _ = await asyncio.wait({task}, timeout=_PATIENCE_SECONDS)
            if not done:
                raise Unavailable(PREPARING, retry_after=3)
            if (error := task.exception()) is not None:
                self._loading = None
                log.error("cannot load places", reason=str(error))
                raise Unavailable(PREPARING, retry_after=30)
        self._ready = True
