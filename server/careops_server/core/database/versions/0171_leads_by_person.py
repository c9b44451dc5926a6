"""Index of leads by person: the same person may be a lead of several campaigns."""

from __future__ import annotations

from alembic import op

revision = "0171"
down_revision = "0161"


def upgrade() -> None:
    """Apply."""
    op.execute("create index ix_leads_person on leads (person)")
