"""Read rows of cells from plain text, CSV, spreadsheets and JSON.

The encoding of text is detected by its byte order mark or its bytes (UTF-8, UTF-16, else Mac Roman or Windows-1252).
The separator is detected in the first line. Rows are read lazily.
"""

from __future__ import annotations

import codecs
import csv
import io
import os
import re
import tempfile
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from itertools import chain, islice
from pathlib import Path
from typing import BinaryIO, cast

from careops.bulk.errors import TargetsUnreadable
from careops.bulk.json_reader import is_json, object_rows
from careops.bulk.sniff import kind_of_bytes, kind_of_text
from careops.bulk.spreadsheets import Book, sheet_rows
from careops.bulk.targets import Cell

Source = str | os.PathLike[str] | BinaryIO | Book
Grid = Iterator[tuple[int, list[Cell]]]
"""Row numbers as an editor or spreadsheet shows them, with the cells. Empty rows are skipped."""
_BLOCK = 1 << 20
_END_OF_FILE = "\x1a"
"""Ctrl-Z, which programs of DOS write at the end of a text file."""
_SEPARATORS = "\t;,|"
_BOMS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)


_MAC_LETTERS = re.compile(rb"[A-Za-z][\x80\x81\x83\x86-\x90\x98\x9a-\x9f]|[\x80\x81\x83\x86-\x90\x98\x9a-\x9f][a-z]")
_WINDOWS_LETTERS = re.compile(
    rb"[A-Za-z][\xc0-\xc9\xcb-\xd1\xd6\xd8-\xf6\xf8-\xff]|[\xc0-\xc9\xcb-\xd1\xd6\xd8-\xf6\xf8-\xff][a-z]"
)
"""Accented letters next to other letters. Quotes, dashes and the apostrophe of O’Brien do not match in either
encoding."""
_QUOTED = re.compile(r'"[^"]*"')
_RIGHT = "Is it the right file?"
_MAX_HEADER_ROWS = 10
"""Number of rows in which the header is searched, because a heading may precede it."""
_MAX_LINES = 20
"""Maximum number of lines that column titles with line breaks may take."""


@contextmanager
def rows_of(source: Source, *, several_columns: bool = False) -> Iterator[tuple[Grid, str]]:
    """Open the rows of a file and return them with a name for messages.

    ``several_columns`` marks a first line without a separator as a heading above the table. Raises
    ``TargetsUnreadable`` if the file is empty or contains no table.
    """
    book = source if isinstance(source, Book) else Book(source)
    # An error may keep an abandoned generator alive, so close the reader explicitly.
    with _open(book.source) as (file, name), closing(_grid(file, name, book, several_columns)) as grid:
        yield grid, name


def find_row(rows: Grid, *tests: Callable[[Sequence[Cell]], bool]) -> tuple[int, Sequence[Cell], Grid]:
    """Return the number and cells of the header, and the rows below it.

    The header is the first of ten rows that passes the first test, else the second test, and so on, else the first row.
    """
    above = list(islice(rows, _MAX_HEADER_ROWS))
    if not above:
        return 0, [], rows
    place = next((place for test in tests for place, (_, cells) in enumerate(above) if test(cells)), 0)
    number, cells = above[place]
    return number, cells, chain(above[place + 1 :], rows)


@contextmanager
def _open(source: str | os.PathLike[str] | BinaryIO) -> Iterator[tuple[BinaryIO, str]]:
    """Open the file and return it with a name for messages. A pipe is copied to a temporary file to allow two
    passes."""
    if not isinstance(source, (str, os.PathLike)):
        with _copied(source) as copy:
            yield copy, "the input"
        return
    path = Path(source)
    try:
        file = path.open("rb", buffering=0)
    except OSError as error:
        raise TargetsUnreadable(f"{path} cannot be read: {error.strerror}", next_step="Check its name.") from None
    with file:
        if file.seekable():
            yield io.BufferedReader(file), str(path)
        else:
            with _copied(file) as copy:
                yield copy, str(path)


@contextmanager
def _copied(stream: BinaryIO | io.RawIOBase) -> Iterator[BinaryIO]:
    with tempfile.TemporaryFile() as copy:
        while block := stream.read(_BLOCK):
            copy.write(block)
        copy.seek(0)
        yield cast(BinaryIO, copy)


