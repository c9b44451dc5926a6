"""Time of a seal, also if the clock of the machine was set back and forth since its events were recorded."""

from __future__ import annotations

import time
from datetime import UTC, datetime, timedelta
from typing import Final

SAMPLE_SECONDS: Final = 1.0
"""A clock that was wrong for less is not noticed."""
_TOLERANCE: Final = 60.0
"""A smaller step has no consequence: events are late after a day."""


class SealingClock:
    """Clock of one process that seals. It compares the clock of the machine with the monotonic clock.

    Events that were recorded while the clock was set back would seem to have waited for their seal. Their seal gets the
    time that the clock would show if it had stayed back: its signed time is before the one of the seal before it, and
    says that the clock went back. The owner of the database cannot claim that, because only the server signs. Steps
    forward (and the sleep of a machine) are not counted, because events did wait during a sleep.
    """

    def __init__(self) -> None:
        self._highest = _offset()
        self._lowest: float | None = None
        self._lowest_before: float | None = None

    def sample(self) -> None:
        """Notice that the clock is behind where it was."""
        offset = _offset()
        if offset < self._highest - _TOLERANCE:
            self._lowest = offset if self._lowest is None else min(offset, self._lowest)
        self._highest = max(self._highest, offset)

    def now(self) -> datetime:
        """Return the time for a seal."""
        self.sample()
        seen = [offset for offset in (self._lowest, self._lowest_before) if offset is not None]
        behind = max(0.0, _offset() - min(seen)) if seen else 0.0
        return datetime.now(UTC) - timedelta(seconds=behind if behind > _TOLERANCE else 0)

    def forget(self) -> None:
        """Forget what was seen before the last call, after a round in which all events were sealed.

        One more round is remembered, because another process may be sealing.
        """
        self._lowest_before, self._lowest = self._lowest, None


def _offset() -> float:
    return time.time() - time.monotonic()
