"""Targets of a bulk run, one per row, and errors of rows that are not targets."""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from careops.contract.fields import MAX_ID

Key = int | str
Cell = str | int | float | bool | datetime.date | datetime.time | datetime.timedelta | None
_DIGITS = re.compile(r"[0-9]{1,19}(\.0+)?")
_EXPONENT = re.compile(r"[+-]?[0-9]+([.,][0-9]+)?[eE][+-]?[0-9]+")
_QUOTE_LENGTH = 60


class Outcome(StrEnum):
    """Outcome of a row."""

    DONE = "done"
    ASKED = "asked for"
    """Accepted by the platform, which makes the change in the background. Not done yet."""
    UNCHANGED = "unchanged"
    FAILED = "failed"
    DUPLICATE = "duplicate"
    INVALID = "invalid"
    PLANNED = "planned"
    """The change would be made (dry run)."""
    NOT_TRIED = "not tried"
    """The run ended before this target. Used in reports only: a target without an outcome is open."""


Settled = tuple[Key, Outcome, str, Mapping[str, Any]]
"""A target's key, its outcome with the reason, and the values of the answer."""


@dataclass(frozen=True)
class Target:
    """One record to change. ``row`` is its origin: a line, a row of a sheet or the position in a list."""

    row: int
    key: Key
    fields: Mapping[str, Any] = field(default_factory=dict)
    """Further fields that the change needs."""
    as_wanted: bool | None = None
    """True if the record needs no change; None if its state is unknown."""


@dataclass(frozen=True)
class InvalidRow:
    """Row that is not a target, with its text and the reason."""

    row: int
    text: Key
    """Text of the row. For a row that repeats a target, the target's key."""
    reason: str


Found = Target | InvalidRow


def parse_id(row: int, cell: Cell) -> Found:
    """Parse the record id in a cell, in the forms that people and spreadsheets write."""
    text = format_cell(cell)
    reason = _why_no_id(cell, text)
    return InvalidRow(row, text, reason) if reason else Target(row, int(text.partition(".")[0]))


def parse_ids(cells: Iterable[Cell]) -> Iterator[Found]:
    """Yield the records of a sequence of ids, numbered from 1."""
    return (parse_id(row, cell) for row, cell in enumerate(cells, start=1))


def scientific_notation_error(cell: Cell, what: str) -> str:
    """Return why a number is refused if a spreadsheet rounded it, or an empty text."""
    text = format_cell(cell)
    if not _EXPONENT.fullmatch(text):
        return ""
    return (
        f"a spreadsheet changed the {what} to {text} and digits were lost; format the column as text and type it again"
    )


def as_sentence(reason: str) -> str:
    """Return a reason with a capital letter, as the rows of lead files have it."""
    return reason[:1].upper() + reason[1:]


def format_cell(cell: Cell) -> str:
    """Format a cell for people, shortened for a report."""
    match cell:
        case None:
            return ""
        case float() if cell.is_integer() and abs(cell) < 2**53:
            return str(int(cell))
        case str():
            # NBSP, BOM and the apostrophe that makes a spreadsheet keep a number as text
            text = cell.strip(" \t\r\n\u00a0\ufeff\u200b").removeprefix("'")
            return text if len(text) <= _QUOTE_LENGTH else f"{text[:_QUOTE_LENGTH]}…"
    return str(cell)


def _why_no_id(cell: Cell, text: str) -> str:
    if _DIGITS.fullmatch(text):
        between = 1 <= int(text.partition(".")[0]) <= MAX_ID
        return "" if between else f"an id is between 1 and {MAX_ID}"
    if not text:
        return "there is no id in this row"
    if isinstance(cell, bool):
        return "true or false is not an id"
    if isinstance(cell, (datetime.date, datetime.time, datetime.timedelta)):
        return "a date is not an id; format the column as a number"
    if reason := scientific_notation_error(cell, "id"):
        return reason
    if text.startswith("#") and text.endswith(("!", "?", "/A")):
        return f"the formula in this cell gives an error ({text})"
    if text.startswith("="):
        return "a formula is not an id; save the file in the spreadsheet first, so that it holds the result"
    return "an id is a whole number of 1 or more"
