"""Sessions of the platform behind a gateway."""

from __future__ import annotations

from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Apply."""
    op.execute("""
        create table gateway_sessions (
            id uuid default new_id() constraint pk_gateway_sessions primary key,
            person jsonb not null,
            account_type text not null,
            started_at timestamptz not null default now(),
            ended_at timestamptz
        )
    """)
    op.execute("""
        create table gateway_tokens (
            token_hash bytea constraint pk_gateway_tokens primary key,
            session_id uuid not null constraint fk_gateway_tokens_session_id
                references gateway_sessions on delete cascade,
            seen_at timestamptz not null default now()
        )
    """)
    op.execute("create index ix_gateway_tokens_session_id on gateway_tokens (session_id)")
