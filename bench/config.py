"""Scale and place of the measurement."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from bench.databases import Databases


@dataclass(frozen=True)
class Config:
    """Parameters of all sections."""

    worlds: Databases
    cache: Path
    quick: bool

    @property
    def clinics(self) -> int:
        """Clinics in the normal demo data."""
        return 5_000 if self.quick else 100_000

    @property
    def many_clinics(self) -> int:
        """Clinics in the demo data that is ten times as large."""
        return self.clinics * 10

    @property
    def events(self) -> int:
        """Events in the audit log."""
        return 500_000 if self.quick else 10_000_000

    @property
    def rounds(self) -> int:
        """Rounds of each comparison; the first ones are a warm-up and do not count."""
        return 3 if self.quick else 9

    @property
    def connections(self) -> int:
        """Concurrent connections."""
        return 16

    @property
    def few_rounds(self) -> int:
        """Rounds of comparisons with a very slow side."""
        return 2 if self.quick else 5

    @property
    def few_connections(self) -> int:
        """Concurrent connections with a very slow side."""
        return 4

    def rows(self, count: int) -> int:
        """Rows of mass data other than clinics."""
        return max(2_000, count // 100) if self.quick else count

    def seconds(self, duration: float) -> float:
        """Duration of continuous load, in seconds."""
        return duration / 5 if self.quick else duration

    def requests(self, count: int) -> int:
        """Requests per round."""
        return max(20, count // 10) if self.quick else count
