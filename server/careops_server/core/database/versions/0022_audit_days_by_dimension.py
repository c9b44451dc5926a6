"""A clinic's kept days of one dimension lie side by side: the totals of 90 days are read in one go, not in 90."""

from __future__ import annotations

from alembic import op

revision = "0022"
down_revision = "0021"


def upgrade() -> None:
    """Apply."""
    op.execute("""
        alter table audit_days
            drop constraint pk_audit_days,
            add constraint pk_audit_days primary key (clinic_id, dimension, day, label, shard)
    """)
