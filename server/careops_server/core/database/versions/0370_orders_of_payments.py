"""Index of orders of payments: one order pays for one subscription (B-105). It follows 0390, merged first."""

from __future__ import annotations

from alembic import op

revision = "0370"
down_revision = "0390"


def upgrade() -> None:
    """Add indexes."""
    for table in ("payments", "billing_subscriptions"):
        op.execute(f"create index ix_{table}_razorpay_order_id on {table} (razorpay_order_id)")


def downgrade() -> None:
    """Take them away."""
    for table in ("payments", "billing_subscriptions"):
        op.execute(f"drop index ix_{table}_razorpay_order_id")
