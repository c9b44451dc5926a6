"""Today: the reason for which an item was due when it was claimed or snoozed.

Null in rows of earlier versions, which count for any reason.
"""

from __future__ import annotations

from alembic import op

revision = "0700"
down_revision = "0690"


def upgrade() -> None:
    """Add the columns."""
    op.execute("alter table today_claims add column reason text")
    op.execute("alter table today_snoozes add column reason text")


def downgrade() -> None:
    """Drop them."""
    op.execute("alter table today_claims drop column reason")
    op.execute("alter table today_snoozes drop column reason")
