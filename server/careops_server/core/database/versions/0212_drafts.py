"""Drafts: unsent input of forms.

No foreign key to users or sessions: behind a gateway, the accounts belong to the platform. The input is text rather
than jsonb, because it is never queried and must be returned unchanged.
"""

from __future__ import annotations

from alembic import op

revision = "0212"
down_revision = "0225"


def upgrade() -> None:
    """Apply."""
    op.execute("""
        create table form_drafts (
            user_id bigint not null,
            draft_id text not null,
            session_id uuid not null,
            form text not null,
            typed text not null,
            began_with text not null,
            kept_at timestamptz not null default now(),
            constraint pk_form_drafts primary key (user_id, draft_id)
        )
    """)
    op.execute("create index ix_form_drafts_session on form_drafts (session_id)")
    op.execute("create index ix_form_drafts_kept on form_drafts (kept_at)")
