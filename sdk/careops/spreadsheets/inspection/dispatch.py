"""Scan a workbook of any supported format."""

from __future__ import annotations

import struct
import zipfile
from contextlib import suppress
from typing import BinaryIO, Final
from xml.etree import ElementTree
from xml.parsers.expat import ExpatError

from careops.spreadsheets.inspection import ods, xls, xlsb, xlsx
from careops.spreadsheets.inspection.result import SheetIssues

_OLD: Final = b"\xd0\xcf\x11\xe0"


def inspect_sheet(file: BinaryIO, index: int, most: int) -> SheetIssues:
    """Return the marks of the sheet at this index. Stop after more than ``most`` uncalculated formulas."""
    marks = SheetIssues()
    file.seek(0)
    is_old = file.read(len(_OLD)) == _OLD
    # The library may still read a file that cannot be parsed here.
    with suppress(struct.error, IndexError, KeyError, ValueError, ElementTree.ParseError, ExpatError):
        if is_old:
            xls.find(file, index, marks)
        elif zipfile.is_zipfile(file):
            with zipfile.ZipFile(file) as parts:
                for kind in (xlsx, xlsb, ods):
                    kind.find(parts, index, marks, most)
    return marks
