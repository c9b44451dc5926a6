"""Leads from a table that anybody kept: their own, or what Meta's and Google's lead forms export."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import islice
from typing import Any, Final, TypeAlias

from careops.bulk.errors import TargetsUnreadable
from careops.bulk.grids import Grid, Source, rows_of
from careops.bulk.tables import text_of, title
from careops.bulk.targets import Cell, exponent_reason, shown
from careops.constants import LEAD_ROWS_MAX, NAME_MAX, TEXT_MAX
from careops.fields import clean_text, national_number

TITLES: Final[Mapping[str, tuple[str, ...]]] = {
    "first_name": ("first_name", "firstname", "first"),
    "last_name": ("last_name", "lastname", "last", "surname", "family_name"),
    "full_name": ("full_name", "fullname", "name", "lead_name", "patient_name", "patient", "customer_name"),
    "phone_number": (
        *(
            "phone_number",
            "phone",
            "phone_no",
            "mobile",
            "mobile_number",
            "mobile_no",
            "mobile_phone",
            "contact_number",
        ),
        *("contact_no", "contact", "whatsapp_number", "whatsapp", "telephone", "user_phone"),
    ),
    "email": ("email", "e_mail", "email_address", "email_id", "mail", "user_email", "work_email"),
    "created_at": ("created_time", "created_at", "submitted_at", "lead_submit_time", "date_created"),
    "campaign_id": ("campaign_id",),
    "campaign_name": ("campaign_name", "campaign"),
}
"""What a column may be called, the first of them ours. Case, blanks and dashes do not matter."""
UTM: Final = "utm_details"
IGNORED: Final = "ignored"
"""What a column may be assigned to beside those: everything else, or nothing at all."""
Assigned: TypeAlias = Mapping[str, str]
"""Titles and what stands below them, chosen by hand; other columns are known by their titles."""
MOST_COLUMNS: Final = 100
MOST_WRONG: Final = 20
"""Wrong rows that are named; the others are counted."""
EMAIL_MAX: Final = 254
_NAMES: Final = ("first_name", "last_name", "full_name")
_EMAIL: Final = re.compile(r"[^\s@<>\"(),;:]+@[^\s@<>\"(),;:.]+(\.[^\s@<>\"(),;:.]+)+")
_PREFIX: Final = re.compile(r"^(?:p|c|l|f|ag|as):")
"""What Meta writes before numbers, so that a spreadsheet leaves them alone."""


@dataclass(frozen=True)
class NewLead:
    """A row of the table that can be added."""

    row: int
    first_name: str | None
    last_name: str | None
    phone_number: str | None
    email: str | None
    created_at: datetime | None
    """When it came in, where the table tells; else now."""
    campaign: tuple[str, str] | None
    """What the table says of its campaign, id and name; either may be empty."""
    utm_details: Mapping[str, str]


@dataclass(frozen=True)
class WrongCell:
    """Why a row cannot be added: the column and what is wrong with it."""

    row: int
    column: str
    reason: str

    def __str__(self) -> str:
        return f"Row {self.row}, {self.column}: {self.reason}"


@dataclass
class Columns:
    """Where a table has what."""

    places: dict[str, int] = field(default_factory=dict)
    others: list[tuple[int, str]] = field(default_factory=list)
    """Everything else, which goes into the UTM details under its own title."""
    titled: frozenset[int] = frozenset()
    """Columns that have a title; titles that were merged cover more than one."""

    @classmethod
    def of(cls, first: Sequence[Cell], name: str, assigned: Assigned | None = None) -> Columns:
        """What a first row says, and whoever assigned columns by hand. Raises ``TargetsUnreadable``."""
        if len(first) > MOST_COLUMNS:
            raise TargetsUnreadable(f"{name} has more than {MOST_COLUMNS} columns")
        titles = [title(cell) for cell in first]
        twice = {one for one in titles if one and titles.count(one) > 1}
        if twice:
            raise TargetsUnreadable(f"{name} has two columns called {min(twice)!r}", next_step="Rename one of them.")
        found = cls(titled=frozenset(place for place, one in enumerate(titles) if one))
        by_hand = _by_hand(titles, name, assigned or {})
        for place, kind in by_hand.items():
            if kind in found.places:
                raise TargetsUnreadable(f"{name} has two columns assigned to {kind}", next_step="Assign one of them.")
            if kind in TITLES:
                found.places[kind] = place
        free = [one if place not in by_hand else "" for place, one in enumerate(titles)]
        for kind, known in TITLES.items():
            recognised = next((free.index(one) for one in known if one in free), None)
            if recognised is not None and kind not in found.places:
                found.places[kind] = recognised
        taken = {*found.places.values(), *(place for place, kind in by_hand.items() if kind == IGNORED)}
        found.others = [(place, one[:NAME_MAX]) for place, one in enumerate(titles) if one and place not in taken]
        return found

    def refuse_incomplete(self, name: str) -> None:
        """Raises ``TargetsUnreadable`` where they name no leads."""
        named = any(kind in self.places for kind in ("first_name", "full_name"))
        if not named or not ({"phone_number", "email"} & self.places.keys()):
            raise TargetsUnreadable(
                f"{name} does not say in its first row which columns are the name and the phone number or email",
                next_step="Call them first_name, last_name, phone_number and email.",
            )

    def meaning(self, place: int) -> str | None:
        """What stands in a column; None where it has no title."""
        known = next((kind for kind, taken in self.places.items() if taken == place), None)
        if known is not None or place not in self.titled:
            return known
        return UTM if any(place == other for other, _ in self.others) else IGNORED


def _by_hand(titles: Sequence[str], name: str, assigned: Assigned) -> dict[int, str]:
    wanted = {title(one): kind for one, kind in assigned.items()}
    for one in wanted:
        if not one or one not in titles:
            raise TargetsUnreadable(f"{name} has no column {one!r}", next_step="Assign columns by their titles.")
    return {titles.index(one): kind for one, kind in wanted.items()}


@dataclass(frozen=True)
class LeadTable:
    """A table of leads that is open for reading, once."""

    name: str
    first: Sequence[Cell]
    columns: Columns
    rows: Iterator[tuple[int, Sequence[Cell]]]

    def leads(self) -> Iterator[tuple[Sequence[Cell], NewLead | WrongCell]]:
        """Each row and what it is. Raises ``TargetsUnreadable`` when it is no table of leads."""
        self.columns.refuse_incomplete(self.name)
        empty = True
        for number, cells in self.rows:
            empty = False
            yield cells, _lead(number, cells, self.columns)
        if empty:
            raise TargetsUnreadable(f"{self.name} has a header and no rows")


@contextmanager
def lead_table(source: Source, assigned: Assigned | None = None, *, most: int | None = None) -> Iterator[LeadTable]:
    """A table of ``most`` rows, opened. Raises ``TargetsUnreadable`` when it is none, or where its rows are more."""
    with rows_of(source) as (rows, name):
        _, first = next(rows, (0, []))
        columns = Columns.of(first, name, assigned)
        yield LeadTable(name, first, columns, rows if most is None else _up_to(most, rows, name))


def _up_to(most: int, rows: Grid, name: str) -> Grid:
    yield from islice(rows, most)
    if next(rows, None) is not None:
        raise TargetsUnreadable(f"{name} has more than {most} rows", next_step="Upload it in parts.")


def read_leads(source: Source, assigned: Assigned | None = None) -> Iterator[NewLead | WrongCell]:
    """What each row of a file to upload is. Raises ``TargetsUnreadable`` when it is no table of leads, or too long."""
    with lead_table(source, assigned, most=LEAD_ROWS_MAX) as table:
        for _, found in table.leads():
            yield found


class _WrongError(Exception):
    def __init__(self, column: str, reason: str) -> None:
        super().__init__(reason)
        self.column = column


def _lead(row: int, cells: Sequence[Cell], columns: Columns) -> NewLead | WrongCell:
    given = {
        kind: cells[place] for kind, place in columns.places.items() if place < len(cells) and _is_there(cells[place])
    }
    try:
        first, last = _name(given)
        phone, email = _phone(given.get("phone_number")), _email(given.get("email"))
        if phone is None and email is None:
            raise _WrongError("phone_number", "a phone number or an email is missing")
        utm = {
            one: _text(one, cells[place])
            for place, one in columns.others
            if place < len(cells) and _is_there(cells[place])
        }
        stray = next(
            (place for place, cell in enumerate(cells) if place not in columns.titled and _is_there(cell)), None
        )
        if stray is not None:
            raise _WrongError(f"column {stray + 1}", "it has no title in the first row")
        when = _moment(given.get("created_at"))
        if when is None and "created_at" in given:
            utm["created_time"] = _text("created_time", given["created_at"])
        campaign = tuple(_text(kind, given.get(kind)) for kind in ("campaign_id", "campaign_name"))
    except _WrongError as wrong:
        return WrongCell(row, wrong.column, str(wrong))
    named = (campaign[0], campaign[1]) if any(campaign) else None
    return NewLead(row, first, last, phone, email, when, named, utm)


def _is_there(cell: Cell) -> bool:
    # Most cells by far hold nothing, or begin with a letter: a file has millions of them.
    if cell is None or cell == "":
        return False
    return (isinstance(cell, str) and cell[0].isalnum()) or text_of(cell).strip() != ""


def _text(column: str, cell: Cell) -> str:
    if cell is None:
        return ""
    text = text_of(cell)
    if text == "=":
        raise _WrongError(column, "a formula nobody calculated; save the file in the spreadsheet first")
    if len(text) > TEXT_MAX:
        raise _WrongError(column, f"it can have at most {TEXT_MAX} characters")
    try:
        return clean_text(text)
    except ValueError as error:
        raise _WrongError(column, str(error)) from None


def _name(given: Mapping[str, Cell]) -> tuple[str | None, str | None]:
    names = [_text(kind, given.get(kind)) for kind in _NAMES]
    for kind, name in zip(_NAMES, names, strict=True):
        if len(name) > NAME_MAX:
            raise _WrongError(kind, f"it can have at most {NAME_MAX} characters")
    first, last, full = names
    if not first and not last and full:
        first, _, last = full.rpartition(" ") if " " in full else (full, "", "")
    if not first and not last:
        raise _WrongError("first_name", "a name is missing")
    return first.strip() or None, last.strip() or None


def _phone(cell: Cell) -> str | None:
    if cell is None:
        return None
    if reason := exponent_reason(cell, "phone number"):
        raise _WrongError("phone_number", reason)
    text = _PREFIX.sub("", _text("phone_number", cell)).strip()
    if not text:
        return None
    try:
        return str(national_number(text))
    except ValueError as error:
        raise _WrongError("phone_number", str(error)) from None


def _email(cell: Cell) -> str | None:
    text = _text("email", cell)
    if not text:
        return None
    if len(text) > EMAIL_MAX or not _EMAIL.fullmatch(text):
        raise _WrongError("email", "Please enter a valid email address")
    return text


def _moment(cell: Cell) -> datetime | None:
    """A moment with its zone, as lead forms write it; any other is not ours to guess."""
    try:
        found = datetime.fromisoformat(shown(cell))
    except ValueError:
        return None
    if found.tzinfo is None or not 2000 <= found.year < 2200:
        return None
    return found.astimezone(UTC)


def as_json(lead: NewLead) -> dict[str, Any]:
    """The row as the limited reader hands it on."""
    return {
        "first_name": lead.first_name,
        "last_name": lead.last_name,
        "phone_number": lead.phone_number,
        "email": lead.email,
        "created_at": lead.created_at and lead.created_at.isoformat(),
        "campaign": lead.campaign and "\x1f".join(lead.campaign),
        "utm_details": dict(lead.utm_details),
    }
