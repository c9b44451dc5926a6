"""The SQL of what is known about the news."""

from __future__ import annotations

from typing import Final

from sqlalchemy.ext.asyncio import AsyncConnection

from careops.calls.news_insights import ListNewsTags, NewsTagStats
from careops.contract import Page, Written
from careops_server.database.lists import Listing

_TAGS: Final = Listing(
    NewsTagStats,
    "news_tags t",
    order="lower(t.tag_name) asc",
    sort={
        "tag_name": "lower(t.tag_name)",
        "published_news_count": "t.published_news_count",
        "shared_news_count": "t.shared_news_count",
        "viewed_news_count": "t.viewed_news_count",
    },
)


async def list_news_tags(connection: AsyncConnection, call: ListNewsTags) -> Written[Page[NewsTagStats]]:
    """One page, by name or as asked for."""
    return await _TAGS.page(connection, call)
