"""Interface of the file stores. Slow operations run in threads, so they do not block the event loop."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Final, Protocol

from careops.error_codes import title_of
from careops.errors import Unavailable
from careops_server.core.observability.recent_checks import RecentCheck
from careops_server.core.storage.object_keys import Key

UNREACHABLE: Final = title_of("file_store_unreachable")
ANSWER_SECONDS: Final = 2.0
KNOWN_SECONDS: Final = 2.0
"""Lifetime of the cached result, so that frequent health checks do not cause as many requests to the store."""


@dataclass(frozen=True)
class Listed:
    """A stored file and its modification time."""

    key: str
    at: datetime


class Store(Protocol):
    """Stores files by key. Methods raise ``Unavailable`` if the store cannot be reached."""

    def upload_url(self, key: Key, base: str) -> str:
        """Return a presigned URL for one upload, valid for some minutes. ``base`` is the address of this server."""

    def get_address(self, key: Key, base: str, name: str = "") -> str:
        """Return a presigned URL for downloads, valid for some minutes. ``name`` is the name of a downloaded file."""

    async def read(self, key: Key, *, most: int) -> bytes | None:
        """Return the content, None if there is no file.

        Raises ``PayloadTooLarge`` without reading files larger than ``most``.
        """

    async def write(self, key: Key, content: bytes) -> None:
        """Store the content, replacing an existing file."""

    async def delete(self, keys: list[str]) -> None:
        """Delete the files that exist."""

    async def batches(self, size: int) -> list[list[Listed]]:
        """Return all files in lists of ``size``."""

    async def ping(self) -> None:
        """Check that the store can be reached."""


class HealthCheck:
    """Cached reachability of a store. Only one check runs at a time."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._recent = RecentCheck(self._ping, seconds=KNOWN_SECONDS)

    async def ok(self) -> bool:
        """Return whether the store answers within the timeout."""
        looking = self._recent.task()
        answered, _ = await asyncio.wait((looking,), timeout=ANSWER_SECONDS)
        return bool(answered) and looking.result()

    async def _ping(self) -> bool:
        try:
            await self._store.ping()
        except Unavailable:
            return False
        return True


def batched(items: Iterator[Listed], size: int) -> list[list[Listed]]:
    """Split the files into lists of ``size``."""
    everything = list(items)
    return [everything[start : start + size] for start in range(0, len(everything), size)]
