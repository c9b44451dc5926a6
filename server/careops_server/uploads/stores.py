"""Where files are kept. Every store has the same contract; what is asked of it may take a while, and blocks nobody."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Final, Protocol

from careops.errors import Unavailable
from careops_server.observe.recent_checks import RecentCheck
from careops_server.uploads.keys import Key

UNREACHABLE: Final = "The file store cannot be reached. Please try again in a moment."
ANSWER_SECONDS: Final = 2.0
KNOWN_SECONDS: Final = 10.0
"""So long what was found is told again: whoever asks a server how it is cannot make it ask its store as often."""


@dataclass(frozen=True)
class Listed:
    """A file in a store, and when it was put there."""

    key: str
    at: datetime


class Store(Protocol):
    """Keeps files by key. Raises ``Unavailable`` when it cannot be reached."""

    def put_address(self, key: Key, base: str) -> str:
        """Where somebody may put this file, for some minutes. ``base`` is what the caller calls this server."""

    def get_address(self, key: Key, base: str) -> str:
        """Where somebody may look at it, for some minutes."""

    async def read(self, key: Key, *, most: int) -> bytes | None:
        """Its bytes; None when there is none. Raises ``TooLarge`` without reading what is larger than ``most``."""

    async def write(self, key: Key, content: bytes) -> None:
        """Keep it, also in the place of what was there."""

    async def delete(self, keys: list[str]) -> None:
        """Let go of them; of those that there are."""

    async def batches(self, size: int) -> list[list[Listed]]:
        """Everything there is, so many at a time."""

    async def look(self) -> None:
        """Nothing, when it can be reached."""


class Reach:
    """Whether a store can be reached, as it was a few seconds ago. It is asked by one at a time."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._recent = RecentCheck(self._look, seconds=KNOWN_SECONDS)

    async def ok(self) -> bool:
        """Whether it answers, and in time."""
        looking = self._recent.task()
        answered, _ = await asyncio.wait((looking,), timeout=ANSWER_SECONDS)
        return bool(answered) and looking.result()

    async def _look(self) -> bool:
        try:
            await self._store.look()
        except Unavailable:
            return False
        return True


def batched(found: Iterator[Listed], size: int) -> list[list[Listed]]:
    """The same, so many at a time."""
    everything = list(found)
    return [everything[start : start + size] for start in range(0, len(everything), size)]
