"""``careops release-notes``: descriptions of new features, published immediately or later."""

from __future__ import annotations

import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from careops.india_time import INDIA
from careops.resource_names import Noun
from careops_cli.auth.connection import connect
from careops_cli.framework.click_extensions import Area
from careops_cli.framework.crud_commands import add_delete_command, check_change, given_values, replace_record
from careops_cli.framework.errors import USAGE, CliError
from careops_cli.output.pagination import Pages, list_rows
from careops_cli.output.results import Columns, Record, Table

if TYPE_CHECKING:
    from careops import CareOps

app = Area("Write and publish release notes.")

NOTE = Noun("release note", "release notes")
NOTE_ID = "The note's id, as listed."
NoteId = Annotated[int, typer.Argument(metavar="NOTE_ID", help=NOTE_ID)]
Text = Annotated[Path | None, typer.Option(metavar="FILE", help="The note's text; - reads it from stdin.")]
At = Annotated[
    datetime | None,
    typer.Option(metavar="DAY", formats=["%Y-%m-%d"], help="Day of publication in India.", show_default="now"),
]
COLUMNS = Columns.of("ReleaseNote", "id", "title", "publish", "published_at")
PUBLISHED = Columns.of("PublishedNote", "id", "title", "published_at", "is_new")


@app.verb(
    "list",
    examples=["careops release-notes list", "careops release-notes list --all --json"],
    web="/release-notes?page={page}",
    columns=COLUMNS,
)
def list_notes(context: typer.Context, pages: Pages) -> Table:
    """List release notes, including drafts, newest first."""
    from careops.calls.release_notes import ListReleaseNotes

    return list_rows(
        connect(context), ListReleaseNotes, {}, columns=COLUMNS, spare=["note_text"], noun=NOTE, pages=pages
    )


@app.verb(
    "create",
    examples=[
        "careops release-notes create --title 'Quicker lists' --text lists.txt",
        "echo 'Every list opens at once.' | careops release-notes create --title Lists --text - --publish",
    ],
    columns=("id", "title", "publish"),
)
def create(
    context: typer.Context,
    title: Annotated[str, typer.Option(metavar="TITLE", help="Title of the note.")],
    text: Annotated[Path, typer.Option(metavar="FILE", help="The note's text; - reads it from stdin.")],
    publish: Annotated[bool, typer.Option("--publish", help="Publish the note instead of creating a draft.")] = False,
    at: At = None,
) -> Record:
    """Create a release note, as a draft or published."""
    from careops.calls.release_notes import CreateReleaseNote

    publish = publish or at is not None
    values = {"title": title, "note_text": _read(text), "publish": publish, **_published(at)}
    note = connect(context).send(CreateReleaseNote.model_validate(values))
    state = "published" if publish else "a draft"
    return Record({"id": note.id, "title": title, "publish": publish}, sentence=f"“{title}” is {state}.")


@app.verb(
    "edit",
    examples=[
        "careops release-notes edit 3 --title 'Even quicker lists'",
        "careops release-notes edit 3 --text lists.txt",
        "careops release-notes edit 3 --draft",
    ],
    columns=("note_id", "title", "note_text", "publish", "published_at"),
)
def edit(
    context: typer.Context,
    note_id: NoteId,
    title: Annotated[str | None, typer.Option(metavar="TITLE", help="New title.")] = None,
    text: Text = None,
    draft: Annotated[bool, typer.Option("--draft", help="Make the note a draft again and clear its date.")] = False,
) -> Record:
    """Change a release note; omitted fields stay unchanged."""
    change = given_values(title=title, note_text=_read(text) if text else None)
    if draft:
        change |= {"publish": False, "published_at": None}
    check_change(change, "--title, --text or --draft")
    return _changed(connect(context), note_id, change, sentence="is changed")


@app.verb(
    "publish",
    examples=["careops release-notes publish 3", "careops release-notes publish 3 --at 2026-12-01"],
    columns=("note_id", "title", "note_text", "publish", "published_at"),
)
def publish(context: typer.Context, note_id: NoteId, at: At = None) -> Record:
    """Publish a release note, now or on a day. A published one keeps its date unless --at is given."""
    return _changed(connect(context), note_id, {"publish": True, **_published(at)}, sentence="is published")


add_delete_command(
    app,
    NOTE,
    lambda client, id: client.release_notes.delete(note_id=id),
    "note_id",
    id_help=NOTE_ID,
    help="Delete a release note permanently.",
    examples=["careops release-notes delete 3", "careops release-notes delete 3 --yes"],
)


@app.verb("new", examples=["careops release-notes new", "careops release-notes new --read --json"], columns=PUBLISHED)
def new(
    context: typer.Context,
    read: Annotated[bool, typer.Option("--read", help="Mark all notes as read, also in the console.")] = False,
) -> Table:
    """List recently published notes, and mark those that you have not read."""
    client = connect(context)
    news = client.release_notes.whats_new()
    if read and any(note.is_new for note in news.notes):
        client.release_notes.mark_read(read_until=news.notes[0].published_at)
    return Table(news.notes, PUBLISHED, spare=["note_text"], noun=NOTE)


def _changed(client: CareOps, note_id: int, change: dict[str, Any], *, sentence: str) -> Record:
    """Change a note."""
    from careops.calls.release_notes import NO_NOTE, ListReleaseNotes, UpdateReleaseNote

    ids = {"note_id": note_id}
    call = replace_record(client, UpdateReleaseNote, ids, change, among=ListReleaseNotes, unknown=NO_NOTE)
    return Record(call.model_dump(mode="json", include={*ids, *change}), sentence=f"“{call.title}” {sentence}.")


def _read(text: Path) -> str:
    """Read the text. Raises ``CliError`` if the file does not exist."""
    try:
        return sys.stdin.read() if str(text) == "-" else text.read_text("utf-8-sig")
    except OSError as error:
        raise CliError(f"{text} cannot be read: {error.strerror}", next_step="Check its name.", code=USAGE) from None


def _published(day: datetime | None) -> dict[str, datetime]:
    """Return the given day at the current time in India (B-114)."""
    if day is None:
        return {}
    now = datetime.now(INDIA)
    return {"published_at": datetime.combine(day.date(), now.time(), INDIA).astimezone(UTC)}
