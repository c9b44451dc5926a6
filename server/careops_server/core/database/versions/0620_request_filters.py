"""Filters of change requests: those whose records a revision contains."""

from __future__ import annotations

from alembic import op

revision = "0620"
down_revision = "0600"


def upgrade() -> None:
    """Add the column."""
    op.execute("alter table change_request_revisions add column filters jsonb not null default '[]'")


def downgrade() -> None:
    """Drop it."""
    op.execute("alter table change_request_revisions drop column filters")
