"""What commands return, and how it is printed.

A command returns ``Rows`` or a ``Record`` (or nothing); what becomes of it is decided here alone: a table on a
terminal, TSV in a pipe (never cut), ``--json`` with every field, ``--csv`` with a header. stdout is data; counts and
sentences go to stderr.
"""

from __future__ import annotations

import csv
import difflib
import io
import json
import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from careops.nouns import Noun
from careops_cli.failures import OK, USAGE, Stop, note
from careops_cli.filtering import as_asked, jq_filter, template_of
from careops_cli.options import Options

Item = Mapping[str, Any]
Read = Callable[[Item], Any]
Write = Callable[[str], object]
ROWS = Noun("row", "rows")
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "＝", "＋", "－", "＠")


@dataclass
class Rows:
    """A list. ``items`` may be a generator: they are printed as they come, however many there are."""

    items: Iterable[Item]
    columns: Mapping[str, Read]
    """Every column that can be asked for, in order, and how it is read from an item."""
    shown: Sequence[str] = ()
    """The columns shown unless others are asked for; all when empty."""
    spare: Sequence[str] | None = ()
    """The columns a narrow terminal is the first to do without, in that order; None when every one has to be seen."""
    total: int | None = None
    """How many there are in all, when it is more than these."""
    noun: Noun = ROWS
    hint: str = ""
    """Said after the count when there are more."""
    stream: bool = False
    """Rows are printed as they come, also on a terminal: there may be no end to them."""
    tints: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """How a table on a terminal colours the values of a column, such as ``{"verdict": {"kept": "green"}}``."""
    exit_code: Callable[[], int] = field(default=lambda: OK)
    """Asked when all items are printed: work on several targets may have failed partly."""


@dataclass
class Record:
    """One thing. ``sentence`` is what a person at a terminal reads instead, when it says it all."""

    item: Item
    columns: Mapping[str, Read] = field(default_factory=dict)
    shown: Sequence[str] = ()
    sentence: str = ""
    exit_code: Callable[[], int] = field(default=lambda: OK)
    """Asked when it is printed."""


@dataclass
class Sentence:
    """Nothing to hand on, only something to say."""

    text: str


Result = Rows | Record | Sentence | None


def show(result: Result, options: Options) -> int:
    """Print a command's result. Returns the exit code."""
    match result:
        case Rows():
            return _show_rows(result, options)
        case Record():
            _show_record(result, options)
            return result.exit_code()
        case Sentence(text):
            note(text)
    return OK


def on_terminal() -> bool:
    """Whether a person reads stdout."""
    return sys.stdout.isatty()


def plain(value: Any) -> str:
    """A value as text: nothing for None, yes and no for bools, a list joined by commas; as JSON what holds objects."""
    match value:
        case None:
            return ""
        case bool():
            return "yes" if value else "no"
        case list() | tuple() if any(isinstance(part, (dict, list)) for part in value):
            return json.dumps(value, ensure_ascii=False)
        case list() | tuple():
            return ", ".join(plain(part) for part in value)
        case dict():
            return json.dumps(value, ensure_ascii=False)
    return str(value)


def path(dotted: str) -> Read:
    """Reads ``location.city`` from nested objects; what is not there is None."""

    def read(item: Item) -> Any:
        value: Any = item
        for name in dotted.split("."):
            value = value.get(name) if isinstance(value, Mapping) else None
        return value

    return read


def chosen(columns: Mapping[str, Read], shown: Sequence[str], options: Options) -> dict[str, Read]:
    """The columns to print, by their own names or those of JSON. Raises ``Stop`` for one that is not there."""
    wanted = options.chosen_columns or tuple(shown) or tuple(columns)
    if not options.columns_are_known:
        check_columns(wanted, columns, fields_read(columns))
    return {name: columns.get(name) or path(name) for name in wanted}


def check_columns(wanted: Iterable[str], columns: Collection[str], fields: Collection[str] = ()) -> None:
    """Raises ``Stop`` with the nearest name for what is neither a column nor a field. A dot reaches into one."""
    known = [*columns, *fields]
    for name in wanted:
        if name not in known and name.partition(".")[0] not in known:
            near = difflib.get_close_matches(name, known, n=1)
            raise Stop(
                f"There is no column {name!r}",
                next_step=f"Did you mean {near[0]!r}?" if near else f"There are: {', '.join(columns)}.",
                code=USAGE,
            )


def fields_read(columns: Mapping[str, Read]) -> list[str]:
    """The fields of the JSON that columns read: ``phone`` reads ``phone_number``. Found by having them read."""
    noted: dict[str, None] = {}
    for read in columns.values():
        with suppress(Exception):  # what is read of nothing may be anything
            read(_Noting(noted))
    return [name for name in noted if name not in columns]


class _Noting(dict[str, Any]):
    """An item in which every field is there and empty; it notes what is asked for."""

    def __init__(self, noted: dict[str, None] | None = None) -> None:
        super().__init__()
        self._noted = noted

    def __missing__(self, name: str) -> _Noting:
        if self._noted is not None:
            self._noted[name] = None
        return _Noting()

    def get(self, name: str, default: Any = None) -> Any:
        return self[name]


