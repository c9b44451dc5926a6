"""What a spreadsheet's own bytes tell of a sheet and its cells do not: what failed, was never calculated, is hidden.

The library that reads the cells gives an empty text for a formula's error and for one that nobody has calculated, and
knows no hidden rows. A row of nothing but such cells would be gone without a word, and one that somebody has filtered
out would be worked on. Each kind of file is looked through once; where it cannot be understood it tells nothing.
"""

from __future__ import annotations

import struct
import zipfile
from contextlib import suppress
from dataclasses import dataclass, field
from typing import BinaryIO, Final
from xml.etree import ElementTree
from xml.parsers.expat import ExpatError

UNCALCULATED: Final = "="
"""How the cell of a formula reads that nobody has calculated."""
_OLD: Final = b"\xd0\xcf\x11\xe0"


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


def marks_of(file: BinaryIO, index: int, most: int) -> Marks:
    """Of the sheet in that place of the workbook, until more than ``most`` of its formulas are found uncalculated."""
    from careops.sheet_marks import ods, xls, xlsb, xlsx

    marks = Marks()
    file.seek(0)
    is_old = file.read(len(_OLD)) == _OLD
    # A file that cannot be understood here may still be read there.
    with suppress(struct.error, IndexError, KeyError, ValueError, ElementTree.ParseError, ExpatError):
        if is_old:
            xls.find(file, index, marks)
        elif zipfile.is_zipfile(file):
            with zipfile.ZipFile(file) as parts:
                for kind in (xlsx, xlsb, ods):
                    kind.find(parts, index, marks, most)
    return marks
