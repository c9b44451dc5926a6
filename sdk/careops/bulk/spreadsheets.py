"""Read rows of a spreadsheet (XLSX, XLS, XLSB or ODS) with ``careops.spreadsheets.reader_worker`` in a sandbox."""

from __future__ import annotations

import datetime
import json
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, BinaryIO, cast

from careops.bulk.errors import TargetsUnreadable
from careops.bulk.targets import Cell
from careops.spreadsheets.reader_worker import SECONDS

UNCHECKED = "Hidden rows and formula results are not checked in this format; save it as XLSX to check them."
_LIMITS = "It needs more time or memory than a table of people's data should"


@dataclass(frozen=True)
class Book:
    """File and, for a spreadsheet, the selection within it. Functions that read a file also accept a ``Book``."""

    source: str | os.PathLike[str] | BinaryIO
    sheet: str = ""
    """Name or number of the sheet. Default: the first visible sheet with content."""
    hidden: bool = False
    """True to include hidden sheets and, in XLSX, hidden rows (other formats always include them)."""
    tell: Callable[[str], None] = lambda sentence: None
    """Called with a sentence that names the sheet that is read and the parts that are skipped."""
    note: Callable[[Mapping[str, Any]], None] = lambda about: None
    """Called with the sheet that is read (``sheet``), all sheets (``sheets``), the number of hidden rows that are
    skipped (``hidden_rows``) and the first of them (``first_hidden_rows``), and True for ``unchecked`` if hidden rows
    and formula results are not checked."""
    anybodys: bool = False
    """True for an untrusted file, of which less is read."""


def sheet_rows(file: BinaryIO, name: str, book: Book) -> Iterator[tuple[int, list[Cell]]]:
    """Yield numbers and cells of the sheet's rows. Raises ``TargetsUnreadable``."""
    os.lseek(file.fileno(), 0, os.SEEK_SET)
    key = (book.sheet, "hidden" if book.hidden else "", "anybodys" if book.anybodys else "")
    words = [sys.executable, "-P", "-m", "careops.spreadsheets.reader_worker", *key]
    with subprocess.Popen(words, stdin=file, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as reader:  # noqa: S603 (fixed program; the sheet name is one argument)
        ended = threading.Timer(SECONDS, reader.kill)
        ended.daemon = True  # does not block the exit of the program
        ended.start()
        try:
            assert reader.stdout is not None  # noqa: S101 (Popen with PIPE)
            yield from _read(reader.stdout, name, book)
        finally:
            ended.cancel()
            reader.kill()


def _read(lines: Any, name: str, book: Book) -> Iterator[tuple[int, list[Cell]]]:
    for line in lines:
        match _parsed(line):
            case [int() as number, list() as cells]:
                yield number, [_cell(cell) for cell in cells]
            case {"error": str() as why, **more}:
                raise TargetsUnreadable(f"{name} {why}", next_step=str(more.get("step", "")))
            case {"sheets": list() as sheets} as about:
                book.tell(_describe_book(name, sheets, about, book))
                noted = ("sheet", "hidden_rows", "first_hidden_rows", "unchecked")
                book.note({"sheets": sheets, **{name: about[name] for name in noted}})
            case {"rows": int()}:
                return
    raise TargetsUnreadable(f"{name} cannot be read", next_step=f"{_LIMITS}: save what you need of it as CSV.")


def _parsed(line: bytes) -> Any:
    try:
        return json.loads(line)
    except ValueError:  # the reader was stopped early
        return None


def _cell(value: Any) -> Cell:
    """Convert a JSON value to a cell. Dates and times are encoded as ``{"date": "2026-11-22"}``."""
    if not isinstance(value, dict):
        return cast(Cell, value)
    text = str(value["date"])
    for kind in (datetime.date, datetime.datetime, datetime.time):
        with suppress(ValueError):
            return kind.fromisoformat(text)
    return text  # a duration: "26:00:00"


def _describe_book(name: str, sheets: list[str], about: Mapping[str, Any], book: Book) -> str:
    """Return a sentence such as ``clinics.xlsx: sheet 'Punjab' of 3; left out: hidden sheet 'Old', 12 hidden rows
    (--hidden).``"""
    of = f" of {len(sheets)}" if len(sheets) > 1 else ""
    hidden = (
        []
        if book.hidden
        else [f"hidden sheet {sheet!r}" for sheet in about["hidden_sheets"] if sheet != about["sheet"]]
    )
    if about["hidden_rows"]:
        hidden.append(f"{about['hidden_rows']:,} hidden row{'s' if about['hidden_rows'] > 1 else ''}")
    left_out = f"; left out: {', '.join(hidden)}" if hidden else ""
    unchecked = f" {UNCHECKED}" if about["unchecked"] else ""
    return f"{name}: sheet {about['sheet']!r}{of}{left_out}.{unchecked}"
