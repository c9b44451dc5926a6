"""Demo news events of this week: a few articles have many readers, most have few."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import Final
from uuid import UUID

from careops_server.demo.seeders import Row, SeedContext, Seeder

_LATELY: Final = "select id from news_articles where published order by news_date desc, id desc limit 60"


def _rows(context: SeedContext, table: str) -> Iterator[Row]:
    # Read before the first row, because a connection cannot run queries during COPY.
    return _generate(context, [row[0] for row in context.connection.execute(_LATELY)])


def _generate(context: SeedContext, articles: list[object]) -> Iterator[Row]:
    random = context.random
    for article_id in articles:
        for _ in range(min(int(random.paretovariate(0.8)), 120)):
            kind = random.choices(("view", "share"), (9, 1))[0]
            moment = context.until - timedelta(minutes=random.randrange(1, 60 * 24 * 7))
            yield (UUID(int=random.getrandbits(128), version=4), kind, article_id, moment)


SEEDER: Final = Seeder({"news_events": ("id", "kind", "news_article_id", "occurred_at")}, _rows)
