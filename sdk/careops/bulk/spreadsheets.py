"""Rows of a spreadsheet's sheet: XLSX, XLS, XLSB or ODS, read by ``careops.sheets`` in a process with limits."""

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
from careops.sheets import SECONDS

_LIMITS = "It needs more time or memory than a table of people's data should"


@dataclass(frozen=True)
class Book:
    """A file and, where it is a spreadsheet, what of it is meant. Anything that takes a file takes a ``Book``."""

    source: str | os.PathLike[str] | BinaryIO
    sheet: str = ""
    """The sheet's name or number; else the first that can be seen and holds anything."""
    hidden: bool = False
    """Whether hidden sheets and rows are meant, too."""
    tell: Callable[[str], None] = lambda sentence: None
    """Told which sheet is read, and what is left out."""
    note: Callable[[Mapping[str, Any]], None] = lambda about: None
    """Called with the sheet that is read (``sheet``) and all sheets (``sheets``)."""
    anybodys: bool = False
    """Whether it may be from somebody who means harm: less of it is read."""


def sheet_rows(file: BinaryIO, name: str, book: Book) -> Iterator[tuple[int, list[Cell]]]:
    """Numbers and cells of the sheet's rows. Raises ``TargetsUnreadable``."""
    os.lseek(file.fileno(), 0, os.SEEK_SET)
    asked = (book.sheet, "hidden" if book.hidden else "", "anybodys" if book.anybodys else "")
    words = [sys.executable, "-P", "-m", "careops.sheets", *asked]
    with subprocess.Popen(words, stdin=file, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as reader:  # noqa: S603 (our own program; the sheet's name is one word of its arguments)
        ended = threading.Timer(SECONDS, reader.kill)
        ended.daemon = True  # a program that is done does not wait for it
        ended.start()
        try:
            assert reader.stdout is not None  # noqa: S101 (a pipe was asked for)
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
                book.tell(_said(name, sheets, about, book))
                book.note({"sheets": sheets, "sheet": about["sheet"]})
            case {"rows": int()}:
                return
    raise TargetsUnreadable(f"{name} cannot be read", next_step=f"{_LIMITS}: save what you need of it as CSV.")


def _parsed(line: bytes) -> Any:
    try:
        return json.loads(line)
    except ValueError:  # the reader was ended in the middle of it
        return None


def _cell(value: Any) -> Cell:
    """Dates and times come as ``{"date": "2026-11-22"}``: JSON has no word for them."""
    if not isinstance(value, dict):
        return cast(Cell, value)
    text = str(value["date"])
    for kind in (datetime.date, datetime.datetime, datetime.time):
        with suppress(ValueError):
            return kind.fromisoformat(text)
    return text  # how long something took: "1 day, 2:00:00"


def _said(name: str, sheets: list[str], about: Mapping[str, Any], book: Book) -> str:
    """``clinics.xlsx: sheet 'Punjab' of 3; left out: hidden sheet 'Old', 12 hidden rows (--hidden).``"""
    of = f" of {len(sheets)}" if len(sheets) > 1 else ""
    hidden = [] if book.hidden else [f"hidden sheet {one!r}" for one in about["hidden_sheets"] if one != about["sheet"]]
    if about["hidden_rows"]:
        hidden.append(f"{about['hidden_rows']:,} hidden row{'s' if about['hidden_rows'] > 1 else ''}")
    left_out = f"; left out: {', '.join(hidden)}" if hidden else ""
    return f"{name}: sheet {about['sheet']!r}{of}{left_out}."
