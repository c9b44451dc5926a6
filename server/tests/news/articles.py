"""Articles for the tests."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from server.tests.support.stage import Stage

from careops import AsyncCareOps
from careops.india_time import INDIA

BODY: dict[str, Any] = {
    "news_type": "GENERAL",
    "news_date": "2026-11-20",
    "title": "A simpler heart check",
    "news_text": "Two hospitals tried it.\n\nIt works.",
    "source_name": "Health Daily",
    "source_link": "https://news.example/heart",
}


def today() -> datetime:
    """The start of today in India. A test computes it when it runs, because the run may cross midnight."""
    return datetime.now(INDIA).replace(hour=0, minute=0, second=0, microsecond=0)


def in_days(days: int) -> str:
    """The day ``days`` from today, in wire format."""
    return (today() + timedelta(days=days)).date().isoformat()


def event(start: int = 3, end: int = 3, **fields: Any) -> dict[str, Any]:
    """A CME event that starts and ends on these days from now, at ten and at noon."""
    times = {
        "event_start_ts": (today() + timedelta(days=start, hours=10)).isoformat(),
        "event_end_ts": (today() + timedelta(days=end, hours=12)).isoformat(),
    }
    return {**BODY, "news_type": "CME", **times, **fields}


async def create_article(client: AsyncCareOps, **body: Any) -> int:
    """Create an article. Return its id."""
    article_id = (await client.news.create(**{**BODY, **body})).id
    assert article_id is not None
    return article_id


async def firm(stage: Stage) -> int:
    firm_id: int = await stage.sql("select id from pharma_firms where name = 'Cipla'")
    return firm_id
