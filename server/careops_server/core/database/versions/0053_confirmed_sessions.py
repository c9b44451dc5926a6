"""Time of the last password confirmation of a session."""

from __future__ import annotations

from alembic import op

revision = "0053"
down_revision = "0036"


def upgrade() -> None:
    """Apply."""
    op.execute("alter table sessions add column confirmed_at timestamptz")
