"""Large revisions are planned by a job, which needs the proposed changes."""

from __future__ import annotations

from alembic import op

revision = "0850"
down_revision = "0840"


def upgrade() -> None:
    """Add the column, which is null except while a job lists the changes."""
    op.execute("alter table change_request_revisions add column asked text")
    op.execute(
        "comment on column change_request_revisions.asked is 'Changes and filters that a job will list, as JSON'"
    )
    # The job of an open request is the one that plans it.
    op.execute("update change_requests set job_id = null where status = 'open' and job_id is not null")


def downgrade() -> None:
    """Drop the column."""
    op.execute("alter table change_request_revisions drop column asked")
