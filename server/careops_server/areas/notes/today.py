"""Source of Today: unread mentions of the caller."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from careops.calls.notes import MarkMentionsRead
from careops_server.areas.notes.queries import VISIBLE_MENTION
from careops_server.areas.records.queries import name_of, ref_of
from careops_server.core.today import TodaySource

# An item has the id of the mention, because a claim or snooze of one person must not hide the note from others.
MENTIONS: Final = TodaySource(
    "mentions",
    "note_mentions t",
    verb="mark_read",
    priority=0,
    needs=MarkMentionsRead,
    index="ix_note_mentions_unread_created_at",
    at="t.created_at",
    open="t.read_at is null",
    reason="cast(t.created_at as text)",
    only="t.user_id = :user_id",
    visible=VISIBLE_MENTION,
    horizon=timedelta(days=30),
    record=ref_of("n"),
    fields={
        "title": f"coalesce({name_of('n')}, {ref_of('n')})",
        "detail": "concat_ws(': ', n.author_name, left(n.text, 200))",
        "note_id": "t.note_id",
    },
    joins="join notes n on n.id = t.note_id",
    touched_by=frozenset({"notes"}),
)
