"""Read one sheet of a spreadsheet in a sandbox, with the file on stdin (``python -m`` runs this module).

Spreadsheets are compressed and untrusted: a kilobyte may unpack to more memory than the machine has, or need an endless
time to read. The caller therefore starts this program with limits and reads JSON lines: the first describes the sheet,
the others are ``[row, [cells]]``, the last is ``{"rows": count}`` (if it is missing, the reader was terminated).

A cell with a formula has its stored result. In XLSX, an uncalculated formula reads as ``=`` and a failed one as the
error (``#N/A``), so that they are reported rather than treated as empty, and hidden rows are left out. Other formats
are not checked for these, and the first line says so (``"unchecked": true``).
"""

from __future__ import annotations

import json
import os
import struct
import sys
import zipfile
import zlib
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING, Any, BinaryIO, Final

from careops.bulk.sniff import kind_of_archive
from careops.extras import install_command
from careops.spreadsheets.inspection.result import SheetIssues
from careops.spreadsheets.inspection.xlsx import inspect_sheet
from careops.spreadsheets.old_workbook import SectorLoopError, is_encrypted

if TYPE_CHECKING:
    from python_calamine import CalamineSheet, CalamineWorkbook

MEMORY: Final = 2 << 30
SECONDS: Final = 120
MAX_PARTS: Final = 10_000
MAX_RATIO: Final = 200
"""Maximum compression ratio of a part of the archive, from one megabyte on."""
_BLOCK = 1 << 20
_MAX_ODD_CELLS = 10_000
_OLD = b"\xd0\xcf\x11\xe0"
_ENCRYPTED = "EncryptedPackage".encode("utf-16-le")
"""Name of the content in an encrypted file, in its directory."""
_UNKNOWN = "Cannot detect file format"
"""Message for every file whose workbook cannot be read."""
_SAVE_AGAIN = "Open it in a spreadsheet program and save it again, or as CSV."
_AS_CSV = "Save what you need of it as CSV."
_LOCKED = ("is protected by a password", "Save it without one.")


@dataclass(frozen=True)
class Limits:
    """Size limits of a spreadsheet."""

    unpacked: int
    """Bytes of all parts, uncompressed."""
    cells: int
    """Cells of a sheet from its first to its last non-empty one, including the empty ones in between."""


OWN: Final = Limits(unpacked=1 << 30, cells=50_000_000)
"""Limits for the user's own files."""
ANYBODYS: Final = Limits(unpacked=128 << 20, cells=10_000_000)
"""Limits for untrusted files, which must be refused within a short time."""


_MAX_NAMED_ROWS: Final = 20


class Unreadable(Exception):
    """Reason why a file cannot be read, with advice. Sent as the line ``{"error": …, "step": …}``."""

    def __init__(self, why: str, step: str = "") -> None:
        super().__init__(why)
        self.step = step


def read(file: BinaryIO, *, sheet: str, hidden: bool, limits: Limits = OWN) -> Iterator[Any]:
    """Yield the output line by line. Raises ``Unreadable``."""
    try:
        from python_calamine import CalamineWorkbook, PasswordError
    except ModuleNotFoundError:
        raise Unreadable(
            "is a spreadsheet, and python-calamine is not installed",
            f"Run: {install_command('cli')}, or save it as CSV.",
        ) from None
    is_old = file.read(len(_OLD)) == _OLD
    file.seek(0)
    try:
        # An old workbook may contain an archive (of a picture's shapes) without being one.
        (_check_ole if is_old else _check_archive)(file, limits)
        with CalamineWorkbook.from_filelike(file) as book:
            index, grid, about = _select_sheet(file, book, sheet, hidden=hidden)
            marks = inspect_sheet(file, index, _MAX_ODD_CELLS)
            if marks.uncalculated > _MAX_ODD_CELLS:
                raise Unreadable(
                    "is full of formulas that were never calculated",
                    "Open it in a spreadsheet program, save it, and try again.",
                )
            left_out = set() if hidden else marks.hidden
            about |= {"hidden_rows": len(left_out), "first_hidden_rows": sorted(left_out)[:_MAX_NAMED_ROWS]}
            yield {**about, "sheet": grid.name, "unchecked": not marks.checked}
            yield from _rows(grid, marks, left_out, limits)
    except PasswordError:
        raise Unreadable(*_LOCKED) from None
    except (Unreadable, MemoryError):
        raise
    except Exception as error:  # a file may be damaged in any way, and the library may fail in any way
        raise _broken(error) from None
    except BaseException as error:
        if type(error).__name__ != "PanicException":  # the library raises no more specific class
            raise
        raise _broken(error) from None


