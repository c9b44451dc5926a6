"""Certificates of doctors: perceptual hashes, and an index from a file to its doctor."""

from __future__ import annotations

from alembic import op

revision = "0112"
down_revision = "0143"


def upgrade() -> None:
    """Apply."""
    op.execute("alter table doctors add column reg_photo_look bigint")
    op.execute("create index ix_doctors_reg_photo_url on doctors (reg_photo_url) where reg_photo_url is not null")
