"""Presence: records that members of staff have open now, by browser tab.

No foreign keys to users, sessions or records: behind a gateway, they belong to the platform.
"""

from __future__ import annotations

from alembic import op

revision = "0690"
down_revision = "0681"


def upgrade() -> None:
    """Create the table and its indexes."""
    op.execute("""
        create table record_presence (
            user_id bigint not null,
            tab text not null,
            kind text not null,
            record_id bigint not null,
            session_id uuid not null,
            user_name text not null,
            account_type text not null,
            editing boolean not null,
            since timestamptz not null default now(),
            seen_at timestamptz not null default now(),
            constraint pk_record_presence primary key (user_id, tab, kind, record_id)
        )
    """)
    op.execute("create index ix_record_presence_record on record_presence (kind, record_id)")
    op.execute("create index ix_record_presence_session on record_presence (session_id)")
    op.execute("create index ix_record_presence_seen_at on record_presence (seen_at)")


def downgrade() -> None:
    """Drop the table."""
    op.execute("drop table record_presence")
