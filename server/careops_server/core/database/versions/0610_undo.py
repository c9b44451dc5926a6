"""Undo of change requests: the values that were written, and the check of an undo."""

from __future__ import annotations

from alembic import op

revision = "0610"
down_revision = "0560"


def upgrade() -> None:
    """Add the columns."""
    op.execute("""
        alter table change_requests
            add column ended_at timestamptz,
            add column verified_to integer not null default 0,
            add column differences integer
    """)
    op.execute("""
        alter table change_request_revisions
            add column undoes bigint,
            add column excluded integer not null default 0,
            add column not_undoable integer not null default 0
    """)
    op.execute("""
        create index ix_change_request_revisions_undoes on change_request_revisions (undoes) where undoes is not null
    """)
    op.execute("""
        alter table change_request_targets
            add column undoable boolean not null default false,
            add column written_before jsonb,
            add column written_after jsonb
    """)


def downgrade() -> None:
    """Drop them."""
    for column in ("written_after", "written_before", "undoable"):
        op.execute(f"alter table change_request_targets drop column {column}")
    op.execute("drop index ix_change_request_revisions_undoes")
    for column in ("not_undoable", "excluded", "undoes"):
        op.execute(f"alter table change_request_revisions drop column {column}")
    for column in ("differences", "verified_to", "ended_at"):
        op.execute(f"alter table change_requests drop column {column}")
