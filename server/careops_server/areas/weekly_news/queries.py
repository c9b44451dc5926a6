"""SQL of the weekly list. Triggers close gaps in the sequence when an article leaves it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from sqlalchemy import text

from careops.calls.news import NewsArticle
from careops.calls.weekly_news import BestArticle, WeeklyArticle
from careops.constants import BEST_NEWS_DAYS, MAX_WEEKLY_NEWS
from careops.contract import RawJson
from careops_server.areas.news.queries import READ
from careops_server.core.database.connection import Connection
from careops_server.core.queries.json_pages import written_rows
from careops_server.core.queries.json_select import fields_of, moment
from careops_server.core.queries.list_query import ListQuery

WEEKLY_ARTICLES: Final = ListQuery(
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
# Reads only the week's events, from their index, so the total number of views does not matter. Events in the future
# (from a wrong clock) count once their time has come.
_BEST = text(f"""
    select coalesce(cast(json_agg(item) as text), '[]') from (
        select {fields_of(BestArticle, "n", {**READ, "week_views": "w.views", "week_shares": "w.shares"})}
        from (
            select e.news_article_id, count(*) filter (where e.kind = 'view') as views,
                count(*) filter (where e.kind = 'share') as shares
            from news_events e
            where e.occurred_at between now() - interval '{BEST_NEWS_DAYS} days' and now()
                and e.kind in ('view', 'share')
            group by 1
        ) w join news_articles n on n.id = w.news_article_id
        where n.published and not exists (select from weekly_news l where l.news_article_id = n.id)
        order by w.views + w.shares desc, n.news_date desc, n.id desc limit {MAX_WEEKLY_NEWS}
    ) item
""")
# Lists are replaced one at a time, so that concurrent requests do not mix two lists.
_HOLD = text("lock table weekly_news in share row exclusive mode")
_ORDER = text("select news_article_id from weekly_news order by sequence")
_PUBLISHED = text("select id from news_articles where id = any(cast(:ids as bigint[])) and published for share")
_EMPTY = text("delete from weekly_news")
_FILL = text("""
    insert into weekly_news (news_article_id, sequence)
    select id, place from unnest(cast(:ids as bigint[])) with ordinality as listed (id, place)
""")
_REMOVE = text("delete from weekly_news where news_article_id = any(cast(:ids as bigint[]))")


async def list_best_news(connection: Connection, files: str) -> RawJson[list[BestArticle]]:
    """Return the most read articles of the week that are not on the list. ``files`` is the URL prefix of pictures."""
    (articles,) = (await connection.execute(_BEST, {"files": files})).one_row()
    return written_rows(articles)


async def lock_list(connection: Connection) -> list[int]:
    """Lock the list until the transaction ends. Return its article ids in order."""
    await connection.execute(_HOLD)
    return await order(connection)


async def order(connection: Connection) -> list[int]:
    """Return the article ids in order."""
    return list((await connection.execute(_ORDER)).scalars())


async def published(connection: Connection, ids: Sequence[int]) -> set[int]:
    """Return the published articles among ``ids``, and lock them until the transaction ends."""
    return set((await connection.execute(_PUBLISHED, {"ids": ids})).scalars())


async def replace_list(connection: Connection, ids: Sequence[int]) -> None:
    """Replace the list with these articles, in this order."""
    await connection.execute(_EMPTY)
    await connection.execute(_FILL, {"ids": ids})


async def remove(connection: Connection, ids: Sequence[int]) -> None:
    """Remove these articles from the list."""
    await connection.execute(_REMOVE, {"ids": ids})
