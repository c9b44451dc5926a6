"""Looking at a file of leads before it is uploaded: its columns, its first rows, who is in it and what is wrong."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, Final

from careops.bulk.errors import TargetsUnreadable
from careops.bulk.grids import Source
from careops.bulk.leads import Assigned, LeadTable, NewLead, WrongCell, lead_table
from careops.bulk.tables import text_of
from careops.bulk.targets import Cell, shown
from careops.constants import LEAD_ROWS_MAX

FIRST_ROWS: Final = 5
MOST_NAMED: Final = 1_000
"""Wrong rows that are told with their cells; the others are counted."""
_MOST_TOLD: Final = 600_000
"""Characters that those rows take as JSON, at most: they are the last line of what a reader writes."""
_LONGEST_SHOWN: Final = 60
"""Characters of a cell among the first rows."""


@dataclass
class _Seen:
    """What was seen so far."""

    rows: int = 0
    leads: int = 0
    people: int = 0
    wrong: int = 0
    told: int = 0
    first_rows: list[list[str]] = field(default_factory=list)
    wrong_rows: list[dict[str, Any]] = field(default_factory=list)
    campaigns: dict[str, dict[str, int]] = field(default_factory=dict)

    def note_wrong(self, found: WrongCell, cells: Sequence[Cell]) -> None:
        self.wrong += 1
        row = {"row": found.row, "column": found.column, "reason": found.reason, "cells": _texts(cells)}
        self.told += len(json.dumps(row))
        if len(self.wrong_rows) < MOST_NAMED and self.told <= _MOST_TOLD:
            self.wrong_rows.append(row)

    def note_campaign(self, key: str, row: int) -> None:
        kept = self.campaigns.setdefault(key, {"row": row, "rows": 0})
        kept["rows"] += 1


def look_at(source: Source, assigned: Assigned) -> Iterator[dict[str, Any]]:
    """A line for each person of each campaign, then one that says what was seen.

    Whether they are new only the platform knows. A table whose columns do not say who somebody is is shown all the
    same, with the reason as ``missing``: they can be assigned. Raises ``TargetsUnreadable`` when it is no table, or too
    long.
    """
    seen, missing = _Seen(), None
    with lead_table(source, assigned, most=LEAD_ROWS_MAX) as table:
        try:
            yield from _people(table, seen)
        except TargetsUnreadable as error:
            if seen.rows or not _looked_over(table, seen):
                raise
            missing = str(error)
        columns = [
            {"title": shown(cell), "meaning": table.columns.meaning(place)} for place, cell in enumerate(table.first)
        ]
    told = {name: value for name, value in vars(seen).items() if name != "told"}
    yield {**told, "columns": columns, "missing": missing}


def _people(table: LeadTable, seen: _Seen) -> Iterator[dict[str, Any]]:
    met: set[tuple[str | None, str]] = set()
    for cells, found in table.leads():
        _note(cells, seen)
        if isinstance(found, WrongCell):
            seen.note_wrong(found, cells)
            continue
        seen.leads += 1
        campaign = "\x1f".join(found.campaign) if found.campaign else None
        if campaign:
            seen.note_campaign(campaign, found.row)
        one = (campaign, _person(found))
        if one not in met:
            met.add(one)
            seen.people += 1
            yield {"campaign": one[0], "person": one[1]}


def _person(lead: NewLead) -> str:
    """As the platform knows them apart: by their number, else by their email."""
    return lead.phone_number or (lead.email or "").lower()


def _looked_over(table: LeadTable, seen: _Seen) -> bool:
    for _, cells in islice(table.rows, FIRST_ROWS):
        _note(cells, seen)
    seen.rows += sum(1 for _ in table.rows)
    return seen.rows > 0


def _note(cells: Sequence[Cell], seen: _Seen) -> None:
    seen.rows += 1
    if len(seen.first_rows) < FIRST_ROWS:
        seen.first_rows.append([text[:_LONGEST_SHOWN] for text in _texts(cells)])


def _texts(cells: Sequence[Cell]) -> list[str]:
    return [text_of(cell) for cell in cells]
