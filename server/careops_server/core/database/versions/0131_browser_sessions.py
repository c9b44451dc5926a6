"""Hash of the cookie of the browser in which a session began; null without a browser."""

from __future__ import annotations

from alembic import op

revision = "0131"
down_revision = "0130"


def upgrade() -> None:
    """Apply."""
    op.execute("alter table sessions add column browser_hash bytea")
    op.execute("alter table gateway_sessions add column browser_hash bytea")