def _broken(error: BaseException) -> Unreadable:
    why = str(error).partition("\n")[0][:200] or type(error).__name__
    detail = "" if why == _UNKNOWN else f": {why}"
    return Unreadable(f"is no spreadsheet we can read{detail}", _SAVE_AGAIN)


def _check_ole(file: BinaryIO, limits: Limits) -> None:
    """Check an OLE file before its reader does.

    An XLSX with a password is packed into one, and its reader only reports an empty file. A circular chain would keep
    the reader busy until its memory is full.
    """
    content = file.read(limits.unpacked)
    file.seek(0)
    if _ENCRYPTED in content:
        raise Unreadable(*_LOCKED)
    try:
        if is_encrypted(content):
            raise Unreadable(*_LOCKED)
    except SectorLoopError:
        raise Unreadable("is no spreadsheet we can read: its list of contents goes in a circle", _SAVE_AGAIN) from None


def _check_archive(file: BinaryIO, limits: Limits) -> None:
    """Check the directory of an archive before anything is unpacked, then if the directory is correct."""
    if not zipfile.is_zipfile(file):
        file.seek(0)
        return
    with zipfile.ZipFile(file) as archive:
        parts = archive.infolist()
    swollen = any(entry.file_size > _BLOCK and entry.file_size > MAX_RATIO * entry.compress_size for entry in parts)
    if swollen or len(parts) > MAX_PARTS or sum(entry.file_size for entry in parts) > limits.unpacked:
        raise Unreadable("unpacks to far more than a table of people's data", _AS_CSV)
    if kind := kind_of_archive(entry.filename for entry in parts):
        raise Unreadable(f"is {kind[0]}", kind[1])
    if not all(_is_as_large_as_told(file, entry) for entry in parts):
        raise Unreadable("is no spreadsheet we can read: its list of contents is wrong", _SAVE_AGAIN)
    file.seek(0)


def _is_as_large_as_told(file: BinaryIO, entry: zipfile.ZipInfo) -> bool:
    """Unpack a part up to its declared size and return True if it is not larger."""
    file.seek(entry.header_offset + 26)
    name, extra = struct.unpack("<HH", file.read(4))
    file.seek(name + extra, os.SEEK_CUR)
    if entry.compress_type != zipfile.ZIP_DEFLATED:
        return entry.compress_type == zipfile.ZIP_STORED and entry.compress_size == entry.file_size
    unpacking, packed, size = zlib.decompressobj(-zlib.MAX_WBITS), file.read(entry.compress_size), 0
    while packed and size <= entry.file_size:
        size += len(unpacking.decompress(packed, _BLOCK))
        packed = unpacking.unconsumed_tail
    return not packed and size + len(unpacking.flush()) == entry.file_size


