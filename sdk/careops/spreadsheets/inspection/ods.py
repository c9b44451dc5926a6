"""Marks of a sheet in OpenDocument format (ODS)."""

from __future__ import annotations

import zipfile
from typing import IO, Final
from xml.parsers import expat

from careops.spreadsheets.inspection.result import UNCALCULATED, SheetIssues

_BLOCK: Final = 1 << 20
_TELLING: Final = (b"table:formula=", b'"error"', b'"collapse"', b'"filter"')
_LONGEST: Final = 32
_HIDDEN: Final = ("collapse", "filter")
_MOST_ROWS: Final = 1 << 20
"""Number of rows of an OpenDocument sheet."""


def find(parts: zipfile.ZipFile, index: int, marks: SheetIssues, most: int) -> None:
    """Record the marks of the sheet at this index; none if the file is not OpenDocument."""
    if "content.xml" not in parts.namelist():
        return
    with parts.open("content.xml") as content:
        if not _tells(content):
            return
    parser = expat.ParserCreate()
    parser.buffer_text = True
    sheet = _Sheet(index, marks)
    parser.StartElementHandler, parser.EndElementHandler = sheet.start, sheet.end
    parser.CharacterDataHandler = sheet.add_text
    with parts.open("content.xml") as content:
        while (block := content.read(_BLOCK)) and marks.uncalculated <= most:
            parser.Parse(block)


def _tells(content: IO[bytes]) -> bool:
    rest = b""
    while block := content.read(_BLOCK):
        text = rest + block
        if any(word in text for word in _TELLING):
            return True
        rest = text[-_LONGEST:]
    return False


class _Sheet:
    """Parser target for XML elements. Repeated rows and cells are written once with a count."""

    def __init__(self, index: int, marks: SheetIssues) -> None:
        self._index, self._marks = index, marks
        self._table = -1
        self._depth = 0
        self._row, self._rows, self._is_hidden, self._holds = 0, 1, False, False
        self._odd: list[tuple[int, str]] = []
        self._column, self._columns = -1, 1
        self._cell: dict[str, str] = {}
        self._said = ""

    @property
    def _is_asked(self) -> bool:
        return self._depth == 1 and self._table == self._index

    def start(self, name: str, attributes: dict[str, str]) -> None:
        match name:
            case "table:table":
                self._depth += 1
                if self._depth == 1:
                    self._table += 1
                    self._row, self._rows = 0, 1
            case "table:table-row" if self._is_asked:
                self._row += self._rows
                self._rows = _repeated(attributes, "rows")
                self._is_hidden, self._holds = attributes.get("table:visibility") in _HIDDEN, False
                self._odd, self._column, self._columns = [], -1, 1
            case "table:table-cell" | "table:covered-table-cell" if self._is_asked:
                self._column += self._columns
                self._columns = _repeated(attributes, "columns")
                self._cell, self._said = attributes, ""

    def add_text(self, text: str) -> None:
        if self._is_asked:
            self._said += text

    def end(self, name: str) -> None:
        match name:
            case "table:table":
                self._depth -= 1
            case "table:table-cell" | "table:covered-table-cell" if self._is_asked:
                self._end_cell()
            case "table:table-row" if self._is_asked:
                for row in range(self._row, min(self._row + self._rows, _MOST_ROWS + 1)):
                    for column, text in self._odd:
                        self._marks.note(row, column, text)
                    if self._is_hidden and (self._holds or self._odd):
                        self._marks.hidden.add(row)

    def _end_cell(self) -> None:
        kind = self._cell.get("calcext:value-type") or self._cell.get("office:value-type")
        self._holds |= kind is not None
        if "table:formula" not in self._cell:
            return
        said = self._said.strip()
        if kind is None:
            self._odd.append((self._column, UNCALCULATED))
        elif kind == "error" or (self._cell.get("office:string-value") == "" and said.startswith(("#", "Err:"))):
            self._odd.append((self._column, said or "#ERROR!"))


def _repeated(attributes: dict[str, str], what: str) -> int:
    return int(attributes.get(f"table:number-{what}-repeated", 1))
