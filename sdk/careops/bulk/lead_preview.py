"""Preview of a lead file before its upload: columns, first rows, people and errors."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final

from careops.bulk.errors import TargetsUnreadable
from careops.bulk.lead_columns import Assigned, Columns, untitled
from careops.bulk.leads import Corrections, LeadTable, NewLead, WrongCell, is_given, is_there, lead_table
from careops.bulk.sheet_names import selection_of
from careops.bulk.table_reader import Source
from careops.bulk.tables import text_of
from careops.bulk.targets import Cell, format_cell
from careops.constants import MAX_LEAD_COLUMNS, MAX_LEAD_ROWS
from careops.india_time import INDIA
from careops.models.lead_uploads import MAX_LISTED_ROWS, MAX_MERGED, MAX_WRONG_ROWS_LENGTH, is_other_name

FIRST_ROWS: Final = 5
_MAX_STORED: Final = 8_000_000
"""Maximum number of characters of rows with a campaign that are kept until the end."""
_MAX_SHOWN_LENGTH: Final = 60
"""Maximum length of a cell in the first rows, in characters."""


@dataclass
class _Counts:
    """State collected while reading the file."""

    rows: int = 0
    leads: int = 0
    people: int = 0
    wrong: int = 0
    wrong_rows_size: int = 0
    stray: set[int] = field(default_factory=set)
    """Columns without a title that contain values."""
    first_rows: list[list[str]] = field(default_factory=list)
    wrong_rows: list[dict[str, Any]] = field(default_factory=list)
    corrected_rows: list[dict[str, Any]] = field(default_factory=list)
    merged: int = 0
    merged_rows: list[dict[str, Any]] = field(default_factory=list)
    campaign_rows: int = 0
    campaigns: dict[str, dict[str, int]] = field(default_factory=dict)

    def note_stray(self, cells: Sequence[Cell], columns: Columns) -> None:
        places = (place for place in range(len(cells)) if place not in columns.titled)
        self.stray.update(place for place in places if is_there(cells[place]))

    def note_wrong(self, lead: WrongCell, cells: Sequence[Cell]) -> None:
        self.wrong += 1
        row = {**vars(lead), "cells": _texts(cells)}
        self.wrong_rows_size += len(json.dumps(row))
        if len(self.wrong_rows) < MAX_LISTED_ROWS and self.wrong_rows_size <= MAX_WRONG_ROWS_LENGTH:
            self.wrong_rows.append(row)

    def note_merged(self, row: int, person: str, name: str, earlier_lead: tuple[int, str]) -> None:
        if not is_other_name(name, earlier_lead[1]):
            return
        self.merged += 1
        if len(self.merged_rows) < MAX_MERGED:
            merged = {
                "row": row,
                "person": person,
                "name": name,
                "known_name": earlier_lead[1],
                "known_row": earlier_lead[0],
            }
            self.merged_rows.append(merged)

    def note_campaign(self, key: str, row: int) -> None:
        campaign_row = self.campaigns.setdefault(key, {"row": row, "rows": 0})
        campaign_row["rows"] += 1


def preview(
    source: Source,
    assigned: Assigned,
    about: Mapping[str, Any] | None = None,
    corrected: Corrections | None = None,
) -> Iterator[dict[str, Any]]:
    """Yield one line for each person of each campaign, one for each row with a campaign, then a summary.

    Only the platform knows which people are new. If the columns do not identify people, the table is shown with the
    reason as ``missing``, so that a user can assign the columns. ``about`` names the sheets of the source once it is
    read. Raises ``TargetsUnreadable`` if it is not a table, or too long.
    """
    counts, missing = _Counts(), None
    with lead_table(source, assigned, corrected, most=MAX_LEAD_ROWS) as table:
        try:
            yield from _people(table, counts)
        except TargetsUnreadable as error:
            if counts.rows or not _collect_rows(table, counts):
                raise
            missing = str(error)
        columns = _columns(table, counts)
        header_row = table.header_row
    summary = {name: value for name, value in vars(counts).items() if name not in ("wrong_rows_size", "stray")}
    yield {**summary, **selection_of(about or {}), "header_row": header_row, "columns": columns, "missing": missing}


def _columns(table: LeadTable, counts: _Counts) -> list[dict[str, str | None]]:
    """Return each column's title and meaning. A column without a title gets a name if its rows contain values."""
    columns = table.columns
    named = {place for place in {*counts.stray, *range(len(columns.titles))} if place < MAX_LEAD_COLUMNS}
    descriptions: list[dict[str, str | None]] = []
    for place in range(max(named, default=-1) + 1):
        text = format_cell(table.first[place]) if place < len(table.first) else ""
        is_named = place in counts.stray or place in columns.titled
        descriptions.append({"title": text or (untitled(place) if is_named else ""), "meaning": columns.meaning(place)})
    return descriptions


