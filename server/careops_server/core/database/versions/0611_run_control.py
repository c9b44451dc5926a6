"""Run control of change requests: pauses, time window, canary, and order."""

from __future__ import annotations

from alembic import op

revision = "0611"
down_revision = "0610"


def upgrade() -> None:
    """Add the columns."""
    op.execute("""
        alter table change_requests
            add column paused_at timestamptz,
            add column paused_by text,
            add column pause_reason text,
            add column waits_until timestamptz,
            add column failures integer not null default 0
    """)
    op.execute("""
        alter table change_request_revisions
            add column apply_from timestamptz,
            add column apply_until timestamptz,
            add column canary jsonb,
            add column after bigint
    """)


def downgrade() -> None:
    """Drop them."""
    for column in ("after", "canary", "apply_until", "apply_from"):
        op.execute(f"alter table change_request_revisions drop column {column}")
    for column in ("failures", "waits_until", "pause_reason", "paused_by", "paused_at"):
        op.execute(f"alter table change_requests drop column {column}")
