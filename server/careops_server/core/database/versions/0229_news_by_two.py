"""Counters of published articles by type, because these two filters match half of all articles.

Migration 0271 counts the existing articles.
"""

from __future__ import annotations

from alembic import op

revision = "0229"
down_revision = "0228"

_KEPT = {"published": "r.published", "news_type": "r.news_type", "day": "r.news_date"}


def upgrade() -> None:
    """Apply."""
    both = {"published,news_type": "cast(r.published as text) || ',' || r.news_type"}
    every = {"all": "''", **_KEPT, **both}
    values = ", ".join(f"('{name}', coalesce(cast({sql} as text), ''))" for name, sql in every.items())
    # The lock lasts only while the functions are replaced: each writer uses either the old or the new ones.
    op.execute("lock table news_articles in share row exclusive mode")
    for event, sides in {"insert": ("new",), "update": ("old", "new"), "delete": ("old",)}.items():
        rows = " union all ".join(f"select {1 if side == 'new' else -1} as n, * from {side}_rows" for side in sides)
        op.execute(f"""
        create or replace function keep_news_articles_totals_on_{event}() returns trigger language plpgsql as $$
        begin {_count("news_articles", values, rows)}; return null; end $$
    """)


def _count(table: str, values: str, rows: str) -> str:
    return f"""
        insert into {table}_totals as t (dimension, key, shard, total)
        select d.dimension, d.key, pg_backend_pid() % 16, sum(r.n)
        from ({rows}) r cross join lateral (values {values}) d (dimension, key)
        group by 1, 2 having sum(r.n) <> 0 order by 1, 2
        on conflict (dimension, key, shard) do update set total = t.total + excluded.total
    """
