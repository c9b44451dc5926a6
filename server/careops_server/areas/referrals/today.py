"""Source of Today: referrals without an appointment after three days."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from careops.calls.referrals import ReadReferral
from careops_server.core.today import TodaySource

SOURCE: Final = TodaySource(
    "referrals",
    "referrals t",
    needs=ReadReferral,
    index="ix_referrals_without_appointment",
    at="t.created_at",
    open="t.appointment_count = 0",
    reason="cast(t.created_at as text)",
    due_after=timedelta(days=3),
    horizon=timedelta(days=30),
    fields={
        "title": "t.unique_id",
        "detail": """nullif(concat_ws(' → ',
            nullif(t.referred_by_doctor ->> 'name', ''), nullif(t.referred_to_doctor ->> 'name', '')), '')""",
    },
    touched_by=frozenset({"referrals"}),
)
