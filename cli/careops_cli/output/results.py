"""Results of commands and their output.

A command returns ``Table``, a ``Record`` or nothing. This module decides about the form: a table on a terminal, TSV in
a pipe (never cut), ``--json`` with all fields, ``--csv`` with a header. Data goes to stdout, counts and sentences go to
stderr.
"""

from __future__ import annotations

import csv
import difflib
import io
import json
import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from careops.resource_names import Noun
from careops_cli.framework.errors import OK, USAGE, CliError, print_note
from careops_cli.framework.options import Options
from careops_cli.output.templates import as_asked, jq_filter, template_of

if TYPE_CHECKING:
    from pydantic import BaseModel

Item = Mapping[str, Any]
Read = Callable[[Item], Any]
Write = Callable[[str], object]
RECORD_FIELDS = Path(__file__).with_name("record_fields.json")
"""Fields of the records that commands show, generated because importing the contract is slow."""
ROWS = Noun("row", "rows")
_SHORT = 40
"""Maximum number of characters of a value among differences."""
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "＝", "＋", "－", "＠")


@dataclass
class Table:
    """List of items. ``items`` may be a generator, whose items are printed as they arrive."""

    items: Iterable[Item | BaseModel]
    columns: Mapping[str, Read]
    """All available columns in order, with the functions that read them from an item."""
    shown: Sequence[str] = ()
    """Default columns; all if empty."""
    spare: Sequence[str] | None = ()
    """Columns that a narrow terminal omits first, in that order; None if all are required."""
    total: int | None = None
    """Total number, if it is larger than the number of items."""
    noun: Noun = ROWS
    hint: str = ""
    """Printed after the count if there are more."""
    stream: bool = False
    """True to print rows as they arrive, also on a terminal, because they may be endless."""
    tints: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """Colours of values in a table on a terminal, by column, such as ``{"verdict": {"kept": "green"}}``."""
    exit_code: Callable[[], int] = field(default=lambda: OK)
    """Called after all items are printed, because work on several targets may have failed partly."""


@dataclass
class Record:
    """One record. If ``sentence`` says everything, a terminal prints it instead."""

    item: Item | BaseModel
    columns: Mapping[str, Read] = field(default_factory=dict)
    shown: Sequence[str] = ()
    sentence: str = ""
    only_filled: bool = False
    """True to leave out empty fields that were not chosen, where a person reads them."""
    exit_code: Callable[[], int] = field(default=lambda: OK)
    """Called after printing."""


@dataclass
class Message:
    """Message without data."""

    text: str


Result = Table | Record | Message | None


def show(result: Result, options: Options) -> int:
    """Print a command's result and return the exit code."""
    match result:
        case Table():
            return _show_rows(result, options)
        case Record():
            _show_record(result, options)
            return result.exit_code()
        case Message(text):
            print_note(text)
    return OK


def to_item(record: Item | BaseModel) -> Item:
    """Return a record as JSON shows it."""
    return record if isinstance(record, Mapping) else record.model_dump(mode="json")


def on_terminal() -> bool:
    """Return True if stdout is a terminal."""
    return sys.stdout.isatty()


def to_text(value: Any) -> str:
    """Format a value as text: empty for None, yes and no for bools, lists separated by commas, objects as JSON."""
    match value:
        case None:
            return ""
        case bool():
            return "yes" if value else "no"
        case list() | tuple() if any(isinstance(element, (dict, list)) for element in value):
            return json.dumps(value, ensure_ascii=False)
        case list() | tuple():
            return ", ".join(to_text(element) for element in value)
        case dict():
            return json.dumps(value, ensure_ascii=False)
    return str(value)


def differences(before: Item | None, after: Item | None) -> list[str]:
    """Return the differences of two records, such as ``Telemedicine: no → yes``, with the beginning of long values."""
    return [f"{name}: {_short(before, name)} → {_short(after, name)}" for name in {**(before or {}), **(after or {})}]


def _short(item: Item | None, name: str) -> str:
    text = to_text((item or {}).get(name))
    return text if len(text) <= _SHORT else f"{text[:_SHORT]}…"


def field_path(dotted: str) -> Read:
    """Return a function that reads ``location.city`` from nested objects, or None if it is missing."""

    def read(item: Item) -> Any:
        value: Any = item
        for name in dotted.split("."):
            value = value.get(name) if isinstance(value, Mapping) else None
        return value

    return read


def field_columns(*names: str) -> dict[str, Read]:
    """Return columns that show the fields of the same names."""
    return {name: field_path(name) for name in names}


def fields_of(record: str) -> list[str]:
    """Return the fields of a record of the contract; none if its file is not generated yet."""
    fields: dict[str, list[str]] = json.loads(RECORD_FIELDS.read_text("utf-8"))
    return fields.get(record, [])


class Columns(dict[str, Read]):
    """Columns of a table, each with the function that reads it from an item. A text is the path of a field.

    ``records`` are the records of the contract that the items contain. ``--columns`` may select all their fields.
    """

    def __init__(self, *records: str, **columns: str | Read) -> None:
        super().__init__({name: field_path(read) if isinstance(read, str) else read for name, read in columns.items()})
        self.records = records

    @classmethod
    def of(cls, record: str, *first: str) -> Columns:
        """Return a column for each field of a record, under its own name, in the order of the contract. Some may be
        first."""
        return cls(record, **field_columns(*dict.fromkeys([*first, *fields_of(record)])))

    def fields(self) -> list[str]:
        """Return the fields of the records."""
        return [name for record in self.records for name in fields_of(record)]


