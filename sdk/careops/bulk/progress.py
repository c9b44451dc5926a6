"""How far a run is, for whoever watches it."""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import dataclass, field
from typing import Literal

from careops.bulk.targets import Outcome

Stage = Literal["reading", "comparing", "changing", "waiting", "over"]


@dataclass
class Progress:
    """Looked at from time to time; the run keeps it up to date."""

    stage: Stage = "reading"
    total: int = 0
    """Targets to work on, those of the run this one continues included."""
    counts: Counter[Outcome] = field(default_factory=Counter)
    began: float = field(default_factory=time.monotonic)
    settled: int = 0
    """Targets that got their outcome in this run."""

    def enter(self, stage: Stage) -> None:
        """A new stage begins."""
        self.stage = stage
        self.began = time.monotonic()

    def count(self, outcome: Outcome) -> None:
        """One more target has its outcome."""
        self.counts[outcome] += 1
        self.settled += 1

    @property
    def rate(self) -> float:
        """Targets per second since the stage began."""
        elapsed = time.monotonic() - self.began
        return self.settled / elapsed if elapsed > 0 else 0.0

    @property
    def finished(self) -> int:
        """Targets with an outcome, earlier runs included."""
        return sum(self.counts[outcome] for outcome in _OF_TARGETS)

    @property
    def seconds_left(self) -> float | None:
        """At the present rate; None while there is none."""
        return (self.total - self.finished) / self.rate if self.settled and self.rate else None


_OF_TARGETS = (Outcome.DONE, Outcome.ASKED, Outcome.UNCHANGED, Outcome.FAILED, Outcome.PLANNED)
