"""The articles that were there before 0229 are counted, while others write: it used to count them itself."""

from __future__ import annotations

from alembic import op

from careops_server.core.queries.counters import count_more_totals

revision = "0271"
down_revision = "0270"


def upgrade() -> None:
    """Apply."""
    both = {"published,news_type": "cast(r.published as text) || ',' || r.news_type"}
    count_more_totals(op.execute, "news_articles", new=both)