def selected_columns(columns: Mapping[str, Read], shown: Sequence[str], options: Options) -> dict[str, Read]:
    """Return the selected columns, by their names or those of JSON. Raises ``CliError`` for an unknown one."""
    names = options.chosen_columns or tuple(shown) or tuple(columns)
    if not options.columns_are_known:
        check_columns(names, columns)
    return {name: columns.get(name) or field_path(name) for name in names}


def check_columns(names: Iterable[str], columns: Collection[str], fields: Collection[str] = ()) -> None:
    """Raise ``CliError`` with the most similar name for an unknown column or field. A dot selects a nested field."""
    available_columns = [*columns, *fields]
    for name in names:
        if name not in available_columns and name.partition(".")[0] not in available_columns:
            near = difflib.get_close_matches(name, available_columns, n=1)
            raise CliError(
                f"There is no column {name!r}",
                next_step=f"Did you mean {near[0]!r}?" if near else f"Available: {', '.join(columns)}.",
                code=USAGE,
            )


def _show_rows(rows: Table, options: Options) -> int:
    columns = selected_columns(rows.columns, rows.shown, options)
    printed = 0

    def counted() -> Iterator[Item]:
        nonlocal printed
        for item in rows.items:
            printed += 1
            yield to_item(item)

    chosen = columns if options.chosen_columns else None
    match options.format:
        case "json" if rows.stream:
            for item in counted():
                _write(json.dumps(as_asked(item, chosen), ensure_ascii=False) + "\n")
                sys.stdout.flush()
        case "jq":
            lines = jq_filter(options.jq or "")
            values = counted() if rows.stream else [[as_asked(item, chosen) for item in counted()]]
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
            from careops_cli.auth.profiles import zone_of
            from careops_cli.output.tables import print_table

            cells = ([to_text(read(item)) for read in columns.values()] for item in counted())
            spare = None if options.chosen_columns else rows.spare
            left_out = print_table(list(columns), cells, spare=spare, zone=zone_of(options), tints=rows.tints)
            if left_out:
                print_note(f"Not shown here: {', '.join(left_out)}. See --columns and --json.")
        case _:
            for item in counted():
                sys.stdout.write(_tsv_line(read(item) for read in columns.values()))
                if rows.stream:
                    sys.stdout.flush()
    sys.stdout.flush()
    _say_count(rows, printed)
    return rows.exit_code()


def _say_count(rows: Table, printed: int) -> None:
    if rows.total is not None and rows.total > printed:
        print_note(f"{printed:,} of {rows.total:,}.{' ' + rows.hint if rows.hint else ''}")
    elif printed == 0:
        print_note(f"No {rows.noun.many} found.")
    elif on_terminal():
        print_note(rows.noun.count_text(printed))


def _show_record(record: Record, options: Options) -> None:
    item = to_item(record.item)
    columns = selected_columns(record.columns or field_columns(*item), record.shown, options)
    chosen = columns if options.chosen_columns else None
    if record.only_filled and options.format == "auto" and not chosen:
        columns = {name: read for name, read in columns.items() if read(item)}
    match options.format:
        case "json":
            shown = {name: read(item) for name, read in columns.items()} if options.chosen_columns else item
            _write(json.dumps(shown, indent=2, ensure_ascii=False, default=str) + "\n")
        case "jq":
            _write_lines(jq_filter(options.jq or "")(as_asked(item, chosen)))
        case "template":
            _write_lines([template_of(options.template or "")(_reader(item, record.columns))])
        case "csv":
            write_csv([item], columns)
        case _ if on_terminal() and record.sentence:
            print_note(record.sentence)
        case _ if on_terminal():
            from careops_cli.auth.profiles import zone_of
            from careops_cli.output.tables import print_record

            fields = [(name, to_text(read(item))) for name, read in columns.items()]
            print_record(fields, zone=zone_of(options))
        case _ if len(columns) == 1:  # for shell variables: only the value
            _write("".join(_tsv_line([read(item)]) for read in columns.values()))
        case _:
            _write("".join(_tsv_line([name, read(item)]) for name, read in columns.items()))
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
    """Write a header and one line per item, in chunks, to stdout or with ``write``."""
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
    """Prefix text that a spreadsheet would run as a formula with an apostrophe (SEC-49)."""
    text = to_text(value)
    return f"'{text}" if isinstance(value, (str, list, tuple)) and text.startswith(_FORMULA) else text


_TSV = str.maketrans({"\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r"})


def _tsv_line(values: Iterable[Any]) -> str:
    return "\t".join(to_text(value).translate(_TSV) for value in values) + "\n"


def _reader(item: Item, columns: Mapping[str, Read]) -> Callable[[str], str]:
    """Return a function that reads a field or column of an item as text."""
    return lambda name: to_text((columns.get(name) or field_path(name))(item))


def _write_lines(lines: Iterable[str]) -> None:
    for line in lines:
        _write(f"{line}\n")
        sys.stdout.flush()


def _write(text: str) -> None:
    sys.stdout.write(text)
