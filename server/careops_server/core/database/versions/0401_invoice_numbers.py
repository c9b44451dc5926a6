"""Index of subscription payments by invoice number."""

from __future__ import annotations

from alembic import op

revision = "0401"
down_revision = "0370"


def upgrade() -> None:
    """Add an index."""
    op.execute("create index ix_billing_payments_invoices on billing_payments using gin (invoices jsonb_path_ops)")


def downgrade() -> None:
    """Drop it."""
    op.execute("drop index ix_billing_payments_invoices")
