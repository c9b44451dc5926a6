"""What a worker remembers, the least recently used forgotten first, and nothing for long.

Nothing here is believed without asking: whoever remembers something keeps with it the version of the data it was true
for, and reads the version again at the moment it is used.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Hashable
from typing import Final, Generic, TypeVar

MemoryT = TypeVar("MemoryT")
SECONDS: Final = 60.0
"""Longer than people look at one thing. A database put back from a backup may count through the same versions again."""


class Recollection(Generic[MemoryT]):
    """Memories that weigh ``most`` together. One that weighs more is not kept at all."""

    def __init__(self, *, most: int) -> None:
        self._most = most
        self._memories: OrderedDict[Hashable, tuple[MemoryT, int, float]] = OrderedDict()
        self._weight = 0

    def of(self, key: Hashable) -> MemoryT | None:
        """What is remembered."""
        if key not in self._memories:
            return None
        memory, _, born = self._memories[key]
        if time.monotonic() - born > SECONDS:
            self.forget(key)
            return None
        self._memories.move_to_end(key)
        return memory

    def keep(self, key: Hashable, memory: MemoryT, *, weight: int = 1) -> None:
        """Remember. What takes the place of an older memory is not kept for longer than that."""
        born = self._memories[key][2] if key in self._memories else time.monotonic()
        self.forget(key)
        if weight > self._most:
            return
        self._memories[key] = (memory, weight, born)
        self._weight += weight
        while self._weight > self._most:
            self.forget(next(iter(self._memories)))

    def forget(self, key: Hashable) -> None:
        """It is true no longer."""
        if key in self._memories:
            self._weight -= self._memories.pop(key)[1]
