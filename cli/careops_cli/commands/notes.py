"""``careops notes``: notes of staff on records."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated, Final

import typer

from careops.record_kinds import NOTE_KINDS, NoteKind
from careops.resource_names import Noun, list_words
from careops_cli.auth.connection import connect
from careops_cli.commands import note_mentions
from careops_cli.framework.click_extensions import Area
from careops_cli.framework.crud_commands import check_change, given_values
from careops_cli.framework.errors import USAGE, CliError
from careops_cli.framework.prompts import Yes, confirm_on_platform
from careops_cli.framework.resolve import resolve_one
from careops_cli.output.pagination import Pages, list_rows
from careops_cli.output.results import Columns, Record, Table, field_columns

if TYPE_CHECKING:
    from careops import CareOps

app = Area("Read and write notes on records.")

NOTE: Final = Noun("note", "notes")
COLUMNS: Final = Columns(
    "Note",
    **field_columns("id", "record", "record_name"),
    author="author_name",
    text="text",
    mentions=lambda item: [mention["name"] for mention in item["mentions"]],
    **field_columns("pinned", "created_at", "edited_at", "source", "deleted_at", "deleted_by"),
)
SAVED: Final = ("id", "record", "warnings")
WARNINGS: Final = {
    "card_number": "The text seems to contain a payment card number",
    "aadhaar_number": "The text seems to contain an Aadhaar number",
}
Kind = Annotated[NoteKind, typer.Argument(metavar="KIND", help=f"{list_words(NOTE_KINDS)}.")]
RecordId = Annotated[int, typer.Argument(metavar="ID", help="The record's id.")]
NoteId = Annotated[int, typer.Argument(metavar="NOTE_ID", help="The note's id, as listed.")]
RecordOption = Annotated[
    str | None, typer.Option("--record", metavar="KIND:ID", help="Filter by record, such as clinic:41.")
]
Mentioned = Annotated[
    list[str] | None,
    typer.Option("--mention", metavar="NAME_OR_ID", help="Mention a colleague; repeat the option for several."),
]


@app.verb(
    "list",
    examples=["careops notes list --record clinic:41", "careops notes list --search refund --all --json"],
    columns=COLUMNS,
)
def list_notes(
    context: typer.Context,
    record: RecordOption = None,
    search: Annotated[str | None, typer.Option(metavar="TEXT", help="Search in texts.")] = None,
    author_id: Annotated[int | None, typer.Option(metavar="ID", help="Filter by the author's id.")] = None,
    pinned: Annotated[bool | None, typer.Option("--pinned/--not-pinned", help="Only pinned notes, or others.")] = None,
    *,
    pages: Pages,
) -> Table:
    """List notes on records that you may read, newest first. A removed note has no text."""
    from careops.calls.notes import ListNotes

    filters = {"record": record, "search_text": search, "author": author_id, "pinned": pinned}
    spare = ["deleted_by", "deleted_at", "source", "edited_at", "pinned", "mentions", "record_name"]
    return list_rows(connect(context), ListNotes, filters, columns=COLUMNS, spare=spare, noun=NOTE, pages=pages)


@app.verb(
    "add",
    examples=[
        "careops notes add clinic 41 'Owner called: wants IPD back from Monday.'",
        "careops notes add clinic 41 'Please call back' --mention 'Arjun Pillai'",
    ],
    columns=SAVED,
)
def add(
    context: typer.Context,
    kind: Kind,
    record_id: RecordId,
    text: Annotated[str, typer.Argument(metavar="TEXT", help="Text of the note; - for stdin.")],
    mention: Mentioned = None,
) -> Record:
    """Add a note to a record. Only staff see it."""
    client = connect(context)
    record = f"{kind}:{record_id}"
    saved = client.notes.create(record=record, text=_read_text(text), mentions=resolve_staff(client, mention or []))
    _print_warnings(saved.warnings)
    item = {"id": saved.id, "record": record, "warnings": saved.warnings}
    return Record(item, sentence=f"The note {saved.id} is added to {record}.")


@app.verb(
    "edit",
    examples=["careops notes edit 7 --text 'Owner called twice.'", "careops notes edit 7 --mention 'Arjun Pillai'"],
    columns=("id", "warnings"),
)
def edit(
    context: typer.Context,
    note_id: NoteId,
    text: Annotated[str | None, typer.Option(metavar="TEXT", help="New text; - for stdin.")] = None,
    mention: Mentioned = None,
) -> Record:
    """Edit your note within 15 minutes. --mention replaces all mentions."""
    change = given_values(text=text, mention=mention)
    check_change(change, "--text or --mention")
    client = connect(context)
    saved = client.notes.update(
        note_id=note_id,
        text=None if text is None else _read_text(text),
        mentions=None if mention is None else resolve_staff(client, mention),
    )
    _print_warnings(saved.warnings)
    return Record({"id": saved.id, "warnings": saved.warnings}, sentence=f"The note {note_id} is changed.")


@app.verb("pin", examples=["careops notes pin 7"], columns=("id", "pinned"))
def pin(context: typer.Context, note_id: NoteId) -> Record:
    """Pin a note to its record."""
    return _set_pinned(context, note_id, pinned=True)


@app.verb("unpin", examples=["careops notes unpin 7"], columns=("id", "pinned"))
def unpin(context: typer.Context, note_id: NoteId) -> Record:
    """Unpin a note."""
    return _set_pinned(context, note_id, pinned=False)


@app.verb("remove", examples=["careops notes remove 7", "careops notes remove 7 --yes"], columns=("id",))
def remove(context: typer.Context, note_id: NoteId, *, yes: Yes = False) -> Record:
    """Remove your note, or any note as a super admin. The text is deleted permanently."""
    client = connect(context)
    confirm_on_platform(context, f"Remove the note {note_id}?", yes=yes)
    client.notes.delete(note_id=note_id)
    return Record({"id": note_id}, sentence=f"The note {note_id} is removed.")


def resolve_staff(client: CareOps, typed: list[str]) -> list[int]:
    """Return the ids of colleagues by name or id. Raises ``CliError`` with the most similar name."""
    if not typed:
        return []
    staff = client.staff.list()
    return [resolve_one(typed_name, staff, "colleague", next_step="Run: careops staff list").id for typed_name in typed]


def _read_text(text: str) -> str:
    if text != "-":
        return text
    typed = sys.stdin.read().strip()
    if not typed:
        raise CliError("The standard input is empty", code=USAGE)
    return typed


def _print_warnings(warnings: list[str]) -> None:
    for warning in warnings:
        typer.echo(f"Warning: {WARNINGS.get(warning, warning)}", err=True)


def _set_pinned(context: typer.Context, note_id: int, *, pinned: bool) -> Record:
    connect(context).notes.update(note_id=note_id, pinned=pinned)
    state = "pinned" if pinned else "not pinned"
    return Record({"id": note_id, "pinned": pinned}, sentence=f"The note {note_id} is {state} now.")


app.include(note_mentions.verbs)
