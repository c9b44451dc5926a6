"""Indexes for doctors with the same registration number in any notation, and for identical certificates."""

from __future__ import annotations

from alembic import op

revision = "0113"
down_revision = "0102"


def upgrade() -> None:
    """Apply."""
    op.execute("""
        create index ix_doctors_plain_number on doctors (upper(regexp_replace(reg_nbr, '[^A-Za-z0-9]', '', 'g')))
    """)
    op.execute("""
        create index ix_doctors_reg_photo_look on doctors (reg_photo_look) where reg_photo_look is not null
    """)
