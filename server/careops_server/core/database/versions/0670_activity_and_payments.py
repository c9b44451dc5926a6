"""Indexes and counters of the lists across clinics: actions of staff, and payments.

The index of actions is partial: events of the platform's apps cost nothing.
"""

from __future__ import annotations

from alembic import op

from careops_server.core.queries.counters import create_counters

revision = "0670"
down_revision = "0640"


def upgrade() -> None:
    """Create the indexes, and count the payments by status."""
    op.execute("""
        create index ix_audit_events_staff on audit_events (actor_id, occurred_at, id) include (key, event_status)
        where actor_type in ('super_admin', 'customer_care', 'billing_admin')
    """)
    op.execute("create index ix_payments_created_at_id on payments (created_at, id)")
    op.execute("""
        create index ix_payments_billing_payment_status_created_at_id
        on payments (billing_payment_status, created_at, id)
    """)
    for column in ("razorpay_payment_id", "razorpay_order_id", "order_id"):
        op.execute(f"create index ix_payments_lower_{column} on payments (lower({column}))")
    for column in ("razorpay_payment_id", "razorpay_order_id"):
        op.execute(f"create index ix_billing_subscriptions_lower_{column} on billing_subscriptions (lower({column}))")
    create_counters(op.execute, "payments", {"status": "r.billing_payment_status"})


def downgrade() -> None:
    """Drop them."""
    for event in ("insert", "update", "delete", "truncate"):
        op.execute(f"drop trigger totals_on_{event} on payments")
        op.execute(f"drop function keep_payments_totals_on_{event}()")
    op.execute("drop table payments_totals")
    for index in (
        *("audit_events_staff", "payments_created_at_id", "payments_billing_payment_status_created_at_id"),
        *("payments_lower_razorpay_payment_id", "payments_lower_razorpay_order_id", "payments_lower_order_id"),
        *("billing_subscriptions_lower_razorpay_payment_id", "billing_subscriptions_lower_razorpay_order_id"),
    ):
        op.execute(f"drop index ix_{index}")
