"""Jobs that failed lately are counted without looking at all that ever ended."""

from __future__ import annotations

from alembic import op

revision = "0228"
down_revision = "0227"


def upgrade() -> None:
    """Apply."""
    op.execute("create index ix_jobs_failed on jobs (ended_at) where state = 'failed'")
