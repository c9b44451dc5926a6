"""SQL of release notes."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final

from sqlalchemy import text

from careops.calls.release_notes import NO_NOTE, PublishedNote, ReleaseNote, WhatsNew
from careops.contract import RawJson
from careops_server.core.database import tables
from careops_server.core.database.connection import Connection
from careops_server.core.database.row_statements import insert_row
from careops_server.core.queries.json_select import fields_of, moment
from careops_server.core.queries.list_query import ListQuery
from careops_server.core.queries.references import Reference
from careops_server.core.queries.row_updates import UpdatableTable

NOTES: Final = ListQuery(ReleaseNote, "release_notes n")
NOTE_REF: Final = Reference("release_notes", "note_id", NO_NOTE)
NOTE: Final = UpdatableTable(tables.release_notes, frozenset({"title", "note_text", "publish", "published_at"}))
_CREATE = insert_row(tables.release_notes, "title note_text publish published_at", returning="id")
_READ = "select r.read_until from release_note_readers r where r.user_id = cast(:user_id as bigint)"
_IS_NEW = f"n.published_at > coalesce(({_READ}), '-infinity')"
_NEXT = "select min(published_at) as at from release_notes where publish and published_at > now()"
_WHATS_NEW = text(f"""
    select json_build_object(
        'notes', coalesce((select json_agg(item) from (
            select {fields_of(PublishedNote, "n", {"is_new": _IS_NEW})} from release_notes n
            where n.publish and n.published_at <= now() order by n.published_at desc, n.id desc limit 20
        ) item), '[]'),
        'next_at', (select {moment("next.at")} from ({_NEXT}) next)
    )
""")
_READ_UNTIL = text("select read_until from release_note_readers where user_id = :user_id for update")
_MARK_READ = text("""
    insert into release_note_readers (user_id, read_until) values (:user_id, :until)
    on conflict (user_id) do update set read_until = greatest(release_note_readers.read_until, excluded.read_until)
""")


async def create_release_note(connection: Connection, values: Mapping[str, Any]) -> int:
    """Create a release note and return its id."""
    return (await connection.execute(_CREATE, values)).scalar_one(int)


async def read_whats_new(connection: Connection, user_id: int | None) -> RawJson[WhatsNew]:
    """Return the newest published notes, and the time of the next one."""
    return RawJson((await connection.execute(_WHATS_NEW, {"user_id": user_id})).scalar_one())


async def read_until(connection: Connection, user_id: int) -> datetime | None:
    """Return the time up to which a user has read, None before the first time."""
    return (await connection.execute(_READ_UNTIL, {"user_id": user_id})).scalar_one_or_none(datetime)


async def mark_read(connection: Connection, user_id: int, until: datetime) -> None:
    """Store the time up to which a user has read; it never decreases."""
    await connection.execute(_MARK_READ, {"user_id": user_id, "until": until})
