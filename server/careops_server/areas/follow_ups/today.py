"""Source of Today: open follow-ups of the caller, or of the caller's account type, whose due day has begun."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from careops.calls.follow_ups import CloseFollowUp
from careops_server.areas.records.queries import name_of, ref_of
from careops_server.core.today import TodaySource

# Sessions of the database are in UTC, in which a day begins 5:30 hours after it begins in India.
SOURCE: Final = TodaySource(
    "follow_ups",
    "follow_ups t",
    needs=CloseFollowUp,
    index="ix_follow_ups_owner_id",
    at="t.due",
    open="t.state = 'open'",
    reason="concat_ws(' ', t.due, t.owner_id, t.owner_role, t.handed_over_at)",
    either=("t.owner_id = :user_id", "t.owner_role = :role"),
    visible="t.kind = any(:kinds)",
    due_after=-timedelta(hours=5, minutes=30),
    horizon=timedelta(days=90),
    fields={"title": "left(t.what, 200)", "detail": name_of("t"), "record": ref_of("t")},
    touched_by=frozenset({"follow_ups"}),
)
