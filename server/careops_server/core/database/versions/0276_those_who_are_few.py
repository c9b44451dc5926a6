"""Indexes for inactive users and for doctors by status.

The existing index of users was never used: PostgreSQL turns ``(user_status = 'ACTIVE') = false`` into ``user_status <>
'ACTIVE'``, which an index on the former cannot answer. Doctors had no index, so a list of the few unverified ones
scanned all others.
"""

from __future__ import annotations

from alembic import op

revision = "0276"
down_revision = "0275"


def upgrade() -> None:
    """Apply."""
    op.execute("drop index ix_users_active")
    op.execute("create index ix_users_inactive on users (id) where user_status <> 'ACTIVE'")
    op.execute("create index ix_doctors_verified on doctors (verified, id)")
    op.execute("create index ix_doctors_status on doctors (status, id)")
