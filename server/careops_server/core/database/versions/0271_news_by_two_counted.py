"""Count the articles from before 0229 while others write; 0229 used to do so itself."""

from __future__ import annotations

from alembic import op

from careops_server.core.queries.counters import count_more_totals

revision = "0271"
down_revision = "0270"


def upgrade() -> None:
    """Apply."""
    both = {"published,news_type": "cast(r.published as text) || ',' || r.news_type"}
    count_more_totals(op.execute, "news_articles", new=both)
