"""What a worker remembers of lists: which clinics matched, and where deep pages begin.

Nothing here is believed without asking: every memory carries the version of the clinics it was true for, and the
statement that uses it reads the version at the same moment (`clinic_totals`, kept by triggers).
"""

from __future__ import annotations

import time
from array import array
from bisect import bisect_right, insort
from collections import OrderedDict
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field
from typing import Final

_MOST_KEPT: Final = 256
_MOST_PLACES: Final = 256
_SECONDS: Final = 60.0
"""Longer than people look at one list. A database put back from a backup may count through the same versions again."""


@dataclass
class Memory:
    """Of one combination of filters, true for one version of the clinics."""

    version: int
    total: int | None = None
    first_ids: array[int] = field(default_factory=lambda: array("q"))
    """The ids of the first matches, newest first; all of them when there are as many as ``total``."""
    places: list[tuple[int, int]] = field(default_factory=list)
    """Known positions in the list: ``(rows before, id)``, in order."""
    born: float = field(default_factory=time.monotonic)

    def ids(self, offset: int, limit: int) -> Sequence[int] | None:
        """The ids of a page, when they are all remembered."""
        if self.total is None:
            return None
        end = min(offset + limit, self.total)
        return list(self.first_ids[offset:end]) if end <= len(self.first_ids) or offset >= self.total else None

    def place(self, offset: int) -> tuple[int, int] | None:
        """The last known position at or before ``offset``, when it saves most of the way."""
        at = bisect_right(self.places, (offset, 2**63))
        if not at or self.places[at - 1][0] < offset * 3 // 4:
            return None
        return self.places[at - 1]

    def add_place(self, offset: int, clinic_id: int) -> None:
        """Remember a position."""
        if len(self.places) >= _MOST_PLACES:
            self.places.clear()
        if (offset, clinic_id) not in self.places:
            insort(self.places, (offset, clinic_id))


class Recollection:
    """The memories of one worker, the least recently used forgotten first."""

    def __init__(self) -> None:
        self._memories: OrderedDict[Hashable, Memory] = OrderedDict()

    def of(self, key: Hashable) -> Memory | None:
        """What is remembered."""
        memory = self._memories.get(key)
        if memory is None:
            return None
        if time.monotonic() - memory.born > _SECONDS:
            del self._memories[key]
            return None
        self._memories.move_to_end(key)
        return memory

    def keep(self, key: Hashable, memory: Memory) -> None:
        """Remember."""
        self._memories[key] = memory
        self._memories.move_to_end(key)
        if len(self._memories) > _MOST_KEPT:
            self._memories.popitem(last=False)

    def forget(self, key: Hashable) -> None:
        """It is true no longer."""
        self._memories.pop(key, None)
