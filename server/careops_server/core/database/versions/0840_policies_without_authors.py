"""Approval policies without ``authors_may_approve``: the author and the writers of a request never approve it."""

from __future__ import annotations

from alembic import op

revision = "0840"
down_revision = "0830"


def upgrade() -> None:
    """Remove the column, and the field from the policies of stored revisions."""
    op.execute("alter table approval_policies drop column authors_may_approve")
    op.execute("""
        update change_request_revisions set policies = (
            select jsonb_agg(one.policy - 'authors_may_approve' order by one.position)
            from jsonb_array_elements(policies) with ordinality one (policy, position)
        ) where policies <> '[]'
    """)


def downgrade() -> None:
    """Add the column with the value that counts no author."""
    op.execute("alter table approval_policies add column authors_may_approve boolean not null default false")
    op.execute("alter table approval_policies alter column authors_may_approve drop default")
