"""SQL of notes and mentions."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, Final

from sqlalchemy import text

from careops.calls.notes import NO_NOTE, Mention, MentionedColleague, Note
from careops.constants import NOTE_EDIT_MINUTES
from careops.models.record_refs import Record
from careops_server.areas.records.queries import is_of_ref, name_of, ref_of, visible_of
from careops_server.core.database import tables
from careops_server.core.database.connection import Connection
from careops_server.core.database.row_statements import insert_row
from careops_server.core.queries.json_select import moment, several
from careops_server.core.queries.list_query import ListQuery
from careops_server.core.queries.references import Reference
from careops_server.core.queries.row_updates import UpdatableTable

NOTE_REF: Final = Reference("notes", "note_id", NO_NOTE)
NOTE: Final = UpdatableTable(
    tables.notes,
    frozenset({"pinned"}),
    also=frozenset({"kind", "record_id", "text", "author_id", "author_name", "deleted_at"}),
)
NOTES: Final = ListQuery(
    Note,
    "notes n",
    read={
        "record": ref_of("n"),
        "record_name": name_of("n"),
        "mentions": several(
            MentionedColleague, "note_mentions m", where="m.note_id = n.id", order="lower(m.name), m.user_id"
        ),
    },
    base_filter=visible_of("n"),
    where={
        "record": is_of_ref("n", "record"),
        "author": "n.author_id = :author",
        "pinned": "n.pinned = :pinned",
        "mentioned": """exists (
            select from note_mentions m where m.note_id = n.id and m.user_id = cast(:user_id as bigint)
            and (:mentioned = 'all' or m.read_at is null)
        )""",
    },
    contains={"search_text": "lower(n.text)"},
    phonetic=False,
)
MENTIONS: Final = ListQuery(
    Mention,
    "note_mentions m join notes n on n.id = m.note_id",
    joins="join notes n on n.id = m.note_id",
    read={
        "record": ref_of("n"),
        "record_name": name_of("n"),
        "text": "n.text",
        "author_name": "n.author_name",
        "created_at": moment("n.created_at"),
    },
    base_filter=f"m.user_id = :user_id and {visible_of('n')}",
    where={"unread": "(m.read_at is null) = :unread"},
    order="(m.read_at is null) desc, m.note_id desc",
    unique="note_id",
)
VISIBLE_MENTION: Final = f"(select {visible_of('v')} from notes v where v.id = t.note_id)"
"""Condition of a mention ``t`` on a record that the caller may read."""
_CREATE: Final = insert_row(tables.notes, "kind record_id text author_id author_name source", returning="id")
# A mention of the author is read: the author knows the note.
_MENTION: Final = text("""
    insert into note_mentions (note_id, user_id, name, read_at)
    select n.id, mentioned.user_id, mentioned.name, case when mentioned.user_id = n.author_id then now() end
    from notes n, unnest(cast(:user_ids as bigint[]), cast(:names as text[])) mentioned (user_id, name)
    where n.id = :note_id
    on conflict (note_id, user_id) do nothing returning user_id
""")
_FORGET_OTHERS: Final = text("""
    delete from note_mentions where note_id = :note_id and user_id <> all(cast(:user_ids as bigint[]))
    returning user_id
""")
_MENTIONED: Final = text("select user_id from note_mentions where note_id = :note_id order by user_id")
_EDITABLE: Final = text(f"""
    select created_at > now() - interval '{NOTE_EDIT_MINUTES} minutes' from notes where id = :note_id
""")
_EDIT: Final = text("update notes set text = :text, edited_at = now(), updated_at = now() where id = :note_id")
_REMOVE: Final = text("""
    update notes
    set text = null, pinned = false, deleted_at = now(), deleted_by = :deleted_by, updated_at = now()
    where id = :note_id
""")
_MARK_READ: Final = text("""
    update note_mentions set read_at = now()
    where user_id = :user_id and read_at is null
        and (cast(:note_ids as bigint[]) is null or note_id = any(cast(:note_ids as bigint[])))
    returning note_id
""")


async def create_note(connection: Connection, record: Record, values: Mapping[str, Any]) -> int:
    """Add a note and return its id."""
    columns = {**values, "kind": record.kind, "record_id": record.id}
    return (await connection.execute(_CREATE, columns)).scalar_one(int)


async def mentioned_ids(connection: Connection, note_id: int) -> list[int]:
    """Return the ids of the mentioned users."""
    return list((await connection.execute(_MENTIONED, {"note_id": note_id})).scalars())


async def set_mentions(connection: Connection, note_id: int, names: Mapping[int, str]) -> list[int]:
    """Set the mentioned users by their ids and names. Return the ids of the new ones; others keep their state."""
    values = {"note_id": note_id, "user_ids": list(names)}
    await connection.execute(_FORGET_OTHERS, values)
    added = await connection.execute(_MENTION, {**values, "names": list(names.values())})
    return sorted(added.scalars())


async def is_editable(connection: Connection, note_id: int) -> bool:
    """Return whether the note is new enough for its author to edit it."""
    return (await connection.execute(_EDITABLE, {"note_id": note_id})).scalar_one(bool)


async def edit_note(connection: Connection, note_id: int, new_text: str) -> None:
    """Set the text, and the time of the edit."""
    await connection.execute(_EDIT, {"note_id": note_id, "text": new_text})


async def remove_note(connection: Connection, note_id: int, deleted_by: str) -> None:
    """Delete the text and the mentions, and store who removed the note."""
    await connection.execute(_FORGET_OTHERS, {"note_id": note_id, "user_ids": []})
    await connection.execute(_REMOVE, {"note_id": note_id, "deleted_by": deleted_by})


async def mark_read(connection: Connection, user_id: int, note_ids: Collection[int] | None) -> list[int]:
    """Mark mentions of a user as read, all of them without ids. Return the ids of the notes that were unread."""
    values = {"user_id": user_id, "note_ids": None if note_ids is None else list(note_ids)}
    return sorted((await connection.execute(_MARK_READ, values)).scalars())
