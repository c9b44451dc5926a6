"""Source of Today: subscriptions that end within two weeks and are not renewed."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from careops.calls.subscriptions import AddManualSubscription
from careops_server.core.today import TodaySource

SOURCE: Final = TodaySource(
    "subscriptions",
    "billing_subscriptions t",
    verb="extend",
    priority=2,
    needs=AddManualSubscription,
    index="ix_billing_subscriptions_ending",
    at="t.expire_by",
    open="t.cancelled_at is null",
    reason="cast(t.expire_by as text)",
    only="""not coalesce((
        select true from billing_subscriptions n
        where n.user_id = t.user_id and n.cancelled_at is null and n.expire_by > t.expire_by limit 1
    ), false)""",
    due_after=timedelta(days=-14),
    horizon=timedelta(),
    has_older=False,
    record="'user:' || t.user_id",
    fields={"title": "u.name", "detail": "b.name", "amount": "b.amount"},
    joins="join users u on u.id = t.user_id join billing_plans b on b.id = t.billing_plan_id",
    touched_by=frozenset({"subscriptions"}),
)
