"""Handlers of release notes."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from careops.calls import release_notes as calls
from careops.contract import Created, Empty, RawJson
from careops_server.areas.release_notes import queries
from careops_server.core.context import Context
from careops_server.core.pipeline.etags import check_if_match
from careops_server.core.queries.records import delete_or_404, lock_or_404, read_or_404

list_release_notes = queries.NOTES.handle


async def read_release_note(call: calls.ReadReleaseNote, context: Context) -> calls.ReleaseNote:
    """Return a release note."""
    return await read_or_404(context.connection, queries.NOTES, queries.NOTE_REF, call.note_id)


async def create_release_note(call: calls.CreateReleaseNote, context: Context) -> Created:
    """Create a release note."""
    values = _values(call, published_before=None)
    note_id = await queries.create_release_note(context.connection, values)
    context.changed("release_note", note_id, after=values)
    return Created(id=note_id)


async def update_release_note(call: calls.UpdateReleaseNote, context: Context) -> Empty:
    """Set the fields that differ, under the note's lock."""
    note = await lock_or_404(context.connection, queries.NOTE, queries.NOTE_REF, call.note_id)
    await check_if_match(call, context, read_release_note)
    values = _values(call, published_before=note["published_at"])
    context.changed("release_note", call.note_id, **await note.set(context.connection, values))
    return Empty()


async def delete_release_note(call: calls.DeleteReleaseNote, context: Context) -> Empty:
    """Delete a release note."""
    was = await delete_or_404(context.connection, queries.NOTE, queries.NOTE_REF, call.note_id)
    context.changed("release_note", call.note_id, before=was)
    return Empty()


async def read_whats_new(call: calls.ReadWhatsNew, context: Context) -> RawJson[calls.WhatsNew]:
    """Return published notes, with the caller's unread ones marked."""
    return await queries.read_whats_new(context.connection, context.actor.user_id)


async def mark_whats_new_read(call: calls.MarkWhatsNewRead, context: Context) -> Empty:
    """Store up to which time the caller has read; it never decreases."""
    user_id = context.actor.user.id
    before = await queries.read_until(context.connection, user_id)
    until = min(call.read_until, datetime.now(UTC))
    after = until if before is None else max(before, until)
    await queries.mark_read(context.connection, user_id, after)
    context.changed("release_note", "whats_new", before={"read_until": before}, after={"read_until": after})
    return Empty()


def _values(note: calls.NoteBody, *, published_before: datetime | None) -> dict[str, Any]:
    """Return the columns of a note. A published note without a date keeps its date or gets the current time; a draft
    has none (B-83).
    """
    published_at = (note.published_at or published_before or datetime.now(UTC)) if note.publish else None
    return {"title": note.title, "note_text": note.note_text, "publish": note.publish, "published_at": published_at}
