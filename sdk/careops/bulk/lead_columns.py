"""Columns of a lead file: the header row and the meaning of each column."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from careops.bulk.errors import TargetsUnreadable
from careops.bulk.table_reader import Grid, find_row
from careops.bulk.tables import title
from careops.bulk.targets import Cell, format_cell
from careops.constants import LEAD_ERROR_TITLES, MAX_LEAD_COLUMNS, MAX_NAME_LENGTH

TITLES: Final[Mapping[str, tuple[str, ...]]] = {
    "first_name": ("first_name", "firstname", "first", "पहला_नाम", "ਪਹਿਲਾ_ਨਾਮ"),
    "last_name": ("last_name", "lastname", "last", "surname", "family_name", "उपनाम", "ਆਖ਼ਰੀ_ਨਾਮ", "ਉਪਨਾਮ"),
    "full_name": (
        "full_name",
        "fullname",
        "name",
        "lead_name",
        "patient_name",
        "patient",
        "customer_name",
        "नाम",
        "पूरा_नाम",
        "ਨਾਮ",
        "ਪੂਰਾ_ਨਾਮ",
    ),
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
        *(
            "contact_no",
            "contact",
            "whatsapp_number",
            "whatsapp",
            "telephone",
            "user_phone",
            "फ़ोन_नंबर",
            "फोन_नंबर",
            "फ़ोन",
            "मोबाइल_नंबर",
            "मोबाइल",
            "ਫ਼ੋਨ_ਨੰਬਰ",
            "ਫੋਨ_ਨੰਬਰ",
            "ਫ਼ੋਨ",
            "ਮੋਬਾਈਲ_ਨੰਬਰ",
            "ਮੋਬਾਈਲ",
        ),
    ),
    "email": ("email", "e_mail", "email_address", "email_id", "mail", "user_email", "work_email", "ईमेल", "ਈਮੇਲ"),
    "created_at": (
        "created_time",
        "created_at",
        "submitted_at",
        "lead_submit_time",
        "date_created",
        "received_at",
        "आने_का_समय",
        "ਕਦੋਂ_ਆਈ",
    ),
    "campaign_id": (
        "campaign_id",
        "अभियान_आईडी",
        "ਮੁਹਿੰਮ_ਆਈਡੀ",
    ),
    "campaign_name": ("campaign_name", "campaign", "अभियान", "ਮੁਹਿੰਮ"),
}
"""Accepted titles of each column; the first is the standard one. Case, blanks and dashes do not matter."""
UTM: Final = "utm_details"
IGNORED: Final = "ignored"
"""Value that assigns no meaning to a column."""
Assigned: TypeAlias = Mapping[str, str]
"""Titles and their meanings, assigned by hand. ``column B`` is the second column if it has no title."""
_UNTITLED: Final = re.compile(r"column_([a-z]{1,2})")
_IN_PLACE_OF: Final[Mapping[str, tuple[str, ...]]] = {
    "first_name": ("full_name", "last_name"),
    "last_name": ("full_name",),
    "phone_number": ("email",),
}
"""Columns that can correct an error of a row, if the table lacks the column that the error names."""
_KNOWN: Final = frozenset(word for words in TITLES.values() for word in words)


@dataclass
class Columns:
    """Positions of the fields in a table."""

    titles: Sequence[str]
    """Normalised title of each column. Empty if it has no title and no assignment."""
    places: dict[str, int] = field(default_factory=dict)
    others: list[tuple[int, str]] = field(default_factory=list)
    """All other columns, which go into the UTM details under their title."""
    titled: frozenset[int] = frozenset()
    """Columns that have a title or an assignment."""

    @classmethod
    def of(cls, first: Sequence[Cell], name: str, assigned: Assigned | None = None) -> Columns:
        """Parse a header row with the assignments made by hand. Raises ``TargetsUnreadable``."""
        if len(first) > MAX_LEAD_COLUMNS:
            raise TargetsUnreadable(f"{name} has more than {MAX_LEAD_COLUMNS} columns")
        assigned_titles = {title(column_title): kind for column_title, kind in (assigned or {}).items()}
        titles = _with_untitled([title(cell) for cell in first], assigned_titles)
        twice = {column_title for column_title in titles if column_title and titles.count(column_title) > 1}
        if twice:
            raise TargetsUnreadable(f"{name} has two columns called {min(twice)!r}", next_step="Rename one of them.")
        columns = cls(titles, titled=frozenset(place for place, column_title in enumerate(titles) if column_title))
        by_hand = _by_hand(titles, name, assigned_titles)
        for place, kind in by_hand.items():
            if kind in columns.places:
                raise TargetsUnreadable(f"{name} has two columns assigned to {kind}", next_step="Assign one of them.")
            if kind in TITLES:
                columns.places[kind] = place
        free = [column_title if place not in by_hand else "" for place, column_title in enumerate(titles)]
        for kind, words in TITLES.items():
            recognised = next((free.index(word) for word in words if word in free), None)
            if recognised is not None and kind not in columns.places:
                columns.places[kind] = recognised
        reports = {place for place, column_title in enumerate(free) if column_title in LEAD_ERROR_TITLES}
        taken = {*columns.places.values(), *reports, *(place for place, kind in by_hand.items() if kind == IGNORED)}
        columns.others = [
            (place, column_title[:MAX_NAME_LENGTH])
            for place, column_title in enumerate(titles)
            if column_title and place not in taken
        ]
        return columns

    def check_complete(self, name: str) -> None:
        """Raise ``TargetsUnreadable`` if the columns do not identify leads."""
        if not _are_complete(self.places):
            raise TargetsUnreadable(
                f"{name} does not say in its first row which columns are the name and the phone number or email",
                next_step="Call them first_name, last_name, phone_number and email.",
            )

    def place_of(self, named: str) -> int | None:
        """Return the place of the column that an error of a row names; None if the table has no such column."""
        if named in self.places:
            return self.places[named]
        other = next((place for place, column_title in self.others if column_title == named), None)
        if other is not None:
            return other
        if match := _UNTITLED.fullmatch(title(named)):
            return place_of_letters(match[1])
        return next((self.places[kind] for kind in _IN_PLACE_OF.get(named, ()) if kind in self.places), None)

    def meaning(self, place: int) -> str | None:
        """Return the meaning of a column. None if it has no title and no assignment."""
        assigned_kind = next((kind for kind, taken in self.places.items() if taken == place), None)
        if assigned_kind is not None or place not in self.titled:
            return assigned_kind
        return UTM if any(place == other for other, _ in self.others) else IGNORED


def untitled(place: int) -> str:
    """Name a column without a title as a spreadsheet does: ``column B``."""
    return f"column {letters_of(place)}"


def letters_of(place: int) -> str:
    """Return the letters of a column in a spreadsheet: 'B' for the second."""
    high, low = divmod(place, 26)
    return f"{chr(64 + high) if high else ''}{chr(65 + low)}"


def place_of_letters(letters: str) -> int:
    """Return the place of a column by its letters in a spreadsheet, the first being 0."""
    place = 0
    for letter in letters.casefold():
        place = place * 26 + ord(letter) - 96
    return place - 1


def find_header(rows: Grid, assigned: Assigned) -> tuple[int, Sequence[Cell], Grid]:
    """Return the number and cells of the header among the first ten rows, and the rows below it.

    The header is the first row that identifies leads; else the first with all assigned titles; else the first row, or
    the one below a single title.
    """
    assigned_titles = {title(column_title): kind for column_title, kind in assigned.items()}
    named = {column_title for column_title in assigned_titles if not _UNTITLED.fullmatch(column_title)}

    def is_complete(cells: Sequence[Cell]) -> bool:
        titles = {title(cell) for cell in cells}
        kinds = {
            kind for kind, words in TITLES.items() if not titles.isdisjoint(words) or kind in assigned_titles.values()
        }
        return named <= titles and not titles.isdisjoint({*named, *_KNOWN}) and _are_complete(kinds)

    def has_assigned(cells: Sequence[Cell]) -> bool:
        return bool(named) and named <= {title(cell) for cell in cells}

    def is_below_a_heading(cells: Sequence[Cell]) -> bool:
        return sum(1 for cell in cells if format_cell(cell)) > 1 or any(title(cell) in _KNOWN for cell in cells)

    return find_row(rows, is_complete, has_assigned, is_below_a_heading)


def _are_complete(kinds: Mapping[str, int] | set[str]) -> bool:
    return any(kind in kinds for kind in ("first_name", "full_name")) and ("phone_number" in kinds or "email" in kinds)


def _with_untitled(titles: list[str], assigned: Mapping[str, str]) -> list[str]:
    """Return the titles, with names for the untitled columns that have an assignment."""
    for column_title in assigned:
        if column_title not in titles and (match := _UNTITLED.fullmatch(column_title)):
            place = place_of_letters(match[1])
            if place < MAX_LEAD_COLUMNS:
                titles += [""] * (place + 1 - len(titles))
                titles[place] = titles[place] or column_title
    return titles


def _by_hand(titles: Sequence[str], name: str, assigned: Mapping[str, str]) -> dict[int, str]:
    for column_title in assigned:
        if not column_title or column_title not in titles:
            raise TargetsUnreadable(
                f"{name} has no column {column_title!r}", next_step="Assign columns by their titles."
            )
    return {titles.index(column_title): kind for column_title, kind in assigned.items()}
