"""The SQL of release notes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection

from careops.calls.release_notes import ListReleaseNotes, ReleaseNote
from careops.contract import Page, Written
from careops_server.database.changes import Changeable
from careops_server.database.lists import Listing

_NOTES = Listing(ReleaseNote, "release_notes n")
NOTE: Final = Changeable("release_notes", frozenset({"title", "note_text", "publish", "published_at"}))
_CREATE = text("""
    insert into release_notes (title, note_text, publish, published_at)
    values (:title, :note_text, :publish, :published_at) returning id
""")
_DELETE = text("delete from release_notes where id = :id returning title, note_text, publish, published_at")


async def list_release_notes(connection: AsyncConnection, call: ListReleaseNotes) -> Written[Page[ReleaseNote]]:
    """One page, newest first."""
    return await _NOTES.page(connection, call)


async def create_release_note(connection: AsyncConnection, values: Mapping[str, Any]) -> int:
    """The new note's id."""
    note_id: int = (await connection.execute(_CREATE, values)).scalar_one()
    return note_id


async def delete_release_note(connection: AsyncConnection, note_id: int) -> Mapping[str, Any] | None:
    """Delete it; what it was, None when there was none."""
    row = (await connection.execute(_DELETE, {"id": note_id})).mappings().one_or_none()
    return None if row is None else dict(row)