def _select_sheet(
    file: BinaryIO, book: CalamineWorkbook, requested: str, *, hidden: bool
) -> tuple[int, CalamineSheet, dict[str, Any]]:
    """Return the sheet with this name or number, or else the first visible one with content."""
    names = book.sheet_names
    unseen = {each.name for each in book.sheets_metadata if str(each.visible).rpartition(".")[2] != "Visible"}
    about = {"sheets": names, "hidden_sheets": [name for name in names if name in unseen]}
    if requested:
        by_folded = {name.casefold(): place for place, name in enumerate(names)}
        place = by_folded.get(requested.casefold())
        if place is None and requested.isdecimal() and 1 <= int(requested) <= len(names):
            place = int(requested) - 1
        if place is None:
            raise Unreadable(f"has no sheet {requested!r}", f"Available: {', '.join(names)}.")
        return place, book.get_sheet_by_index(place), about
    for place, name in enumerate(names):
        if hidden or name not in unseen:
            sheet = book.get_sheet_by_index(place)
            if sheet.height or inspect_sheet(file, place, _MAX_ODD_CELLS).odd:
                return place, sheet, about
    if unseen:
        sheets = ", ".join(about["hidden_sheets"])
        raise Unreadable("holds nothing that can be seen", f"Hidden sheets: {sheets}. Name one with --sheet.")
    raise Unreadable("is empty")


def _rows(sheet: CalamineSheet, marks: SheetIssues, left_out: set[int], limits: Limits) -> Iterator[Any]:
    begins = (sheet.start or (0, 0))[1]
    if sheet.height * max(sheet.width, 1) > limits.cells:
        raise Unreadable(
            f"has {sheet.height:,} rows of {sheet.width:,} cells", "Delete empty rows and columns, or save it as CSV."
        )
    # Marked cells may be to the left of all others, which would otherwise shift columns.
    first_column = min(begins, begins if marks.first_column is None else marks.first_column)
    before = [""] * (begins - first_column)
    number = visible = unseen = 0
    for number, cells in enumerate(sheet.iter_rows(), start=1):
        # Skip empty rows, of which there may be a million.
        if number not in marks.odd and cells.count("") == len(cells):
            continue
        if number in left_out:
            unseen += 1
            continue
        visible += 1
        yield number, _marked([*before, *cells], marks.odd.get(number, ()), first_column)
    for number in sorted(row for row in marks.odd if row > number and row not in left_out):
        visible += 1
        yield number, _marked([], marks.odd[number], first_column)
    if unseen and not visible:
        raise Unreadable("holds nothing that can be seen", "All its rows are hidden: show them, or add --hidden.")
    yield {"rows": number}


def _marked(cells: list[Any], odd: Iterable[tuple[int, str]], first_column: int) -> list[Any]:
    for column, text in odd:
        place = column - first_column
        cells.extend([""] * (place + 1 - len(cells)))
        cells[place] = text
    return cells


def _moment(value: object) -> Any:
    """Mark dates and times as such, because they are neither ids nor names. A duration is in hours (30:00:00)."""
    if isinstance(value, timedelta):
        hours, seconds = divmod(abs(int(value.total_seconds())), 3600)
        minus = "-" if value < timedelta(0) else ""
        return {"date": f"{minus}{hours}:{seconds // 60:02}:{seconds % 60:02}"}
    return {"date": str(value)}


def _limited() -> None:
    with suppress(ImportError, ValueError, OSError):  # Windows has no such limits
        import resource

        for limit, most in ((resource.RLIMIT_AS, MEMORY), (resource.RLIMIT_CPU, SECONDS)):
            _, before = resource.getrlimit(limit)
            lower = most if before == resource.RLIM_INFINITY else min(most, before)  # root could set a higher one
            resource.setrlimit(limit, (lower, lower))


def main(arguments: list[str]) -> int:
    """Read with the arguments SHEET HIDDEN WHOSE: the sheet or empty; ``hidden`` or empty; ``anybodys`` or empty."""
    sheet, hidden, whose = arguments
    limits = ANYBODYS if whose else OWN
    _limited()
    out = sys.stdout
    try:
        for line in read(sys.stdin.buffer, sheet=sheet, hidden=hidden == "hidden", limits=limits):
            out.write(json.dumps(line, default=_moment, ensure_ascii=True))
            out.write("\n")
    except Unreadable as error:
        out.write(json.dumps({"error": str(error), "step": error.step}) + "\n")
    except MemoryError:
        failure = {"error": "needs more time or memory than a table of people should", "step": _AS_CSV}
        out.write(json.dumps(failure) + "\n")
    out.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
