"""Counters of published articles by type, because these two filters match half of all articles.

Migration 0271 counts the existing articles.
"""

from __future__ import annotations

from alembic import op

from careops_server.core.queries.counters import add_counter_dimensions

revision = "0229"
down_revision = "0228"

_KEPT = {"published": "r.published", "news_type": "r.news_type", "day": "r.news_date"}


def upgrade() -> None:
    """Apply."""
    both = {"published,news_type": "cast(r.published as text) || ',' || r.news_type"}
    add_counter_dimensions(op.execute, "news_articles", _KEPT, new=both)
