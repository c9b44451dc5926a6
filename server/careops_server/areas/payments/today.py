"""Source of Today: payments that failed or are pending for more than a day."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from careops.calls.payments import ListPayments
from careops_server.core.today import TodaySource

# A failed attempt needs no attention after another payment of the same order.
SOURCE: Final = TodaySource(
    "payments",
    "payments t",
    verb="handle",
    priority=1,
    needs=ListPayments,
    index="ix_payments_unpaid",
    at="t.created_at",
    open="t.billing_payment_status in ('pending', 'failed')",
    reason="t.billing_payment_status",
    only="""not coalesce((
        select true from payments p where p.razorpay_order_id = t.razorpay_order_id
            and p.billing_payment_status in ('captured', 'authorized', 'success', 'completed') limit 1
    ), false)""",
    due_after=timedelta(days=1),
    horizon=timedelta(days=30),
    record="'clinic:' || t.clinic_id",
    fields={
        "title": "coalesce(t.razorpay_payment_id, t.razorpay_order_id, t.order_id, cast(t.id as text))",
        "detail": "c.name",
        "amount": "t.amount",
    },
    joins="join clinics c on c.id = t.clinic_id",
    touched_by=frozenset({"payments"}),
)
