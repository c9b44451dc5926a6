"""What the platform's records are called, one and many, wherever something is said about a number of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True)
class Noun:
    """``Noun("city", "cities")``: no plural is guessed."""

    one: str
    many: str

    def counted(self, count: int) -> str:
        """``1 city``, ``12,000 cities``."""
        return f"{count:,} {self.one if count == 1 else self.many}"

    @property
    def id_columns(self) -> tuple[str, str]:
        """The titles that a table's column of their ids may have: ``city_id`` and ``id``."""
        return f"{self.one.replace(' ', '_')}_id", "id"


CLINICS: Final = Noun("clinic", "clinics")
TARGETS: Final = Noun("target", "targets")
"""Whatever a run works on."""
