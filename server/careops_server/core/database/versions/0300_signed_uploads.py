"""Addresses that were signed for uploads: what the limits of pending files count.

Without a reference to users: an account may be a person or a key.
"""

from __future__ import annotations

from alembic import op

revision = "0300"
down_revision = "0277"


def upgrade() -> None:
    """Apply."""
    op.execute("""
        create table signed_uploads (
            object_key text constraint pk_signed_uploads primary key,
            account text not null,
            signed_at timestamptz not null default now()
        )
    """)
    # Signing counts as a change now: keys that could sign can do so still.
    op.execute("""
        update program_keys set scopes = scopes || 'uploads:write'::text where 'uploads:read' = any(scopes)
    """)
