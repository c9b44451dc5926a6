"""In-process LRU cache with a 60-second TTL.

Cached values must be validated on use: the caller stores the version of the data with them, and reads the current
version each time.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Hashable
from typing import Final, Generic, TypeVar

MemoryT = TypeVar("MemoryT")
SECONDS: Final = 60.0
"""Longer than people look at one thing. The limit matters because a database restored from a backup may repeat the same
versions.
"""


class LruCache(Generic[MemoryT]):
    """LRU cache with a total weight of ``most``. Heavier values are not cached."""

    def __init__(self, *, most: int) -> None:
        self._most = most
        self._memories: OrderedDict[Hashable, tuple[MemoryT, int, float]] = OrderedDict()
        self._weight = 0

    def get(self, key: Hashable) -> MemoryT | None:
        """Return the cached value, None if it is missing or expired."""
        if key not in self._memories:
            return None
        memory, _, born = self._memories[key]
        if time.monotonic() - born > SECONDS:
            self.delete(key)
            return None
        self._memories.move_to_end(key)
        return memory

    def set(self, key: Hashable, memory: MemoryT, *, weight: int = 1) -> None:
        """Cache a value. Replacing a value does not extend its lifetime."""
        born = self._memories[key][2] if key in self._memories else time.monotonic()
        self.delete(key)
        if weight > self._most:
            return
        self._memories[key] = (memory, weight, born)
        self._weight += weight
        while self._weight > self._most:
            self.delete(next(iter(self._memories)))

    def delete(self, key: Hashable) -> None:
        """Remove a value."""
        if key in self._memories:
            self._weight -= self._memories.pop(key)[1]
