"""Undo of bulk runs: the run that a request undoes, and an index of the audit events of runs."""

from __future__ import annotations

from alembic import op

revision = "0630"
down_revision = "0620"


def upgrade() -> None:
    """Add the column and the index. Events outside of runs are not in the index."""
    op.execute("alter table change_request_revisions add column undoes_run text")
    op.execute("""
        create index ix_audit_events_runs on audit_events ((parameters ->> 'run_id'))
        where (parameters ->> 'run_id') is not null
    """)


def downgrade() -> None:
    """Drop them."""
    op.execute("drop index ix_audit_events_runs")
    op.execute("alter table change_request_revisions drop column undoes_run")
