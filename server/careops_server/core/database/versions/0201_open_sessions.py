"""A number for each session, to end it by; and the origin of sessions behind a gateway."""

from __future__ import annotations

from alembic import op

revision = "0201"
down_revision = "0191"


def upgrade() -> None:
    """Apply."""
    op.execute("""
        alter table sessions
            add column number bigint generated always as identity constraint uq_sessions_number unique
    """)
    op.execute("""
        alter table gateway_sessions
            add column number bigint generated always as identity constraint uq_gateway_sessions_number unique,
            add column ip_address text not null default '',
            add column user_agent text not null default '',
            add column last_used_at timestamptz not null default now(),
            add column end_reason text
    """)
