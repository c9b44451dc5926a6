"""Marks of one sheet."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

UNCALCULATED: Final = "="
"""Text of a cell with an uncalculated formula."""


@dataclass
class SheetIssues:
    """Marks of one sheet; rows from 1, columns from 0."""

    odd: dict[int, list[tuple[int, str]]] = field(default_factory=dict)
    """By row: columns with the text of their cells, an error such as ``#N/A``, or ``=``."""
    hidden: set[int] = field(default_factory=set)
    uncalculated: int = 0
    checked: bool = False
    """True if the sheet was scanned for marks."""

    def note(self, row: int, column: int, text: str) -> None:
        """Record the text of a cell."""
        self.odd.setdefault(row, []).append((column, text))
        self.uncalculated += text == UNCALCULATED

    @property
    def first_column(self) -> int | None:
        """Return the leftmost column of all marked cells."""
        return min((column for cells in self.odd.values() for column, _ in cells), default=None)
