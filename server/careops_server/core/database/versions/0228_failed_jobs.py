"""Index to count recently failed jobs without reading all finished ones."""

from __future__ import annotations

from alembic import op

revision = "0228"
down_revision = "0227"


def upgrade() -> None:
    """Apply."""
    op.execute("create index ix_jobs_failed on jobs (ended_at) where state = 'failed'")
