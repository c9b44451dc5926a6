"""Source of Today: broadcasts that wait for the approval of the caller."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from careops.calls.broadcasts import APPROVAL_HOURS, ApproveBroadcast
from careops_server.core.today import TodaySource

SOURCE: Final = TodaySource(
    "broadcasts",
    "broadcast_proposals t",
    verb="approve",
    needs=ApproveBroadcast,
    index="ix_broadcast_proposals_waiting",
    at="t.asked_at",
    open="t.decided_at is null",
    reason="cast(t.asked_at as text)",
    only="t.asked_by_id <> :user_id",
    horizon=timedelta(hours=APPROVAL_HOURS),
    has_older=False,
    fields={"title": "concat_ws(' ', t.kind, t.app_type)", "detail": "t.asked_by"},
    touched_by=frozenset({"broadcasts"}),
)
