"""Ids from a file; targets with more to them come from ``careops.bulk.tables``."""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Sequence

from careops.bulk.errors import TargetsUnreadable
from careops.bulk.grids import Grid, Source, grid, opened
from careops.bulk.tables import title
from careops.bulk.targets import Cell, Found, Wrong, record_id, shown
from careops.nouns import CLINICS, Noun


def read_ids(source: Source, *, of: Noun = CLINICS, id_column: str | None = None) -> Iterator[Found]:
    """The records (clinics, unless ``of`` says otherwise) named in a file, an open binary file or ``sys.stdin.buffer``.

    One id a line, or a table whose header has a column ``clinic_id``, ``id`` or ``id_column``. The lines of
    ``careops clinics list`` in a pipe do as well: they begin with the id. Raises ``TargetsUnreadable``.
    """
    wanted = [title(id_column)] if id_column else of.id_columns
    with opened(source) as (file, name):
        rows = grid(file, name)
        first_number, first = next(rows, (0, []))
        place = _id_place(first, name, wanted, guess=id_column is None)
        if place is None:
            place = 0
            yield record_id(first_number, first[0] if first else None)
        found = _ids(rows, place)
        one = next(found, None)
        if one is not None:
            yield one
            yield from found
        elif not set(wanted).isdisjoint(map(title, first)):
            raise TargetsUnreadable(f"{name} has a header and no rows")


def _ids(rows: Grid, place: int) -> Iterator[Found]:
    for number, cells in rows:
        if place < len(cells):
            yield record_id(number, cells[place])
        else:
            yield Wrong(number, "", "there is no id in this row")


def _id_place(first: Sequence[Cell], name: str, wanted: Sequence[str], *, guess: bool) -> int | None:
    """The column with the ids; None when there is no header and the first column is meant."""
    titles = [title(cell) for cell in first]
    for known in wanted:
        if known in titles:
            return titles.index(known)
    if guess and (len(first) == 1 or not isinstance(record_id(1, first[0]), Wrong)):
        return None
    near = difflib.get_close_matches(wanted[-1], titles, n=1)
    step = f"Did you mean {near[0]!r}? " if near and not guess else ""
    there = ", ".join(shown(cell) for cell in first[:20])
    raise TargetsUnreadable(
        f"{name} has no column {wanted[-1]!r}", next_step=f"{step}There are: {there}. Name one with --id-column."
    )
