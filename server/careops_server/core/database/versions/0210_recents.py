"""Recently opened and pinned records of each account.

No foreign keys to users or records: behind a gateway, both belong to the platform.
"""

from __future__ import annotations

from alembic import op

revision = "0210"
down_revision = "0201"


def upgrade() -> None:
    """Apply."""
    op.execute("""
        create table recent_records (
            user_id bigint not null,
            kind text not null,
            record_id bigint not null,
            name text,
            opened_at timestamptz not null default now(),
            pinned_at timestamptz,
            constraint pk_recent_records primary key (user_id, kind, record_id)
        )
    """)