def _grid(
    file: BinaryIO, name: str, book: Book, several_columns: bool
) -> Generator[tuple[int, list[Cell]], None, None]:
    head = file.read(4096)
    file.seek(0)
    if head.startswith((b"PK\x03\x04", b"\xd0\xcf\x11\xe0")):
        rows = sheet_rows(file, name, book)
    elif kind := kind_of_bytes(head):
        raise TargetsUnreadable(f"{name} is {kind[0]}", next_step=kind[1])
    elif book.sheet:
        raise TargetsUnreadable(f"{name} has no sheets", next_step="It is a text file: omit --sheet.")
    else:
        encoding = _encoding(file, head, name)
        beginning = head.decode(encoding, "ignore")
        if kind := kind_of_text(beginning):
            raise TargetsUnreadable(f"{name} is {kind[0]}", next_step=kind[1])
        if is_json(beginning):
            rows = object_rows(file, name, encoding)
        else:
            rows = _text_rows(file, name, encoding, lines=_MAX_HEADER_ROWS if several_columns else 1)
    empty = True
    for number, cells in rows:
        if any(cell not in (None, "") for cell in cells):
            empty = False
            yield number, cells
    if empty:
        raise TargetsUnreadable(f"{name} is empty", next_step=_RIGHT)


def _encoding(file: BinaryIO, head: bytes, name: str) -> str:
    for bom, encoding in _BOMS:
        if head.startswith(bom):
            return encoding
    if b"\0" in head:
        even, odd = head[0::2].count(0), head[1::2].count(0)
        if max(even, odd) * 3 < len(head):
            raise TargetsUnreadable(
                f"{name} is neither text nor a spreadsheet", next_step="Save the table as CSV or XLSX."
            )
        return "utf-16-le" if odd > even else "utf-16-be"
    decoder = codecs.getincrementaldecoder("utf-8")()
    try:
        while block := file.read(_BLOCK):
            decoder.decode(block)
        decoder.decode(b"", final=True)
    except UnicodeDecodeError:
        file.seek(0)
        return _single_byte_encoding(file.read(_BLOCK))
    finally:
        file.seek(0)
    return "utf-8"


def _single_byte_encoding(sample: bytes) -> str:
    """Return Mac Roman if more bytes are letters in it than in Windows-1252: ``\x8e`` is é or Ž, ``\xe9`` is È or é."""
    return "mac_roman" if len(_MAC_LETTERS.findall(sample)) > len(_WINDOWS_LETTERS.findall(sample)) else "cp1252"


def _text_rows(file: BinaryIO, name: str, encoding: str, lines: int) -> Grid:
    text = io.TextIOWrapper(file, encoding, errors="replace" if encoding == "cp1252" else "strict", newline="")
    number = skipped = 0
    try:
        first = _first_line(text)
        if first.casefold().startswith("sep="):  # a separator hint for spreadsheet programs
            separator, skipped = first[4:5] or ",", 1
            text.readline()
            first = _first_line(text)
        else:
            if lines > 1 and not _has_separator(first):
                first = _first_separated(text, lines)
            separator = max(_SEPARATORS, key=_QUOTED.sub("", first).count)
        # In tab-separated lines written by careops, quotes have no meaning. A single column may be CSV with quoted
        # cells.
        raw = "\t" in first and '"' not in first
        reader = csv.reader(
            text, delimiter=separator, strict=not raw, quoting=csv.QUOTE_NONE if raw else csv.QUOTE_MINIMAL
        )
        for cells in reader:
            if cells and cells != [_END_OF_FILE]:  # skip empty lines
                yield skipped + number + 1, [cell.strip().removesuffix(_END_OF_FILE) for cell in cells]
            number = reader.line_num
    except UnicodeError:
        raise TargetsUnreadable(
            f"{name} is not readable as {encoding} after line {skipped + number}", next_step="Save it as UTF-8."
        ) from None
    except csv.Error as error:
        raise TargetsUnreadable(
            f"{name} is no CSV from line {skipped + number + 1} on: {error}",
            next_step="Correct that line, or save the table as XLSX.",
        ) from None
    finally:
        with suppress(ValueError):  # an abandoned reader may have closed the file already
            text.detach()


def _first_separated(text: io.TextIOWrapper, lines: int) -> str:
    """Return the first line with a separator within ``lines`` lines, without changing the position in the text."""
    start = text.tell()
    line = next(
        (candidate for candidate in (text.readline(_BLOCK) for _ in range(lines)) if _has_separator(candidate)), ""
    )
    text.seek(start)
    return line


def _has_separator(line: str) -> bool:
    plain = _QUOTED.sub("", line)
    return any(sign in plain for sign in _SEPARATORS)


def _first_line(text: io.TextIOWrapper) -> str:
    """Return the first line with content, up to its closing quote, without changing the position in the text."""
    start = text.tell()
    line = ""
    for _ in range(1000):
        line = text.readline(_BLOCK)
        if not line or line.strip():
            break
    for _ in range(_MAX_LINES):
        if line.count('"') % 2 == 0 or not (next_line := text.readline(_BLOCK)):
            break
        line += next_line
    text.seek(start)
    return line.strip("\r\n")
