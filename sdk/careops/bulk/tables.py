"""Read targets with several fields from a table whose first row contains the column titles."""

from __future__ import annotations

import difflib
import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from pydantic import ValidationError

from careops.bulk.errors import TargetsUnreadable
from careops.bulk.table_reader import Source, find_row, rows_of
from careops.bulk.targets import Cell, Found, InvalidRow, format_cell, scientific_notation_error
from careops.contract.validation_errors import problems_from_validation

LOST_LETTERS: Final = "the letters were lost when the file was saved; save it again as CSV UTF-8 or XLSX"
NO_RESULT: Final = "a formula without a result; open the file in a spreadsheet program and save it first"
_ONLY_QUESTION_MARKS: Final = re.compile(r"[?\s.]*\?[\s.]*\?[?\s.]*")
"""Text that a spreadsheet could not encode, because its script is not in the file's encoding."""
_FORMULA_ERROR: Final = re.compile(r"#(?:N/A|REF!|VALUE!|NAME\?|DIV/0!|NULL!|NUM!|SPILL!|CALC!)", re.IGNORECASE)
Cells = Mapping[str, Cell]
"""One row: the cell of each field that has a column in the table."""
RowReader = Callable[[int, Cells], Found]


@dataclass(frozen=True)
class TableLayout:
    """Columns of one kind of table."""

    columns: Mapping[str, tuple[str, ...]]
    """Accepted titles of each field's column; the first is the standard one. Case, blanks and dashes do not matter."""
    optional: frozenset[str] = frozenset()

    def places(
        self, first: Sequence[Cell], name: str, constants: Cells, fallback: Cells | None = None
    ) -> dict[str, int]:
        """Return the position of each field in a row. Raises ``TargetsUnreadable`` if a required column is missing."""
        needless = {*constants, *(fallback or {}), *self.optional}
        titles = [title(cell) for cell in first]
        places = {
            field: next(titles.index(column_name) for column_name in names if column_name in titles)
            for field, names in self.columns.items()
            if any(column_name in titles for column_name in names)
        }
        if twice := places.keys() & constants.keys():
            named = ", ".join(self.columns[field][0] for field in sorted(twice))
            raise TargetsUnreadable(f"{name} already has a column {named}", next_step=f"Omit the {named}.")
        missing = [field for field in self.columns if field not in {*places, *needless}]
        if missing:
            named = ", ".join(self.columns[field][0] for field in missing)
            raise TargetsUnreadable(
                f"{name} has no column {named}", next_step=f"{self._nearest(missing, titles)}{self.described}"
            )
        self._check_misspelt(titles, places, name)
        return places

    def is_header(self, cells: Sequence[Cell], constants: Cells) -> bool:
        """Return True if a row names at least one column, and all required ones."""
        titles = {title(cell) for cell in cells}
        fields = {field for field, names in self.columns.items() if not titles.isdisjoint(names)}
        return bool(fields) and self.columns.keys() <= {*fields, *constants, *self.optional}

    def _check_misspelt(self, titles: Sequence[str], places: Mapping[str, int], name: str) -> None:
        """Refuse an unknown title that is nearly a known one, because the column would be ignored silently."""
        absent = {column_name for field, names in self.columns.items() if field not in places for column_name in names}
        for place, column in enumerate(titles):
            if place not in places.values() and (near := difflib.get_close_matches(column, absent, n=1, cutoff=0.75)):
                raise TargetsUnreadable(
                    f"{name} has a column {column!r} that is not used",
                    next_step=f"Did you mean {near[0]!r}? Otherwise rename it.",
                )

    @property
    def described(self) -> str:
        """Describe the required first row in a sentence."""
        needed = [names[0] for field, names in self.columns.items() if field not in self.optional]
        optional_names = [names[0] for field, names in self.columns.items() if field in self.optional]
        also = f" and, if you like, {', '.join(optional_names)}" if optional_names else ""
        return f"Its first row must name the columns: {', '.join(needed)}{also}."

    def _nearest(self, missing: Sequence[str], titles: Sequence[str]) -> str:
        for field in missing:
            near = difflib.get_close_matches(self.columns[field][0], titles, n=1)
            if near:
                return f"Is {near[0]!r} meant to be {self.columns[field][0]!r}? "
        return ""


def read_table(
    source: Source,
    layout: TableLayout,
    read: RowReader,
    constants: Cells | None = None,
    *,
    fallback: Cells | None = None,
) -> Iterator[Found]:
    """Yield the result of ``read`` for each row. ``given`` contains values that all rows share, without a column.

    ``fallback`` contains values for empty cells, and for every row if there is no such column. Raises
    ``TargetsUnreadable`` if there is no such table.
    """
    same, otherwise = constants or {}, fallback or {}
    with rows_of(source) as (rows, name):
        _, first, below = find_row(rows, lambda cells: layout.is_header(cells, {**otherwise, **same}))
        places = layout.places(first, name, same, otherwise)
        empty = True
        for number, cells in below:
            empty = False
            in_row = {field: cells[place] if place < len(cells) else None for field, place in places.items()}
            row_cells = {field: cell for field, cell in in_row.items() if field not in otherwise or text_of(cell)}
            yield read(number, {**otherwise, **same, **row_cells})
        if empty:
            raise TargetsUnreadable(f"{name} has a header and no rows")


def title(cell: Cell) -> str:
    """Normalise a column title: ``Clinic ID`` becomes ``clinic_id``."""
    return "_".join(
        unicodedata.normalize("NFC", format_cell(cell)).casefold().replace("-", " ").replace("_", " ").split()
    )


def text_of(cell: Cell) -> str:
    """Return a cell's full text, without pasted formatting. A number has no ``.0`` of a spreadsheet."""
    return cell.strip(" \t\r\n\u00a0\ufeff\u200b").removeprefix("'") if isinstance(cell, str) else format_cell(cell)


def why_unusable(cells: Cells, *numbers: str) -> str:
    """Return why a row is unusable, or an empty text. ``numbers`` are fields that a spreadsheet may have rounded."""
    for field in numbers:
        if reason := scientific_notation_error(cells.get(field), field.replace("_number", "").replace("_", " ")):
            return reason
    if any(format_cell(cell) == "=" for cell in cells.values()):
        return NO_RESULT
    return next((reason for cell in cells.values() if (reason := why_unreadable(cell))), "")


def why_unreadable(cell: Cell) -> str:
    """Return why a cell has no readable text (a formula error or lost letters), or an empty text."""
    if not isinstance(cell, str):
        return ""
    text = text_of(cell)
    if _FORMULA_ERROR.fullmatch(text):
        return f"the formula in this cell gives an error ({text})"
    return LOST_LETTERS if "\ufffd" in text or _ONLY_QUESTION_MARKS.fullmatch(text) else ""


def why_no_clinic(wrong: InvalidRow) -> str:
    """Return why the id in a row does not name a clinic."""
    return f"clinic {wrong.text!r}: {wrong.reason}" if wrong.text else "there is no clinic_id in this row"


def row_error(row: int, text: str, error: ValidationError) -> InvalidRow:
    """Build the error of a row whose call fails validation, in the platform's words."""
    return InvalidRow(row, text, "; ".join(dict.fromkeys(problem.title for problem in problems_from_validation(error))))
