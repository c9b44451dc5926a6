"""The SQL of the weekly news. Gaps close by themselves: triggers see to it, whatever takes an article away."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection

from careops.calls.news import NewsArticle
from careops.calls.weekly_news import ReadWeeklyNews, WeeklyArticle
from careops.contract import Written
from careops_server.database.columns import moment
from careops_server.database.lists import Listing
from careops_server.news.queries import READ

_WEEKLY: Final = Listing(
    WeeklyArticle,
    "weekly_news w",
    read={
        **{name: f"n.{name}" for name in NewsArticle.model_fields},
        **{name: moment(f"n.{name}") for name in ("event_start_ts", "event_end_ts")},
        **READ,
    },
    joins="join news_articles n on n.id = w.news_article_id",
    order="w.sequence asc",
    unique="sequence",
)
# Two set the list at once: one after the other, so that one of the two lists stands whole.
_HOLD = text("lock table weekly_news in share row exclusive mode")
_ORDER = text("select news_article_id from weekly_news order by sequence")
_PUBLISHED = text("select id from news_articles where id = any(cast(:ids as bigint[])) and published for share")
_EMPTY = text("delete from weekly_news")
_FILL = text("""
    insert into weekly_news (news_article_id, sequence)
    select id, place from unnest(cast(:ids as bigint[])) with ordinality as listed (id, place)
""")
_REMOVE = text("delete from weekly_news where news_article_id = any(cast(:ids as bigint[]))")


async def read_weekly_news(
    connection: AsyncConnection, call: ReadWeeklyNews, files: str
) -> Written[list[WeeklyArticle]]:
    """All of it, in its order. ``files`` is what addresses of pictures begin with."""
    return await _WEEKLY.whole(connection, call, files=files)


async def hold(connection: AsyncConnection) -> list[int]:
    """Let nobody else change the list until the transaction ends; its articles, the first first."""
    await connection.execute(_HOLD)
    return await order(connection)


async def order(connection: AsyncConnection) -> list[int]:
    """Its articles, the first first."""
    return list((await connection.execute(_ORDER)).scalars())


async def published(connection: AsyncConnection, ids: Sequence[int]) -> set[int]:
    """Those of them that are published, and stay so until the transaction ends."""
    return set((await connection.execute(_PUBLISHED, {"ids": ids})).scalars())


async def put(connection: AsyncConnection, ids: Sequence[int]) -> None:
    """Have these on the list and no others, in this order."""
    await connection.execute(_EMPTY)
    await connection.execute(_FILL, {"ids": ids})


async def remove(connection: AsyncConnection, ids: Sequence[int]) -> None:
    """Take these off it."""
    await connection.execute(_REMOVE, {"ids": ids})
