"""Read leads from a table: any layout, including exports of Meta's and Google's lead forms."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import islice
from typing import Any, Final, TypeAlias

from careops.bulk.errors import TargetsUnreadable
from careops.bulk.lead_columns import Assigned, Columns, find_header, untitled
from careops.bulk.moments import parse_moment
from careops.bulk.table_reader import Grid, Source, rows_of
from careops.bulk.tables import NO_RESULT, text_of, why_unreadable
from careops.bulk.targets import Cell, as_sentence, scientific_notation_error
from careops.constants import MAX_LEAD_ROWS, MAX_NAME_LENGTH, MAX_TEXT_LENGTH
from careops.contract.fields import clean_text, mobile_number
from careops.error_codes import title_of

Corrections: TypeAlias = Mapping[int, Mapping[int, str]]
"""Texts to read in place of cells, by row (the first being 1) and place (the first being 0)."""
MAX_WRONG_ROWS: Final = 20
"""Maximum number of wrong rows that are listed. Further ones are counted."""
MAX_EMAIL_LENGTH: Final = 254
NO_TITLE: Final = title_of("cell_column_untitled")
_NOTHING: Final = frozenset({"-", "--", "–", "—", "n/a", "nan", "null", "none"})
_NAMES: Final = ("first_name", "last_name", "full_name")
_EMAIL: Final = re.compile(r"[^\s@<>\"(),;:]+@[^\s@<>\"(),;:.]+(\.[^\s@<>\"(),;:.]+)+")
_PREFIX: Final = re.compile(r"^(?:p|c|l|f|ag|as):")
"""Prefix that Meta writes before numbers, so that spreadsheets do not reformat them."""


@dataclass(frozen=True)
class NewLead:
    """Row of the table that can be added."""

    row: int
    first_name: str | None
    last_name: str | None
    phone_number: str | None
    email: str | None
    created_at: datetime | None
    """Time when the lead came in, if the table contains it; else the current time."""
    campaign: tuple[str, str] | None
    """Id and name of the campaign in the table. Either may be empty."""
    utm_details: Mapping[str, str]


@dataclass(frozen=True)
class WrongCell:
    """Reason why a row cannot be added: the column and its error."""

    row: int
    column: str
    reason: str
    column_number: int | None = None
    """Number of that column in the file, from 1; None if the file has no such column."""

    def __str__(self) -> str:
        return f"Row {self.row}, {self.column}: {self.reason}"


@dataclass(frozen=True)
class LeadTable:
    """Table of leads, open for reading once."""

    name: str
    header_row: int
    first: Sequence[Cell]
    columns: Columns
    rows: Iterator[tuple[int, Sequence[Cell]]]
    corrected: Corrections = field(default_factory=dict)

    def leads(self) -> Iterator[tuple[Sequence[Cell], NewLead | WrongCell]]:
        """Yield each row with its lead or error. Raises ``TargetsUnreadable`` if it is not a table of leads."""
        self.columns.check_complete(self.name)
        empty = True
        for number, cells in self.rows:
            empty = False
            yield cells, _lead(number, cells, self.columns)
        if empty:
            raise TargetsUnreadable(f"{self.name} has a header and no rows")


@contextmanager
def lead_table(
    source: Source, assigned: Assigned | None = None, corrected: Corrections | None = None, *, most: int | None = None
) -> Iterator[LeadTable]:
    """Open a table of at most ``most`` rows. Raises ``TargetsUnreadable`` if it is not a table, or has more rows."""
    with rows_of(source, several_columns=True) as (rows, name):
        header_row, first, below = find_header(rows, assigned or {})
        columns = Columns.of(first, name, assigned)
        rows = below if most is None else _up_to(most, below, name)
        if corrected:
            rows = _correct(rows, corrected, name)
        yield LeadTable(name, header_row, first, columns, rows, corrected or {})


def _up_to(most: int, rows: Grid, name: str) -> Grid:
    yield from islice(rows, most)
    if next(rows, None) is not None:
        raise TargetsUnreadable(f"{name} has more than {most} rows", next_step="Upload it in parts.")


def _correct(rows: Grid, corrected: Corrections, name: str) -> Grid:
    """Yield the corrected rows. Raises ``TargetsUnreadable`` if a correction names a row that is not read."""
    left = set(corrected)
    for number, cells in rows:
        texts = corrected.get(number)
        if texts is None:
            yield number, cells
            continue
        left.discard(number)
        width = max(len(cells), max(texts) + 1)
        yield number, [texts.get(place, cells[place] if place < len(cells) else None) for place in range(width)]
    if left:
        raise TargetsUnreadable(f"{name} has no row {min(left)} to correct")


def read_leads(
    source: Source, assigned: Assigned | None = None, corrected: Corrections | None = None
) -> Iterator[NewLead | WrongCell]:
    """Yield the lead or error of each row. Raises ``TargetsUnreadable`` if it is not a table of leads, or too long."""
    with lead_table(source, assigned, corrected, most=MAX_LEAD_ROWS) as table:
        for _, lead in table.leads():
            yield lead


class _WrongError(Exception):
    def __init__(self, column: str, reason: str) -> None:
        super().__init__(as_sentence(reason))
        self.column = column


def _lead(row: int, cells: Sequence[Cell], columns: Columns) -> NewLead | WrongCell:
    values = {
        kind: cells[place] for kind, place in columns.places.items() if place < len(cells) and is_given(cells[place])
    }
    try:
        first, last = _name(values)
        phone, email = _phone(values.get("phone_number")), _email(values.get("email"))
        if phone is None and email is None:
            raise _WrongError("phone_number", title_of("cell_contact_missing"))
        utm = {
            column_title: _text(column_title, cells[place])
            for place, column_title in columns.others
            if place < len(cells) and is_there(cells[place])
        }
        stray = next(
            (place for place, cell in enumerate(cells) if place not in columns.titled and is_there(cell)), None
        )
        if stray is not None:
            raise _WrongError(untitled(stray), NO_TITLE)
        when = _moment(values.get("created_at"))
        campaign = (_campaign_id(values.get("campaign_id")), _text("campaign_name", values.get("campaign_name")))
    except _WrongError as wrong:
        place = columns.place_of(wrong.column)
        return WrongCell(row, wrong.column, str(wrong), None if place is None else place + 1)
    return NewLead(row, first, last, phone, email, when, campaign if any(campaign) else None, utm)


def is_there(cell: Cell) -> bool:
    # Fast path: files have millions of cells, and most are empty or begin with a letter.
    if cell is None or cell == "":
        return False
    return (isinstance(cell, str) and cell[0].isalnum()) or text_of(cell).strip() != ""


def is_given(cell: Cell) -> bool:
    """Return True unless a cell about a person is empty or a placeholder such as ``n/a``."""
    return is_there(cell) and not (isinstance(cell, str) and text_of(cell).casefold() in _NOTHING)


def _text(column: str, cell: Cell) -> str:
    if cell is None:
        return ""
    text = text_of(cell)
    if text == "=":
        raise _WrongError(column, NO_RESULT)
    if len(text) > MAX_TEXT_LENGTH:
        raise _WrongError(column, title_of("cell_too_long", count=MAX_TEXT_LENGTH))
    try:
        return clean_text(text)
    except ValueError as error:
        raise _WrongError(column, str(error)) from None


def _name(values: Mapping[str, Cell]) -> tuple[str | None, str | None]:
    names = [_text(kind, values.get(kind)) for kind in _NAMES]
    for kind, name in zip(_NAMES, names, strict=True):
        if reason := why_unreadable(values.get(kind)):
            raise _WrongError(kind, reason)
        if len(name) > MAX_NAME_LENGTH:
            raise _WrongError(kind, title_of("cell_too_long", count=MAX_NAME_LENGTH))
    first, last, full = names
    if not first and not last and full:
        first, _, last = full.rpartition(" ") if " " in full else (full, "", "")
    if not first and not last:
        raise _WrongError("first_name", title_of("cell_name_missing"))
    return first.strip() or None, last.strip() or None


def _phone(cell: Cell) -> str | None:
    if cell is None:
        return None
    if reason := scientific_notation_error(cell, "phone number"):
        raise _WrongError("phone_number", reason)
    text = _PREFIX.sub("", _text("phone_number", cell)).strip()
    if not text:
        return None
    try:
        return str(mobile_number(text))
    except ValueError as error:
        raise _WrongError("phone_number", str(error)) from None


def _campaign_id(cell: Cell) -> str:
    """Return the id as text, without the ``.0`` of a numeric column."""
    text = _text("campaign_id", cell)
    digits, _, fraction = text.partition(".")
    return digits if digits.isdigit() and fraction and not fraction.strip("0") else text


def _email(cell: Cell) -> str | None:
    text = _text("email", cell)
    if not text:
        return None
    if len(text) > MAX_EMAIL_LENGTH or not _EMAIL.fullmatch(text):
        raise _WrongError("email", title_of("email_invalid"))
    return text


def _moment(cell: Cell) -> datetime | None:
    if not _text("created_at", cell):
        return None
    try:
        return parse_moment(cell, datetime.now(UTC))
    except ValueError as error:
        raise _WrongError("created_at", str(error)) from None


def as_json(lead: NewLead) -> dict[str, Any]:
    """Return the row as JSON for the parent of the sandboxed reader."""
    return {
        "first_name": lead.first_name,
        "last_name": lead.last_name,
        "phone_number": lead.phone_number,
        "email": lead.email,
        "created_at": lead.created_at and lead.created_at.isoformat(),
        "campaign": lead.campaign and "\x1f".join(lead.campaign),
        "utm_details": dict(lead.utm_details),
    }
