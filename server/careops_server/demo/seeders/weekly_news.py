"""Demo weekly list: the most read published articles of the last weeks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from careops_server.demo.seeders import Row, SeedContext, Seeder

_ON_IT: Final = 7
_READ_MOST: Final = """
    select id from (select * from news_articles where published order by news_date desc, id desc limit 40) latest
    order by viewed_count desc, id limit %s
"""


def _rows(context: SeedContext, table: str) -> Iterator[Row]:
    # Read before the first row, because a connection cannot run queries during COPY.
    ids = [row[0] for row in context.connection.execute(_READ_MOST, [_ON_IT])]
    return ((article_id, place) for place, article_id in enumerate(ids, start=1))


SEEDER: Final = Seeder({"weekly_news": ("news_article_id", "sequence")}, _rows)
