"""New notes, added by the calls of notes and by a snooze with a note."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from careops.models.record_refs import Record
from careops_server.areas.notes import queries
from careops_server.core.context import Context

CHANNEL = "notes"


async def add_note(record: Record, text: str, mentions: Mapping[int, str], context: Context) -> int:
    """Add a note of the caller to a record, without an audit event. Return its id."""
    actor = context.actor
    author = {
        "author_id": actor.user_id,
        "author_name": actor.user.name,
        "source": actor.user.name if actor.api_client else None,
    }
    note_id = await queries.create_note(context.connection, record, {**author, "text": text})
    publish(note_id, await queries.set_mentions(context.connection, note_id, mentions), context)
    return note_id


def publish(note_id: int, mentioned: Sequence[int], context: Context) -> None:
    """Tell open pages that a note has changed, and whom it mentions newly. Ids only."""
    context.publish(CHANNEL, "note_changed", note_id=note_id)
    if mentioned:
        context.publish(CHANNEL, "mentioned", note_id=note_id, user_ids=list(mentioned))
