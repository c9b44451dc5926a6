"""Up to which device a broadcast reached whose ledger is still being written."""

from __future__ import annotations

from alembic import op

revision = "0245"
down_revision = "0229"


def upgrade() -> None:
    """Apply."""
    op.execute("alter table broadcasts add column unwritten_upto bigint")
    # Hardly ever any: asked with each batch of reports.
    op.execute("create index ix_broadcasts_unwritten on broadcasts (id) where unwritten_upto is not null")
