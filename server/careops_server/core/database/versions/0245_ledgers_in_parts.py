"""Last device in the ledger of a broadcast that is still being written."""

from __future__ import annotations

from alembic import op

revision = "0245"
down_revision = "0229"


def upgrade() -> None:
    """Apply."""
    op.execute("alter table broadcasts add column unwritten_upto bigint")
    # Almost always empty, but read with each batch of reports.
    op.execute("create index ix_broadcasts_unwritten on broadcasts (id) where unwritten_upto is not null")
