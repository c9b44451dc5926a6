"""Source of Today: open follow-ups whose due day has begun.

They are those of the caller and of the caller's account type, and for super admins those that no owner can work on.
"""

from __future__ import annotations

from typing import Final

from careops.calls.follow_ups import CloseFollowUp
from careops_server.areas.follow_ups.queries import is_unattended, owner_name
from careops_server.areas.records.queries import name_of, ref_of
from careops_server.core.today import TodaySource

_OF_OTHERS: Final = "t.owner_role is null and t.owner_id is distinct from :user_id"
SOURCE: Final = TodaySource(
    "follow_ups",
    "follow_ups t",
    verb="close",
    priority=0,
    needs=CloseFollowUp,
    index="ix_follow_ups_owner_id",
    at="t.due",
    at_is_day=True,
    open="t.state = 'open'",
    reason="concat_ws(' ', t.due, t.owner_id, t.owner_role, t.handed_over_at)",
    either=(
        "t.owner_id = :user_id",
        "t.owner_role = :role",
        f"'super_admin' = :role and {is_unattended('t')} and {_OF_OTHERS}",
    ),
    visible="t.kind = any(:kinds)",
    record=ref_of("t"),
    fields={
        "title": "left(t.what, 200)",
        "detail": f"concat_ws(' · ', {name_of('t')}, case when {_OF_OTHERS} then {owner_name('t')} end)",
    },
    # The status of a user decides who can work on a follow-up.
    touched_by=frozenset({"follow_ups", "users"}),
)
