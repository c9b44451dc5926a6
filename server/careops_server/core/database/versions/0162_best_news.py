"""Index for articles opened and shared within a few days, without reading older events."""

from __future__ import annotations

from alembic import op

revision = "0162"
down_revision = "0171"


def upgrade() -> None:
    """Apply."""
    op.execute("create index ix_news_events_occurred_at on news_events (occurred_at, kind, news_article_id)")
