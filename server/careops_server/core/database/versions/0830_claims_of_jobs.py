"""Claims of jobs name their supervisor, so that it can end the leases of a killed job process at once."""

from __future__ import annotations

from alembic import op

revision = "0830"
down_revision = "0810"


def upgrade() -> None:
    """Add the column, which is null for claims of older versions and of separate job processes."""
    op.execute("alter table jobs add column claimed_by text")
    op.execute("comment on column jobs.claimed_by is 'Supervisor whose job process claimed the job last'")


def downgrade() -> None:
    """Remove the column."""
    op.execute("alter table jobs drop column claimed_by")
