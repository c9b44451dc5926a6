"""Approval policies: suggestions for discounts in rupees, off like the other suggestions."""

from __future__ import annotations

from alembic import op

revision = "0702"
down_revision = "0701"


def upgrade() -> None:
    """Add the suggestions, unless the installation has such a policy."""
    for call in ("CreatePromoCode", "UpdatePromoCode"):
        op.execute(f"""
            insert into approval_policies values (
                '{call}', 'field', 'discount_amount', 5000, 1, array['super_admin', 'billing_admin'], false, false
            ) on conflict do nothing
        """)


def downgrade() -> None:
    """Remove the suggestions that are off."""
    op.execute("delete from approval_policies where field = 'discount_amount' and not enabled")
