"""Rows of a spreadsheet's first sheet: XLSX, XLS, XLSB or ODS.

A cell with a formula counts as its stored result. A file that a program wrote may hold formulas nobody has calculated
yet: those cells read as ``=``, so that they are reported instead of being taken for empty.
"""

from __future__ import annotations

import re
import zipfile
from collections.abc import Iterator
from typing import TYPE_CHECKING, BinaryIO
from xml.etree import ElementTree

from careops.bulk.errors import TargetsUnreadable
from careops.bulk.targets import Cell

if TYPE_CHECKING:
    from python_calamine import CalamineSheet, CalamineWorkbook

_UNCALCULATED = re.compile(rb'<c r="([A-Z]{1,3})([0-9]{1,7})"[^<>]*><f[^<>]*(?:/>|>[^<]*</f>)(?:<v ?/>|<v></v>)?</c>')
_MOST_UNCALCULATED = 10_000
_BLOCK = 1 << 20
_OVERLAP = 16_384
_RELATION = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"


def sheet_rows(file: BinaryIO, name: str) -> Iterator[tuple[int, list[Cell]]]:
    """Numbers and cells of the first sheet that holds anything."""
    try:
        from python_calamine import CalamineError, CalamineWorkbook, PasswordError
    except ModuleNotFoundError:
        raise TargetsUnreadable(
            f"{name} is a spreadsheet, and python-calamine is not installed",
            next_step="Run: pip install 'careops[cli]', or save it as CSV.",
        ) from None
    try:
        with CalamineWorkbook.from_filelike(file) as book:
            index, sheet = _first_filled(book, name)
            pending = _uncalculated(file, index)
            first_column = (sheet.start or (0, 0))[1]
            for number, cells in enumerate(sheet.iter_rows(), start=1):
                yield number, _with_formulas(list(cells), pending.pop(number, []), first_column)
    except PasswordError:
        raise TargetsUnreadable(f"{name} is protected by a password", next_step="Save it without one.") from None
    except (CalamineError, zipfile.BadZipFile, ElementTree.ParseError) as error:
        raise TargetsUnreadable(f"{name} is no spreadsheet we can read: {error}") from None


def _first_filled(book: CalamineWorkbook, name: str) -> tuple[int, CalamineSheet]:
    for index in range(len(book.sheet_names)):
        sheet = book.get_sheet_by_index(index)
        if sheet.height:
            return index, sheet
    raise TargetsUnreadable(f"{name} is empty")


def _with_formulas(cells: list[Cell], columns: list[int], first_column: int) -> list[Cell]:
    for column in columns:
        place = column - first_column
        if place >= 0:
            cells.extend([""] * (place + 1 - len(cells)))
            cells[place] = "="
    return cells


def _uncalculated(file: BinaryIO, index: int) -> dict[int, list[int]]:
    """The cells of an XLSX sheet whose formula has no result, by row."""
    file.seek(0)
    found: dict[int, list[int]] = {}
    if not zipfile.is_zipfile(file):
        return found
    count = 0
    with zipfile.ZipFile(file) as parts:
        part = _sheet_part(parts, index)
        if part is None:
            return found
        with parts.open(part) as sheet:
            rest = b""
            while block := sheet.read(_BLOCK):
                text = rest + block
                end = 0
                for match in _UNCALCULATED.finditer(text):
                    end = match.end()
                    found.setdefault(int(match[2]), []).append(_column(match[1]))
                    count += 1
                if count > _MOST_UNCALCULATED:
                    raise TargetsUnreadable(
                        "The sheet is full of formulas that were never calculated",
                        next_step="Open it in a spreadsheet program, save it, and try again.",
                    )
                rest = text[max(end, len(text) - _OVERLAP) :]
    return found


def _sheet_part(parts: zipfile.ZipFile, index: int) -> str | None:
    """Where the sheet of that place in the workbook lies in the archive; None when it is no XLSX."""
    names = set(parts.namelist())
    if not {"xl/workbook.xml", "xl/_rels/workbook.xml.rels"} <= names:
        return None
    # The person's own file, read on the person's own machine; Python's expat refuses entity bombs.
    book = ElementTree.fromstring(parts.read("xl/workbook.xml"))  # noqa: S314
    links = ElementTree.fromstring(parts.read("xl/_rels/workbook.xml.rels"))  # noqa: S314
    sheets = [element.get(_RELATION) for element in book.iter() if element.tag.endswith("}sheet")]
    targets = {link.get("Id"): link.get("Target", "") for link in links}
    if index >= len(sheets):
        return None
    target = targets.get(sheets[index]) or ""
    part = target.removeprefix("/") if target.startswith("/") else f"xl/{target}"
    return part if part in names else None


def _column(letters: bytes) -> int:
    number = 0
    for letter in letters:
        number = number * 26 + letter - 64
    return number - 1
