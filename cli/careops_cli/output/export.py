"""Export lists of any length to a CSV file, a spreadsheet or JSON lines. The file is replaced atomically."""

from __future__ import annotations

import codecs
import csv
import io
import json
import os
import shutil
import stat
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, Final, Literal, TypeVar, get_args

from careops.extras import install_command
from careops_cli.framework.errors import USAGE, CliError
from careops_cli.framework.options import Options
from careops_cli.output.results import Item, Read, to_text, write_csv

if TYPE_CHECKING:
    from pydantic import BaseModel

Kind = Literal["csv", "xlsx", "jsonl"]
_AT_ONCE: Final = 8
ListedT = TypeVar("ListedT")
MAX_ROWS: Final = 1_048_575
"""Maximum number of rows of a sheet below its header."""
_MAX_CELL_LENGTH: Final = 32_767


def resolve_format(file: Path, format_name: str | None, options: Options) -> Kind:
    """Return the given format, or else that of the file's extension. Raises ``CliError`` without one, or for a
    conflict.
    """
    if options.format != "auto":
        raise CliError(
            f"--{options.format} formats printed output, and {file} is a file",
            next_step=f"Omit the file, or name its format: --as {', '.join(get_args(Kind))}.",
            code=USAGE,
        )
    named = file.suffix.removeprefix(".").casefold()
    kind_name = (format_name or named).casefold()
    kinds: tuple[Kind, ...] = get_args(Kind)
    if format_name and named in kinds and kind_name in kinds and kind_name != named:
        raise CliError(
            f"{file} is named as {named}, and --as says {kind_name}", next_step="Give one of them.", code=USAGE
        )
    for kind in kinds:
        if kind_name == kind:
            if kind == "xlsx" and str(file) == "-":
                raise CliError("A spreadsheet goes into a file", next_step="Name one.", code=USAGE)
            return kind
    if format_name:
        raise CliError(f"There is no format {format_name!r}", next_step="Available: csv, xlsx, jsonl.", code=USAGE)
    raise CliError(f"The ending of {file} names no format", next_step="Add --as csv, xlsx or jsonl.", code=USAGE)


def write_file(file: Path, kind: Kind, items: Iterable[Item], columns: Mapping[str, Read], *, all_fields: bool) -> int:
    """Write the items (``-`` is stdout) and count them. With ``whole`` JSON lines contain all fields."""
    count = 0

    def counted() -> Iterator[Item]:
        nonlocal count
        for item in items:
            count += 1
            yield item

    write = _WRITERS[kind]
    with written_to(file) as target:
        write(target, counted(), {} if all_fields and kind == "jsonl" else columns)
    return count


def read_whole(listed: Iterable[ListedT], read: Callable[[ListedT], BaseModel]) -> Iterator[Item]:
    """Yield the complete record of each row, in order. Several are read concurrently."""
    from concurrent.futures import ThreadPoolExecutor
    from itertools import islice

    left = iter(listed)
    with ThreadPoolExecutor(_AT_ONCE) as pool:
        while some := list(islice(left, 20 * _AT_ONCE)):
            for record in pool.map(read, some):
                yield record.model_dump(mode="json")


def write_table(file: Path, kind: Kind, pieces: Iterable[bytes]) -> int:
    """Write a CSV that arrives in chunks, unchanged or converted (``-`` is stdout), and count its rows.

    The apostrophe before a formula stays in CSV only; the other formats do not need it (SEC-49).
    """
    count = 0

    def counted(rows: Iterable[list[str]]) -> Iterator[list[str]]:
        nonlocal count
        for row in rows:
            count += 1
            yield row

    with written_to(file) as target:
        if kind == "csv":
            # The rows are only counted; the platform's bytes are saved unchanged.
            for _ in counted(csv.reader(_lines(_write_pieces(target, pieces)))):
                pass
            count = max(0, count - 1)
        else:
            rows = csv.reader(_lines(pieces))
            titles = [title.removeprefix("'") for title in next(rows, [])]
            items = (
                {name: cell.removeprefix("'") for name, cell in zip(titles, row, strict=True)} for row in counted(rows)
            )
            _WRITERS[kind](target, items, {name: _cell_named(name) for name in titles})
    return count


def _cell_named(name: str) -> Read:
    return lambda item: item[name]


def _is_stdout(target: BinaryIO) -> bool:
    return target is getattr(sys.stdout, "buffer", None)


def _write_pieces(target: BinaryIO, pieces: Iterable[bytes]) -> Iterator[bytes]:
    is_first = True
    for piece in pieces:
        target.write(piece.removeprefix(codecs.BOM_UTF8) if is_first and _is_stdout(target) else piece)
        is_first = is_first and not piece
        yield piece


