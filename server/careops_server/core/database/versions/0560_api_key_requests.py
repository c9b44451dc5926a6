"""Request log of API keys, and its counters per day."""

from __future__ import annotations

from alembic import op

revision = "0560"
down_revision = "0500"


def upgrade() -> None:
    """Add two tables."""
    op.execute("""
        create table api_key_requests (
            id bigint generated always as identity constraint pk_api_key_requests primary key,
            occurred_at timestamptz not null,
            key_id bigint not null,
            method text not null,
            call_name text not null,
            status smallint not null,
            codes text[] not null,
            duration_ms real not null,
            request_id text not null,
            ip_address text not null,
            constraint uq_api_key_requests_request unique (key_id, occurred_at, request_id)
        )
    """)
    op.execute("create index ix_api_key_requests_occurred_at on api_key_requests (occurred_at)")
    op.execute("""
        create table api_key_request_days (
            day date not null,
            key_id bigint not null,
            status smallint not null,
            total bigint not null,
            logged integer not null,
            constraint pk_api_key_request_days primary key (day, key_id, status)
        )
    """)


def downgrade() -> None:
    """Drop them."""
    op.execute("drop table api_key_request_days")
    op.execute("drop table api_key_requests")
