"""Time up to which each account has read the release notes."""

from __future__ import annotations

from alembic import op

revision = "0191"
down_revision = "0190"


def upgrade() -> None:
    """Apply."""
    # No foreign key to users: behind a gateway, they belong to the platform.
    op.execute("""
        create table release_note_readers (
            user_id bigint constraint pk_release_note_readers primary key,
            read_until timestamptz not null
        )
    """)
    op.execute("""
        create index ix_release_notes_published_at on release_notes (published_at desc, id desc) where publish
    """)
