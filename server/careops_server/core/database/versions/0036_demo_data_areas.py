"""Seeders that have run, so that older demo data can be extended with new kinds of records."""

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
