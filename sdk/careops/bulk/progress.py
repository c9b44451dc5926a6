"""Progress of a bulk run, for display."""

from __future__ import annotations

import time
from collections import Counter, deque
from dataclasses import dataclass, field
from typing import Final, Literal

from careops.bulk.targets import Outcome

Stage = Literal["reading", "comparing", "changing", "waiting", "over"]
RECENT_SECONDS: Final = 15.0
"""Time window of the rate, so that an earlier outage does not affect the estimate."""


@dataclass
class Progress:
    """Progress of a run, which the run updates."""

    stage: Stage = "reading"
    total: int = 0
    """Number of targets, including those of the run that this one continues."""
    counts: Counter[Outcome] = field(default_factory=Counter)
    settled: int = 0
    """Number of targets settled in this run."""
    _marks: deque[tuple[float, int]] = field(default_factory=lambda: deque([(time.monotonic(), 0)]), repr=False)
    """Times and numbers of settled targets, once per second."""

    def enter(self, stage: Stage) -> None:
        """Start a new stage."""
        self.stage = stage
        self._marks = deque([(time.monotonic(), self.settled)])

    def count(self, outcome: Outcome) -> None:
        """Count the outcome of one more target."""
        self.counts[outcome] += 1
        now = time.monotonic()
        if not self._marks or now - self._marks[-1][0] >= 1:
            self._marks.append((now, self.settled))
        self.settled += 1

    @property
    def rate(self) -> float:
        """Targets per second in the recent time window."""
        now = time.monotonic()
        while self._marks and now - self._marks[0][0] > RECENT_SECONDS:
            self._marks.popleft()
        if not self._marks:
            return 0.0
        since, before = self._marks[0]
        return (self.settled - before) / (now - since) if now > since else 0.0

    @property
    def finished(self) -> int:
        """Number of targets with an outcome, including earlier runs."""
        return sum(self.counts[outcome] for outcome in _OF_TARGETS)

    @property
    def seconds_left(self) -> float | None:
        """Remaining seconds at the current rate. None if the rate is zero."""
        return (self.total - self.finished) / self.rate if self.settled and self.rate else None


_OF_TARGETS = (Outcome.DONE, Outcome.ASKED, Outcome.UNCHANGED, Outcome.FAILED, Outcome.PLANNED)
