"""``careops notes mentions`` and ``read-mentions``: notes that mention you."""

from __future__ import annotations

from typing import Annotated, Final

import typer

from careops.resource_names import Noun
from careops_cli.auth.connection import connect
from careops_cli.framework.click_extensions import CommandGroup
from careops_cli.output.pagination import Pages, list_rows
from careops_cli.output.results import Columns, Record, Table, field_columns

verbs = CommandGroup()

MENTION: Final = Noun("mention", "mentions")
COLUMNS: Final = Columns(
    "Mention",
    **field_columns("note_id", "record", "record_name"),
    author="author_name",
    **field_columns("text", "created_at", "read_at"),
)


@verbs.verb("mentions", examples=["careops notes mentions", "careops notes mentions --unread --json"], columns=COLUMNS)
def list_mentions(
    context: typer.Context,
    unread: Annotated[bool, typer.Option("--unread", help="Only unread mentions.")] = False,
    *,
    pages: Pages,
) -> Table:
    """List notes that mention you: unread ones first, then the newest."""
    from careops.calls.notes import ListMentions

    spare = ["read_at", "created_at", "record_name"]
    filters = {"unread": unread or None}
    return list_rows(connect(context), ListMentions, filters, columns=COLUMNS, spare=spare, noun=MENTION, pages=pages)


@verbs.verb(
    "read-mentions",
    examples=["careops notes read-mentions", "careops notes read-mentions 7 8"],
    columns=("note_ids",),
)
def mark_read(
    context: typer.Context,
    note_ids: Annotated[
        list[int] | None, typer.Argument(metavar="NOTE_ID...", help="Ids of notes; without any, all mentions.")
    ] = None,
) -> Record:
    """Mark mentions as read."""
    connect(context).notes.mark_mentions_read(note_ids=note_ids or None)
    return Record({"note_ids": note_ids or None}, sentence="The mentions are read.")
