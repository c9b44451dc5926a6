"""How far a run is, for whoever watches it."""

from __future__ import annotations

import time
from collections import Counter, deque
from dataclasses import dataclass, field
from typing import Final, Literal

from careops.bulk.targets import Outcome

Stage = Literal["reading", "comparing", "changing", "waiting", "over"]
RECENT_SECONDS: Final = 15.0
"""What a rate looks back on: an outage an hour ago says nothing about how long the rest takes."""


@dataclass
class Progress:
    """Looked at from time to time; the run keeps it up to date."""

    stage: Stage = "reading"
    total: int = 0
    """Targets to work on, those of the run this one continues included."""
    counts: Counter[Outcome] = field(default_factory=Counter)
    settled: int = 0
    """Targets that got their outcome in this run."""
    _marks: deque[tuple[float, int]] = field(default_factory=lambda: deque([(time.monotonic(), 0)]), repr=False)
    """When how many were settled, once a second."""

    def enter(self, stage: Stage) -> None:
        """A new stage begins."""
        self.stage = stage
        self._marks = deque([(time.monotonic(), self.settled)])

    def count(self, outcome: Outcome) -> None:
        """One more target has its outcome."""
        self.counts[outcome] += 1
        now = time.monotonic()
        if not self._marks or now - self._marks[-1][0] >= 1:
            self._marks.append((now, self.settled))
        self.settled += 1

    @property
    def rate(self) -> float:
        """Targets per second, lately."""
        now = time.monotonic()
        while self._marks and now - self._marks[0][0] > RECENT_SECONDS:
            self._marks.popleft()
        if not self._marks:
            return 0.0
        since, before = self._marks[0]
        return (self.settled - before) / (now - since) if now > since else 0.0

    @property
    def finished(self) -> int:
        """Targets with an outcome, earlier runs included."""
        return sum(self.counts[outcome] for outcome in _OF_TARGETS)

    @property
    def seconds_left(self) -> float | None:
        """At the present rate; None while there is none."""
        return (self.total - self.finished) / self.rate if self.settled and self.rate else None


_OF_TARGETS = (Outcome.DONE, Outcome.ASKED, Outcome.UNCHANGED, Outcome.FAILED, Outcome.PLANNED)
