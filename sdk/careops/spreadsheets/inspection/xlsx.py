"""Marks of an XLSX sheet, which the library does not report: hidden rows, failed and uncalculated formulas.

Common sheets (as Excel, LibreOffice and most libraries write them) are scanned with regular expressions, which takes a
fraction of the time of a parser. Others are parsed.
"""

from __future__ import annotations

import re
import zipfile
from contextlib import suppress
from typing import IO, BinaryIO, Final
from xml.etree import ElementTree
from xml.parsers import expat

from careops.spreadsheets.inspection.opc import find_part, targets, workbook
from careops.spreadsheets.inspection.result import UNCALCULATED, SheetIssues

_BLOCK: Final = 1 << 20
_OVERLAP: Final = 16_384
_FORMULA: Final = rb"<f[^<>]*(?:/>|>[^<]*</f>)"
_UNUSUAL: Final = re.compile(rb"<\w+:sheetData\b|<(?:c|row)(?=[\s>/])(?![^<>]*\sr=\")")
"""Matches namespace prefixes, and cells and rows without a reference."""
_WHERE: Final = re.compile(rb'\br="([A-Z]{1,3})([0-9]{1,7})"')
_EMPTY: Final = re.compile(rb"<c ([^<>]*)>\s*" + _FORMULA + rb"\s*(<v(?: [^<>]*)?/>|<v(?: [^<>]*)?></v>)?\s*</c>")
_FAILED: Final = re.compile(rb'<c (?=[^<>]*\bt="e")([^<>]*)>\s*(?:' + _FORMULA + rb"\s*)?<v(?: [^<>]*)?>([^<]*)</v>")
_HIDDEN: Final = re.compile(rb'<row (?=[^<>]*\bhidden="(?:1|true)")(?=[^<>]*\br="([0-9]{1,7})")[^<>]*>')
_PLACE: Final = re.compile(r"([A-Z]{1,3})([0-9]{1,7})")


def inspect_sheet(file: BinaryIO, index: int, most: int) -> SheetIssues:
    """Return the marks of the sheet at this index. Stop after more than ``most`` uncalculated formulas.

    A file of another format, or one that the library reads although it cannot be parsed here, is not ``checked``.
    """
    marks = SheetIssues()
    file.seek(0)
    if not zipfile.is_zipfile(file):  # also true of an old workbook with pictures, which has no such parts
        return marks
    with suppress(KeyError, ValueError, ElementTree.ParseError, expat.ExpatError), zipfile.ZipFile(file) as parts:
        name = _sheet(parts, index)
        if name is not None:
            _find(parts, name, marks, most)
            marks.checked = True
    return marks


def _find(parts: zipfile.ZipFile, name: str, marks: SheetIssues, most: int) -> None:
    with parts.open(name) as sheet:
        first = sheet.read(_BLOCK)
        if b"<sheetData" in first and not _UNUSUAL.search(first):
            _look_through(first, sheet, marks, most)
        else:
            _parse(first, sheet, marks, most)


def _sheet(parts: zipfile.ZipFile, index: int) -> str | None:
    book = workbook(parts)
    sheet = book and find_part(parts, book)
    if not book or not sheet or not sheet.casefold().endswith(".xml"):
        return None
    root = ElementTree.fromstring(parts.read(sheet))  # noqa: S314 (as the links between parts)
    sheets = [element for element in root.iter() if element.tag.rpartition("}")[2] == "sheet"]
    if index >= len(sheets):
        return None
    # Strict OOXML files have another namespace.
    link = next((value for name, value in sheets[index].items() if name.endswith("}id")), "")
    target = targets(parts, book).get(link)
    return target and find_part(parts, target)


def _look_through(first: bytes, sheet: IO[bytes], marks: SheetIssues, most: int) -> None:
    text = first
    while text and marks.uncalculated <= most:
        end = 0
        if b"<f" in text:
            for match in _EMPTY.finditer(text):
                end = max(end, match.end())
                # A text formula with an empty value was calculated: its result is empty.
                if match[2] is None or b't="str"' not in match[1]:
                    _note(marks, match[1], UNCALCULATED)
        if b't="e"' in text:
            for match in _FAILED.finditer(text):
                end = max(end, match.end())
                _note(marks, match[1], match[2].decode("utf-8", "replace"))
        if b"hidden=" in text:
            for match in _HIDDEN.finditer(text):
                end = max(end, match.end())
                marks.hidden.add(int(match[1]))
        block = sheet.read(_BLOCK)
        text = text[max(end, len(text) - _OVERLAP) :] + block if block else b""


def _note(marks: SheetIssues, attributes: bytes, text: str) -> None:
    if where := _WHERE.search(attributes):
        marks.note(int(where[2]), _column(where[1].decode()), text)


def _parse(first: bytes, sheet: IO[bytes], marks: SheetIssues, most: int) -> None:
    parser = expat.ParserCreate()
    parser.buffer_text = True
    cells = _Cells(marks)
    parser.StartElementHandler, parser.EndElementHandler = cells.start, cells.end
    parser.CharacterDataHandler = cells.add_text
    text = first
    while text and marks.uncalculated <= most:
        parser.Parse(text)
        text = sheet.read(_BLOCK)


class _Cells:
    """Parser target for XML elements. Cells and rows without a reference follow the previous one."""

    def __init__(self, marks: SheetIssues) -> None:
        self._marks = marks
        self._row, self._column = 0, -1
        self._kind = ""
        self._has_formula = self._in_value = False
        self._value: str | None = None

    def start(self, name: str, attributes: dict[str, str]) -> None:
        match name.rpartition(":")[2]:
            case "row":
                self._row = int(attributes.get("r") or self._row + 1)
                self._column = -1
                if attributes.get("hidden") in ("1", "true"):
                    self._marks.hidden.add(self._row)
            case "c":
                place = _PLACE.fullmatch(attributes.get("r", ""))
                self._column = _column(place[1]) if place else self._column + 1
                self._kind, self._has_formula, self._value = attributes.get("t", ""), False, None
            case "f":
                self._has_formula = True
            case "v":
                self._in_value, self._value = True, ""

    def add_text(self, text: str) -> None:
        if self._in_value:
            self._value = f"{self._value}{text}"

    def end(self, name: str) -> None:
        match name.rpartition(":")[2]:
            case "v":
                self._in_value = False
            case "c" if self._kind == "e" and self._value:
                self._marks.note(self._row, self._column, self._value)
            case "c" if self._has_formula and not self._value and (self._value is None or self._kind != "str"):
                self._marks.note(self._row, self._column, UNCALCULATED)


def _column(letters: str) -> int:
    number = 0
    for letter in letters:
        number = number * 26 + ord(letter) - 64
    return number - 1
