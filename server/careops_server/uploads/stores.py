"""Where files are kept. Every store has the same contract; what is asked of it may take a while, and blocks nobody."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from careops_server.uploads.keys import Key


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


def batched(found: Iterator[Listed], size: int) -> list[list[Listed]]:
    """The same, so many at a time."""
    everything = list(found)
    return [everything[start : start + size] for start in range(0, len(everything), size)]
