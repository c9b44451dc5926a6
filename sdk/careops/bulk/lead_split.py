"""Bulk import of leads of many clinics: split a table into one upload per clinic."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar, Final, Never

from careops.bulk.changes import Change
from careops.bulk.errors import TargetsUnreadable
from careops.bulk.lead_columns import Assigned
from careops.bulk.leads import LeadTable, WrongCell, lead_table
from careops.bulk.table_reader import Source
from careops.bulk.tables import text_of, title, why_no_clinic
from careops.bulk.targets import Cell, Found, InvalidRow, Key, Outcome, Target, parse_id
from careops.calls.leads import CheckLeads, LeadsChecked, LeadsUploaded, UploadLeads
from careops.constants import MAX_LEAD_ROWS
from careops.error_codes import Title, read_title
from careops.errors import InvalidInput, Problem
from careops.files import Upload

if TYPE_CHECKING:
    from careops.client.sync_client import AsyncCareOps
    from careops.contract import Call

CLINIC: Final = ("clinic_id", "clinic")
"""Titles of the column with the clinic of a lead."""
PART_BYTES: Final = 3_000_000
"""Maximum size of one upload. A clinic with more bytes gets several, because a lead file may have at most 5 MB."""
_SEPARATED: Final = "sep=,\r\n"
"""First line of each file, so that the separator need not be detected."""


@dataclass(frozen=True)
class ImportLeads(Change[Never]):
    """Add the leads of a table to their clinics. A person is added once per clinic and campaign."""

    columns: Assigned = field(default_factory=dict)
    """Titles and their meanings, assigned by hand."""

    command: ClassVar[str] = "leads import"
    makes: ClassVar[tuple[type[Call[Any]], ...]] = (UploadLeads,)
    proposable = False

    @property
    def fingerprint(self) -> Mapping[str, Any]:
        return {"columns": dict(self.columns)}

    async def call(self, client: AsyncCareOps, target: Target) -> Call[Any]:
        return UploadLeads(**self._upload_fields(target))

    async def check(self, client: AsyncCareOps, target: Target) -> bool:
        """Return True if none of the leads is new. Raises ``InvalidInput`` with the rows that cannot be added."""
        return (await self._preview_part(client, target)).new == 0

    async def preview(self, client: AsyncCareOps, target: Target) -> tuple[Outcome, str]:
        preview = await self._preview_part(client, target)
        other = f", {preview.merged:,} of them under another name" if preview.merged else ""
        return Outcome.PLANNED, f"{preview.new:,} new, {preview.known:,} known already{other}"

    def describe(self, target: Target) -> str:
        count = target.fields["leads"]
        return f"{count:,} lead{'' if count == 1 else 's'} from row {target.row}"

    def result_values(self, answer: LeadsUploaded) -> Mapping[str, Any]:
        return {"new": answer.added, "known": answer.known, "upload_id": answer.upload_id}

    async def _preview_part(self, client: AsyncCareOps, target: Target) -> LeadsChecked:
        preview = await client.send(CheckLeads(**self._upload_fields(target)))
        if preview.missing is not None:
            raise InvalidInput(read_title(preview.missing, otherwise="lead_file_unreadable"), source="file0")
        if preview.wrong:
            lines = _lines_of(target)
            wrong = [
                f"row {lines.get(wrong_row.row, target.row)}, {wrong_row.column}: {wrong_row.reason}"
                for wrong_row in preview.wrong_rows
            ]
            raise InvalidInput(*(Problem(Title(text, "lead_cell_invalid"), "file0") for text in wrong[:20]))
        return preview

    def _upload_fields(self, target: Target) -> dict[str, Any]:
        file = Upload.of(io.BytesIO(target.fields["table"].encode()), name=target.fields["file"])
        return {
            "clinic_id": target.fields["clinic_id"],
            "file0": file,
            **({"columns": self.columns} if self.columns else {}),
        }


def read_leads_by_clinic(
    source: Source, assigned: Assigned | None = None, *, called: str = "leads.csv"
) -> Iterator[Found]:
    """Yield a target for each clinic in a table with a column clinic_id, and the errors of wrong rows.

    ``called`` is the file name in the list of uploads. A wrong row is excluded from its clinic's part. Raises
    ``TargetsUnreadable`` if it is not a table of leads or has no column with the clinic.
    """
    with lead_table(source, assigned) as table:
        place = _clinic_place(table, assigned or {})
        titles = _titles(table)
        parts: dict[Key, _Part] = {}
        for cells, lead in table.leads():
            row = lead.row
            clinic = parse_id(row, cells[place] if place < len(cells) else None)
            if isinstance(clinic, InvalidRow):
                yield InvalidRow(row, clinic.text, why_no_clinic(clinic))
                continue
            if isinstance(lead, WrongCell):
                yield InvalidRow(row, str(clinic.key), f"{lead.column}: {lead.reason}")
                continue
            clinic_part = parts.setdefault(clinic.key, _Part(clinic.key, _without(titles, place)))
            line = _to_csv(_without(cells, place))
            if clinic_part.rows and (
                len(clinic_part.rows) == MAX_LEAD_ROWS or clinic_part.size + len(line.encode()) > PART_BYTES
            ):
                yield clinic_part.target(called)
                clinic_part = parts[clinic.key] = _Part(clinic.key, clinic_part.titles, clinic_part.number + 1)
            clinic_part.add(row, line)
        for clinic_part in parts.values():
            yield clinic_part.target(called)


@dataclass
class _Part:
    """Part of a clinic's leads."""

    clinic: Key
    titles: Sequence[Cell]
    number: int = 1
    rows: list[int] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)
    size: int = 0

    def add(self, row: int, line: str) -> None:
        self.rows.append(row)
        self.lines.append(line)
        self.size += len(line.encode())

    def target(self, called: str) -> Target:
        name, dot, ending = called.rpartition(".")
        fields = {
            "clinic_id": self.clinic,
            "leads": len(self.rows),
            "file": called if ending.casefold() == "csv" else f"{name if dot else called}.csv",
            "rows": self.rows,
            "table": "".join([_SEPARATED, _to_csv(self.titles), *self.lines]),
        }
        return Target(self.rows[0], self.clinic if self.number == 1 else f"{self.clinic}/{self.number}", fields)


