"""Which areas a demo world has been given, so that an older one can be given what is new."""

from __future__ import annotations

from alembic import op

revision = "0036"
down_revision = "0035"


def upgrade() -> None:
    """Apply."""
    op.execute("""
        create table world_makers (
            area text constraint pk_world_makers primary key,
            made_at timestamptz not null default now()
        )
    """)