def _lines(pieces: Iterable[bytes]) -> Iterator[str]:
    """Yield the lines of UTF-8 text with their line ends, for a CSV reader."""
    decoder = codecs.getincrementaldecoder("utf-8-sig")()
    incomplete_line = ""
    for piece in pieces:
        *lines, incomplete_line = (incomplete_line + decoder.decode(piece)).split("\n")
        yield from (f"{line}\n" for line in lines)
    if incomplete_line:
        yield incomplete_line


def check_target(file: Path, *, replace: bool) -> None:
    """Raise ``CliError`` if the file exists and must not be replaced, or if its folder is missing."""
    if str(file) == "-" or _is_pipe(file):
        return
    if file.is_dir() or (not replace and (file.exists() or file.is_symlink())):
        step = "Name a file in it." if file.is_dir() else "Add --replace, or name another."
        raise CliError(f"{file} is there already", next_step=step, code=USAGE)
    if not file.parent.is_dir():
        raise CliError(f"There is no folder {file.parent}", next_step="Make it, or name another.", code=USAGE)
    if not os.access(file.parent, os.W_OK):
        raise CliError(f"Nothing can be written into {file.parent}", next_step="Name another folder.", code=USAGE)


def _is_pipe(file: Path) -> bool:
    """Return True for a pipe, a device or a terminal, which cannot be replaced atomically."""
    try:
        mode = file.stat().st_mode
    except OSError:
        return False
    return not stat.S_ISREG(mode) and not stat.S_ISDIR(mode)


@contextmanager
def written_to(file: Path) -> Iterator[BinaryIO]:
    """Open a file that is replaced at the end of the block (``-`` is stdout, a pipe is written directly)."""
    if str(file) == "-":
        yield sys.stdout.buffer
        sys.stdout.buffer.flush()
        return
    if _is_pipe(file):
        with file.open("wb") as pipe:
            yield pipe
        return
    place = file.resolve()  # the target of a link is replaced, not the link
    handle, name = tempfile.mkstemp(dir=place.parent, prefix=f".{place.name}.")
    try:
        with os.fdopen(handle, "wb") as draft:
            if place.exists():
                shutil.copymode(place, name)
            yield draft
        os.replace(name, place)
    except BaseException:
        os.unlink(name)
        raise


def _csv(target: BinaryIO, items: Iterable[Item], columns: Mapping[str, Read]) -> None:
    # Spreadsheet programs detect UTF-8 by the byte order mark. A program that reads a pipe would take it as part of the
    # first column's name.
    encoding = "utf-8" if _is_stdout(target) else "utf-8-sig"
    text = io.TextIOWrapper(target, encoding, newline="", write_through=True)
    try:
        write_csv(items, columns, text.write)
    finally:
        text.detach()  # otherwise it would close the underlying file


def _json_lines(target: BinaryIO, items: Iterable[Item], columns: Mapping[str, Read]) -> None:
    for item in items:
        chosen = {name: read(item) for name, read in columns.items()} if columns else item
        target.write(json.dumps(chosen, ensure_ascii=False, separators=(",", ":")).encode() + b"\n")


def _spreadsheet(target: BinaryIO, items: Iterable[Item], columns: Mapping[str, Read]) -> None:
    """Write a spreadsheet in which texts stay texts: no cell is a formula or a link (SEC-49)."""
    try:
        from xlsxwriter import Workbook  # type: ignore[import-untyped]  # it brings no types
    except ModuleNotFoundError:
        raise CliError(
            "XlsxWriter is not installed", next_step=f"Run: {install_command('cli')}, or export CSV."
        ) from None

    with Workbook(target, {"constant_memory": True}) as book:
        sheet = book.add_worksheet()
        bold = book.add_format({"bold": True})
        sheet.freeze_panes(1, 0)
        for place, name in enumerate(columns):
            sheet.write_string(0, place, name, bold)
        for row, item in enumerate(items, start=1):
            if row > MAX_ROWS:
                raise CliError(f"A sheet holds {MAX_ROWS:,} rows", next_step="Export CSV, or narrow the list.")
            for place, read in enumerate(columns.values()):
                _cell(sheet, row, place, read(item))
        if columns:
            sheet.autofilter(0, 0, 0, len(columns) - 1)


def _cell(sheet: Any, row: int, place: int, value: Any) -> None:
    if isinstance(value, (int, float)) and not isinstance(value, bool) and abs(value) < 2**53:
        sheet.write_number(row, place, value)
    elif text := to_text(value):
        sheet.write_string(row, place, text[:_MAX_CELL_LENGTH])


_WRITERS: Mapping[Kind, Callable[[BinaryIO, Iterable[Item], Mapping[str, Read]], None]] = {
    "csv": _csv,
    "xlsx": _spreadsheet,
    "jsonl": _json_lines,
}
