"""Subscriptions: the index by user is also in the order of their ends, for the source of Today."""

from __future__ import annotations

from alembic import op

revision = "0681"
down_revision = "0680"


def upgrade() -> None:
    """Create the index before dropping the one that it replaces."""
    op.execute("create index ix_billing_subscriptions_user_id_expire_by on billing_subscriptions (user_id, expire_by)")
    op.execute("drop index ix_billing_subscriptions_user_id")


def downgrade() -> None:
    """Restore the index by user."""
    op.execute("create index ix_billing_subscriptions_user_id on billing_subscriptions (user_id)")
    op.execute("drop index ix_billing_subscriptions_user_id_expire_by")
