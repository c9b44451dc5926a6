"""Demo interests: doctors who want to know more about pharma news and CME events."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import Final

from careops_server.demo.seeders import Row, SeedContext, Seeder

_ARTICLES: Final = "select id from news_articles where published and news_type in ('PHARMA', 'CME') order by id"
_DOCTORS: Final = "select id from doctors order by id limit 400"


def _rows(context: SeedContext, table: str) -> Iterator[Row]:
    # Read before the first row, because a connection cannot run queries during COPY.
    articles = [row[0] for row in context.connection.execute(_ARTICLES)]
    doctors = [row[0] for row in context.connection.execute(_DOCTORS)]
    return _generate(context, articles, doctors)


def _generate(context: SeedContext, articles: list[object], doctors: list[object]) -> Iterator[Row]:
    random = context.random
    for article_id in articles:
        many = int(random.paretovariate(1.1)) - 1
        for doctor_id in random.sample(doctors, min(many, len(doctors), 150)):
            yield (article_id, doctor_id, context.until - timedelta(minutes=random.randrange(1, 60 * 24 * 90)))


SEEDER: Final = Seeder({"news_interests": ("news_article_id", "doctor_id", "interested_at")}, _rows)
