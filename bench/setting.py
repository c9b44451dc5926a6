"""Scale and place of the measurement."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from bench.worlds import Worlds


@dataclass(frozen=True)
class Setting:
    """What every section works with."""

    worlds: Worlds
    cache: Path
    quick: bool

    @property
    def clinics(self) -> int:
        """Of the ordinary world."""
        return 5_000 if self.quick else 100_000

    @property
    def many_clinics(self) -> int:
        """Of the world that is ten times as large."""
        return self.clinics * 10

    @property
    def events(self) -> int:
        """Of the audit trail."""
        return 500_000 if self.quick else 10_000_000

    @property
    def rounds(self) -> int:
        """Of each comparison; the first ones, to warm up, not counted."""
        return 3 if self.quick else 9

    @property
    def connections(self) -> int:
        """That ask at the same time."""
        return 16

    @property
    def few_rounds(self) -> int:
        """Of comparisons in which one side takes very long."""
        return 2 if self.quick else 5

    @property
    def few_connections(self) -> int:
        """That ask at the same time where one side takes very long."""
        return 4

    def rows(self, wanted: int) -> int:
        """Of a world that is about something else than clinics."""
        return max(2_000, wanted // 100) if self.quick else wanted

    def seconds(self, wanted: float) -> float:
        """That something is kept up."""
        return wanted / 5 if self.quick else wanted

    def requests(self, wanted: int) -> int:
        """Per round."""
        return max(20, wanted // 10) if self.quick else wanted
