"""Keyed fingerprints of calls; the old ones allowed offline guesses of passwords."""

from __future__ import annotations

from alembic import op

revision = "0052"
down_revision = "0051"


def upgrade() -> None:
    """Apply."""
    op.execute("delete from idempotency_keys")
    op.execute("create index ix_refresh_tokens_expires_at on refresh_tokens (expires_at)")
    op.execute("create index ix_sign_in_failures_failed_at on sign_in_failures (failed_at)")
