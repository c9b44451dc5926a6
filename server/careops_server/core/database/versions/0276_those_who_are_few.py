"""Users who are not active, and doctors by how they stand, are found by an index.

The one there was for users never was: asked for what is false, PostgreSQL turns ``(user_status = 'ACTIVE') = false``
into ``user_status <> 'ACTIVE'``, which an index over the former does not answer. Doctors had none, so that the few who
wait to be verified were looked for among all others.
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