def _clinic_place(table: LeadTable, assigned: Assigned) -> int:
    by_hand = {title(column_title) for column_title in assigned}
    titles = [title(cell) for cell in table.first]
    name = next(
        (clinic_title for clinic_title in CLINIC if clinic_title in titles and clinic_title not in by_hand), None
    )
    if name is None:
        step = "Give it one, or import the leads of one clinic: careops leads import FILE --clinic 41"
        raise TargetsUnreadable(f"{table.name} has no column clinic_id", next_step=step)
    return titles.index(name)


def _titles(table: LeadTable) -> list[Cell]:
    """Return the header, with a name for each untitled column that has an assignment."""
    first = [*table.first, *[None] * (len(table.columns.titles) - len(table.first))]
    return [cell if title(cell) else name for cell, name in zip(first, table.columns.titles, strict=True)]


def _without(cells: Sequence[Cell], place: int) -> list[Cell]:
    return [cell for at, cell in enumerate(cells) if at != place]


def _to_csv(cells: Sequence[Cell]) -> str:
    """Return a row as CSV. A cell that begins with an apostrophe gets another, because readers remove one."""
    line = io.StringIO()
    texts = [text_of(cell) for cell in cells]
    csv.writer(line, quoting=csv.QUOTE_ALL).writerow([f"'{text}" if text.startswith("'") else text for text in texts])
    return line.getvalue()


def _lines_of(target: Target) -> dict[int, int]:
    """Return the first line in this part's file of each row of the whole table, because cells may span lines."""
    reader = csv.reader(io.StringIO(target.fields["table"], newline=""))
    begins, lines = 1, list[int]()
    for _ in reader:
        lines.append(begins)
        begins = reader.line_num + 1
    return dict(zip(lines[2:], target.fields["rows"], strict=True))
