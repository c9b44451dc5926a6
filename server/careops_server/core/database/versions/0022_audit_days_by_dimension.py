"""Store the daily rollups of a clinic and dimension side by side, so that one range scan reads 90 days."""

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