def _show_rows(rows: Rows, options: Options) -> int:
    columns = chosen(rows.columns, rows.shown, options)
    printed = 0

    def counted() -> Iterator[Item]:
        nonlocal printed
        for item in rows.items:
            printed += 1
            yield item

    asked = columns if options.chosen_columns else None
    match options.format:
        case "json" if rows.stream:
            for item in counted():
                _write(json.dumps(as_asked(item, asked), ensure_ascii=False) + "\n")
                sys.stdout.flush()
        case "jq":
            lines = jq_filter(options.jq or "")
            values = counted() if rows.stream else [[as_asked(item, asked) for item in counted()]]
            for value in values:
                _write_lines(lines(value))
        case "template":
            fill = template_of(options.template or "")
            _write_lines(fill(_reader(item, rows.columns)) for item in counted())
        case "json":
            _write_json_list(counted(), columns if options.chosen_columns else None)
        case "csv":
            write_csv(counted(), columns)
        case _ if on_terminal() and not rows.stream:
            from careops_cli.profiles import zone_of
            from careops_cli.tables import print_table

            cells = ([plain(read(item)) for read in columns.values()] for item in counted())
            spare = None if options.chosen_columns else rows.spare
            left_out = print_table(list(columns), cells, spare=spare, zone=zone_of(options), tints=rows.tints)
            if left_out:
                note(f"Not shown here: {', '.join(left_out)}. See --columns and --json.")
        case _:
            for item in counted():
                sys.stdout.write(_tsv_line(read(item) for read in columns.values()))
                if rows.stream:
                    sys.stdout.flush()
    sys.stdout.flush()
    _say_count(rows, printed)
    return rows.exit_code()


def _say_count(rows: Rows, printed: int) -> None:
    if rows.total is not None and rows.total > printed:
        note(f"{printed:,} of {rows.total:,}.{' ' + rows.hint if rows.hint else ''}")
    elif printed == 0:
        note(f"No {rows.noun.many} found.")
    elif on_terminal():
        note(rows.noun.counted(printed))


def _show_record(record: Record, options: Options) -> None:
    columns = chosen(record.columns or {name: path(name) for name in record.item}, record.shown, options)
    asked = columns if options.chosen_columns else None
    match options.format:
        case "json":
            item = (
                {name: read(record.item) for name, read in columns.items()} if options.chosen_columns else record.item
            )
            _write(json.dumps(item, indent=2, ensure_ascii=False, default=str) + "\n")
        case "jq":
            _write_lines(jq_filter(options.jq or "")(as_asked(record.item, asked)))
        case "template":
            _write_lines([template_of(options.template or "")(_reader(record.item, record.columns))])
        case "csv":
            write_csv([record.item], columns)
        case _ if on_terminal() and record.sentence:
            note(record.sentence)
        case _ if on_terminal():
            from careops_cli.profiles import zone_of
            from careops_cli.tables import print_record

            fields = [(name, plain(read(record.item))) for name, read in columns.items()]
            print_record(fields, zone=zone_of(options))
        case _ if len(columns) == 1:  # for a shell's variable: the value is all that is wanted
            _write("".join(_tsv_line([read(record.item)]) for read in columns.values()))
        case _:
            _write("".join(_tsv_line([name, read(record.item)]) for name, read in columns.items()))
    sys.stdout.flush()


def _write_json_list(items: Iterable[Item], columns: Mapping[str, Read] | None) -> None:
    before = "[\n"
    for item in items:
        chosen = item if columns is None else {name: read(item) for name, read in columns.items()}
        body = json.dumps(chosen, indent=2, ensure_ascii=False).replace("\n", "\n  ")
        _write(f"{before}  {body}")
        before = ",\n"
    _write("[]\n" if before == "[\n" else "\n]\n")


def write_csv(items: Iterable[Item], columns: Mapping[str, Read], write: Write | None = None) -> None:
    """A header and a line per item, in pieces, to stdout or elsewhere."""
    write = write or _write
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\n")
    writer.writerow(columns)
    rows = iter(items)
    while chunk := list(islice(rows, 100)):
        writer.writerows([_csv_cell(read(item)) for read in columns.values()] for item in chunk)
        write(buffer.getvalue())
        buffer.seek(0)
        buffer.truncate()
    write(buffer.getvalue())


def _csv_cell(value: Any) -> str:
    """Text that a spreadsheet would run as a formula gets an apostrophe (SEC-49)."""
    text = plain(value)
    return f"'{text}" if isinstance(value, (str, list, tuple)) and text.startswith(_FORMULA) else text


_TSV = str.maketrans({"\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r"})


def _tsv_line(values: Iterable[Any]) -> str:
    return "\t".join(plain(value).translate(_TSV) for value in values) + "\n"


def _reader(item: Item, columns: Mapping[str, Read]) -> Callable[[str], str]:
    """Reads a field or a column of an item as text."""
    return lambda name: plain((columns.get(name) or path(name))(item))


def _write_lines(lines: Iterable[str]) -> None:
    for line in lines:
        _write(f"{line}\n")
        sys.stdout.flush()


def _write(text: str) -> None:
    sys.stdout.write(text)
