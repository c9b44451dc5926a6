"""Counters of approval policies: a row for each person, call of a policy and record."""

from __future__ import annotations

from alembic import op

revision = "0810"
down_revision = "0800"


def upgrade() -> None:
    """Replace the counters. They cover an hour, so those of before are not kept."""
    op.execute("drop table approval_counts")
    op.execute("""
        create table approval_counts (
            person_id bigint not null,
            call text not null,
            record text not null,
            counted_at timestamptz not null,
            constraint pk_approval_counts primary key (person_id, call, record)
        )
    """)


def downgrade() -> None:
    """Restore the counters of accounts."""
    op.execute("drop table approval_counts")
    op.execute("""
        create table approval_counts (
            account text not null,
            call text not null,
            counted_at timestamptz not null,
            targets integer not null,
            constraint pk_approval_counts primary key (account, call, counted_at)
        )
    """)
