"""Marks of a sheet of a binary workbook (XLSB): records with a type, a length and data."""

from __future__ import annotations

import struct
import zipfile
from collections.abc import Iterator
from typing import Final

from careops.spreadsheets.inspection.error_codes import error
from careops.spreadsheets.inspection.opc import part, targets, workbook
from careops.spreadsheets.inspection.result import SheetIssues

_ROW: Final = 0
_ERROR: Final = 3
_FAILED: Final = 11
_BUNDLE: Final = 156
_HIDDEN: Final = 0x10


def find(parts: zipfile.ZipFile, index: int, marks: SheetIssues, most: int) -> None:
    """Record the marks of the sheet at this index; none if the file is not such a workbook."""
    book = workbook(parts)
    found = book and part(parts, book)
    if not book or not found or not found.casefold().endswith(".bin"):
        return
    links = [_link(body) for kind, body in _records(parts.read(found)) if kind == _BUNDLE]
    name = part(parts, targets(parts, book)[links[index]])
    if name is None:
        return
    row = 0
    for kind, body in _records(parts.read(name)):
        if kind == _ROW:
            row = struct.unpack_from("<I", body)[0] + 1
            if body[11] & _HIDDEN:
                marks.hidden.add(row)
        elif kind in (_ERROR, _FAILED):
            marks.note(row, struct.unpack_from("<I", body)[0], error(body[8]))


def _link(bundle: bytes) -> str:
    (length,) = struct.unpack_from("<I", bundle, 8)
    return bundle[12 : 12 + 2 * length].decode("utf-16-le")


def _records(text: bytes) -> Iterator[tuple[int, bytes]]:
    place = 0
    while place < len(text):
        kind = text[place]
        place += 1
        if kind & 0x80:
            kind = kind & 0x7F | (text[place] & 0x7F) << 7
            place += 1
        size = shift = 0
        while True:
            byte = text[place]
            place += 1
            size |= (byte & 0x7F) << shift
            shift += 7
            if not byte & 0x80 or shift == 28:
                break
        yield kind, text[place : place + size]
        place += size
