"""Count the articles from before 0229 while others write; 0229 used to do so itself."""

from __future__ import annotations

from alembic import op

revision = "0271"
down_revision = "0270"


def upgrade() -> None:
    """Apply."""
    op.execute("""
        insert into news_articles_totals as t (dimension, key, shard, total)
        select f.dimension, f.key, pg_backend_pid() % 16, sum(f.n)
        from (
            select d.dimension, d.key, count(*) as n
            from news_articles r cross join lateral (values (
                'published,news_type', coalesce(cast(cast(r.published as text) || ',' || r.news_type as text), '')
            )) d (dimension, key) group by 1, 2
            union all
            select k.dimension, k.key, -k.total from news_articles_totals k where k.dimension = 'published,news_type'
        ) f
        group by 1, 2 having sum(f.n) <> 0 order by 1, 2
        on conflict (dimension, key, shard) do update set total = t.total + excluded.total
    """)
