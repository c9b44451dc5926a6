"""Index of the last six characters of payment and order ids, by which people name a payment."""

from __future__ import annotations

from alembic import op

revision = "0870"
down_revision = "0851"

_IDS = [
    (table, column)
    for table in ("payments", "billing_subscriptions")
    for column in ("razorpay_payment_id", "razorpay_order_id")
]


def upgrade() -> None:
    """Add indexes."""
    for table, column in _IDS:
        op.execute(f"create index ix_{table}_{column}_end on {table} (lower(right({column}, 6)))")


def downgrade() -> None:
    """Drop indexes."""
    for table, column in _IDS:
        op.execute(f"drop index ix_{table}_{column}_end")
