"""Read record ids from a file. ``careops.bulk.tables`` reads targets with more columns."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator, Sequence

from careops.bulk.errors import TargetsUnreadable
from careops.bulk.table_reader import Grid, Source, rows_of
from careops.bulk.tables import title
from careops.bulk.targets import Cell, Found, InvalidRow, format_cell, parse_id
from careops.resource_names import CLINICS, Noun

_NAMES_A_COLUMN = re.compile(r"[^\W\d]+")
"""Pattern of a word in a column title. Above a single column of ids, it names the kind of record."""


def read_ids(source: Source, *, of: Noun = CLINICS, id_column: str | None = None) -> Iterator[Found]:
    """Read record ids from a file, an open binary file or ``sys.stdin.buffer``.

    The records are clinics, unless ``of`` names another kind. The file has one id per line, or it is a table with a
    column ``clinic_id``, ``id`` or ``id_column``. ``id`` counts only if all other columns are those of such a record,
    because tables of other records have ids, too. Raises ``TargetsUnreadable``.
    """
    with rows_of(source) as (rows, name):
        first_number, first = next(rows, (0, []))
        place = _id_place(first, name, of, id_column)
        if place is None:
            yield parse_id(first_number, first[0] if first else None)
        ids = _ids(rows, place or 0, alone=place is None)
        first_row = next(ids, None)
        if first_row is not None:
            yield first_row
            yield from ids
        elif place is not None:
            raise TargetsUnreadable(f"{name} has a header and no rows")


def _ids(rows: Grid, place: int, *, alone: bool) -> Iterator[Found]:
    for number, cells in rows:
        if alone and (other_cells := [format_cell(cell) for cell in cells[1:] if format_cell(cell)]):
            yield InvalidRow(number, ",".join([format_cell(cells[0]), *other_cells])[:60], "one id a line, not several")
        elif place < len(cells):
            yield parse_id(number, cells[place])
        else:
            yield InvalidRow(number, "", "there is no id in this row")


def _id_place(first: Sequence[Cell], name: str, of: Noun, id_column: str | None) -> int | None:
    """Return the index of the column with the ids. None if there is no header and each line is an id."""
    titles = [title(cell) for cell in first]
    own, plain = of.id_columns
    if id_column is not None:
        return _place(title(id_column), first, titles, name)
    if own in titles:
        return titles.index(own)
    if plain in titles:
        strangers = [name for name in titles if name and name not in of.columns | {plain}]
        if strangers:
            raise TargetsUnreadable(
                f"{name} may be a table of something else: {of.many} have no {strangers[0]!r}, so its {plain!r} may be "
                f"no {of.one}'s",
                next_step=f"Name the column with --id-column, or call it {own}.",
            )
        return titles.index(plain)
    if len(first) == 1 and not (isinstance(first[0], str) and _NAMES_A_COLUMN.fullmatch(titles[0])):
        return None
    if not isinstance(parse_id(1, first[0]), InvalidRow):
        raise TargetsUnreadable(
            f"{name} has several columns and no header, so the column of ids is unknown",
            next_step=f"Give one id a line, or a first row that names the column {own}.",
        )
    return _place(plain, first, titles, name, or_also=own)


def _place(column: str, first: Sequence[Cell], titles: Sequence[str], name: str, *, or_also: str = "") -> int:
    if column in titles:
        return titles.index(column)
    near = difflib.get_close_matches(or_also, titles, n=1) or difflib.get_close_matches(column, titles, n=1)
    step = f"Did you mean {near[0]!r}? " if near else ""
    columns = ", ".join(format_cell(cell) for cell in first[:20])
    raise TargetsUnreadable(
        f"{name} has no column {column!r}", next_step=f"{step}Available: {columns}. Name one with --id-column."
    )
