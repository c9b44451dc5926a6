"""What is noted of one sheet."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

UNCALCULATED: Final = "="
"""How the cell of a formula reads that nobody has calculated."""


@dataclass
class Marks:
    """What was found of one sheet; rows from 1, columns from 0."""

    odd: dict[int, list[tuple[int, str]]] = field(default_factory=dict)
    """By row: columns, and how their cells read: ``#N/A`` and its like, or ``=``."""
    hidden: set[int] = field(default_factory=set)
    uncalculated: int = 0

    def note(self, row: int, column: int, text: str) -> None:
        """Note how a cell reads."""
        self.odd.setdefault(row, []).append((column, text))
        self.uncalculated += text == UNCALCULATED

    @property
    def first_column(self) -> int | None:
        """The leftmost column of all odd cells."""
        return min((column for cells in self.odd.values() for column, _ in cells), default=None)
