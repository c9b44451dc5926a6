"""Sign-in attempts are counted before the password check; known addresses of staff are stored."""

from __future__ import annotations

from alembic import op

revision = "0051"
down_revision = "0022"


def upgrade() -> None:
    """Apply."""
    op.execute("alter table sign_in_failures add column pending boolean not null default false")
    op.execute("""
        create table sign_in_addresses (
            address text constraint pk_sign_in_addresses primary key,
            seen_at timestamptz not null default now()
        )
    """)
