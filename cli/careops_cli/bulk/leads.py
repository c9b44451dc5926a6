"""Bulk import of leads of many clinics from one table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields
from pathlib import Path
from shutil import copyfileobj
from tempfile import TemporaryFile
from typing import TYPE_CHECKING, BinaryIO, cast

import typer

from careops.resource_names import Noun
from careops_cli import lead_files
from careops_cli.bulk.options import TableOptions, check_proposal
from careops_cli.bulk.runner import Job, journal_path, run_job
from careops_cli.bulk.targets import resolve_table
from careops_cli.framework.errors import print_message
from careops_cli.output.results import Record, Table, field_path

if TYPE_CHECKING:
    from careops.bulk import Book
    from careops.bulk.targets import Found

PARTS = Noun("clinic's leads", "clinics' leads")
COLUMNS = ("clinic_id", "leads", "new", "known", "upload_id")
"""Columns of the report in addition to the usual ones."""


def import_parts(context: typer.Context, bulk: TableOptions, columns: Mapping[str, str]) -> Table | Record:
    """Split a table by its column clinic_id, and import each part."""
    from careops.bulk.lead_split import ImportLeads

    job = Job(
        change=ImportLeads(columns),
        targets=resolve_table(bulk, lambda book: _parts(book, columns)),
        sentence="Import",
        noun=PARTS,
        resume_command=(
            "leads",
            "import",
            *(word for assignment in columns.items() for word in ("--column", "=".join(assignment))),
        ),
        journal=journal_path(bulk, "leads-import"),
        extra_columns=COLUMNS,
        extra=lambda row: {name: field_path(name)({**row.fields, **row.response_data}) for name in COLUMNS},
    )
    return run_job(context, job, bulk)


def only_from_a_table(bulk: TableOptions) -> None:
    """Raise ``BadParameter`` for options that do not apply to one file for one clinic."""
    from careops.bulk.lead_split import ImportLeads
    from careops.bulk.proposals import check_proposable

    check_proposal(bulk)
    if bulk.propose:
        check_proposable(ImportLeads)
    for field in fields(bulk):
        if field.name not in ("noun", "ids", "where", "yes") and getattr(bulk, field.name) != field.default:
            option = f"--{field.name.replace('_', '-')}"
            raise typer.BadParameter(f"{option} needs --from. To check a file first: careops leads check FILE")


def _open(book: Book) -> BinaryIO:
    if isinstance(book.source, str):
        return lead_files.open_file(Path(book.source))
    copy: BinaryIO = TemporaryFile()  # noqa: SIM115 (the reader closes it)
    copyfileobj(cast("BinaryIO", book.source), copy)
    copy.seek(0)
    return copy


def _parts(book: Book, columns: Mapping[str, str]) -> Iterator[Found]:
    """Yield the parts of a table, read in a sandbox."""
    from careops.bulk import InvalidRow, Target
    from careops.bulk.lead_reader_worker import words

    name = book.source if isinstance(book.source, str) else "the input"
    called = Path(name).name if isinstance(book.source, str) else "leads.csv"
    started = words(columns, way="split", sheet=book.sheet, hidden=book.hidden, called=called)
    with _open(book) as table:
        for line in lead_files.lines_of(table, started, name):
            match line:
                case {"told": str() as sentence}:
                    print_message(sentence.replace("the input", name, 1))
                case {"key": key, "row": row, "fields": told}:
                    yield Target(row, key, told)
                case {"text": text, "row": row, "reason": reason}:
                    yield InvalidRow(row, text, reason)
