"""Presigned addresses of uploads, which count as pending files.

No foreign key to users: an account may be a person or an API key.
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
    # Signing now counts as a change; keys that could sign keep the permission.
    op.execute("""
        update program_keys set scopes = scopes || 'uploads:write'::text where 'uploads:read' = any(scopes)
    """)
