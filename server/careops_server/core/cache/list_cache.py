"""Cached list results of a worker: matching clinics, and positions of deep pages.

Each entry has the version of the clinics for which it is valid. The statement that uses it reads the current version at
the same moment (`clinic_totals`, maintained by triggers).
"""

from __future__ import annotations

from array import array
from bisect import bisect_right, insort
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

MAX_STORED: Final = 256
_MAX_PLACES: Final = 256


@dataclass
class CachedList:
    """Cached result of one combination of filters, for one version of the clinics."""

    version: int
    total: int | None = None
    first_ids: array[int] = field(default_factory=lambda: array("q"))
    """Ids of the first matches, newest first; complete if there are ``total`` of them."""
    places: list[tuple[int, int]] = field(default_factory=list)
    """Known positions in the list: ``(rows before, id)``, in order."""

    def ids(self, offset: int, limit: int) -> Sequence[int] | None:
        """Return the ids of a page if all are cached."""
        if self.total is None:
            return None
        end = min(offset + limit, self.total)
        return list(self.first_ids[offset:end]) if end <= len(self.first_ids) or offset >= self.total else None

    def anchor(self, offset: int) -> tuple[int, int] | None:
        """Return the last known position at or before ``offset`` if it saves most of the scan."""
        at = bisect_right(self.places, (offset, 2**63))
        if not at or self.places[at - 1][0] < offset * 3 // 4:
            return None
        return self.places[at - 1]

    def add_anchor(self, offset: int, clinic_id: int) -> None:
        """Add a position."""
        if len(self.places) >= _MAX_PLACES:
            self.places.clear()
        if (offset, clinic_id) not in self.places:
            insort(self.places, (offset, clinic_id))
