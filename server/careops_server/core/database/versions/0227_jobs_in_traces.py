"""Jobs continue the trace of the request that enqueued them."""

from __future__ import annotations

from alembic import op

revision = "0227"
down_revision = "0165"


def upgrade() -> None:
    """Apply."""
    op.execute("alter table jobs add column traceparent text")