def _people(table: LeadTable, counts: _Counts) -> Iterator[dict[str, Any]]:
    met: dict[tuple[str | None, str], tuple[int, str]] = {}
    campaign_rows = _CampaignRows()
    for cells, lead in table.leads():
        stored = _stored_cells(cells, lead, table.columns)
        _note(stored, counts)
        counts.note_stray(cells, table.columns)
        if isinstance(lead, WrongCell):
            counts.note_wrong(lead, cells)
            continue
        if lead.row in table.corrected:
            counts.corrected_rows.append({"row": lead.row, "cells": _texts(stored)})
        counts.leads += 1
        campaign = "\x1f".join(lead.campaign) if lead.campaign else None
        if campaign:
            counts.note_campaign(campaign, lead.row)
            campaign_rows.add(campaign, lead.row, cells)
        person_key, name = (campaign, _person(lead)), " ".join(filter(None, (lead.first_name, lead.last_name)))
        if person_key in met:
            counts.note_merged(lead.row, person_key[1], name, met[person_key])
        else:
            met[person_key] = (lead.row, name)
            counts.people += 1
            yield {"campaign": person_key[0], "person": person_key[1], "at": lead.row, "name": name}
    counts.campaign_rows = len(campaign_rows.rows)
    yield from campaign_rows.rows


class _CampaignRows:
    """Rows with a campaign. The platform reports those with an unknown campaign as wrong."""

    def __init__(self) -> None:
        self.rows: list[dict[str, Any]] = []
        self._counts: dict[str, int] = {}
        self._size = 0

    def add(self, campaign: str, row: int, cells: Sequence[Cell]) -> None:
        count = self._counts[campaign] = self._counts.get(campaign, 0) + 1
        if count > MAX_LISTED_ROWS or self._size > _MAX_STORED:
            return
        texts = _texts(cells)
        self._size += sum(map(len, texts))
        self.rows.append({"campaign": campaign, "row": row, "cells": texts})


def _stored_cells(cells: Sequence[Cell], lead: NewLead | WrongCell, columns: Columns) -> Sequence[Cell]:
    """Return the cells of a row as they will be stored, with the time in India's time zone."""
    if isinstance(lead, WrongCell):
        return cells
    stored = {"phone_number": lead.phone_number, "created_at": _in_india(lead.created_at)}
    places = {place: stored.get(kind) for kind, place in columns.places.items()}
    return [
        (places[place] or cell if is_given(cell) else "") if place in places else cell
        for place, cell in enumerate(cells)
    ]


def _in_india(moment: datetime | None) -> str | None:
    return moment.astimezone(INDIA).isoformat(timespec="seconds") if moment else None


def _person(lead: NewLead) -> str:
    """Return the identity of a person as the platform defines it: phone number, else email."""
    return lead.phone_number or (lead.email or "").lower()


def _collect_rows(table: LeadTable, counts: _Counts) -> bool:
    for _, cells in table.rows:
        _note(cells, counts)
        counts.note_stray(cells, table.columns)
    return counts.rows > 0


def _note(cells: Sequence[Cell], counts: _Counts) -> None:
    counts.rows += 1
    if len(counts.first_rows) < FIRST_ROWS:
        counts.first_rows.append([text[:_MAX_SHOWN_LENGTH] for text in _texts(cells)])


def _texts(cells: Sequence[Cell]) -> list[str]:
    return [text_of(cell) for cell in cells]
