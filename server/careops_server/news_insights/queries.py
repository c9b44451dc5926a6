"""The SQL of what is known about the news."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Final

from sqlalchemy import TextClause, text
from sqlalchemy.ext.asyncio import AsyncConnection

from careops.calls.news_insights import (
    ListCmeInterests,
    ListNewsTags,
    ListPharmaInterests,
    NewsEvent,
    NewsInterest,
    NewsTagStats,
)
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


_DOCTOR_NAME: Final = "trim(d.first_name || ' ' || coalesce(d.last_name, ''))"
_INTERESTED: Final = f"""(
    select coalesce(json_agg(json_build_object('id', l.id, 'name', l.name) order by l.interested_at desc, l.id), '[]')
    from (
        select d.id, {_DOCTOR_NAME} as name, i.interested_at
        from news_interests i join doctors d on d.id = i.doctor_id
        where i.news_article_id = n.id order by i.interested_at desc, d.id limit 100
    ) l
)"""


def _interests(news_type: str) -> Listing[NewsInterest]:
    return Listing(
        NewsInterest,
        "news_articles n",
        read={
            "title": "coalesce(n.event_name, n.title)",
            "interest_count": "(select count(*) from news_interests i where i.news_article_id = n.id)",
            "doctors": _INTERESTED,
        },
        always=f"""n.news_type = '{news_type}'
            and exists (select from news_interests i where i.news_article_id = n.id)""",
        order="n.news_date desc",
    )


_OF_TYPE: Final = {"PHARMA": _interests("PHARMA"), "CME": _interests("CME")}


def _stats(names: str, name: str) -> TextClause:
    return text(f"""
        select coalesce(cast(json_agg(item) as text), '[]') from (
            select {name} as name, count(*) as count, count(*) filter (where n.published) as published_news,
                count(*) filter (where not n.published) as unpublished_news
            from {names} where coalesce({name}, '') <> '' group by 1 order by 2 desc, 1 limit 500
        ) item
    """)


_STATS: Final[Mapping[str, TextClause]] = {
    "news_types": _stats("news_articles n", "n.news_type"),
    "top_states": _stats("news_articles n", "n.state"),
    "top_cities": _stats("news_articles n", "n.city"),
    "top_specialities": _stats(
        "news_articles n cross join unnest(n.basic_clinic_specialities) as s (name)",
        "s.name",
    ),
}
# One row for each event that is new and about something that is there; the counters are written in their order.
_ADD = text("""
    with sent as (
        select * from jsonb_to_recordset(cast(:events as jsonb))
            as e (id uuid, kind text, article_id bigint, doctor_id bigint, occurred_at timestamptz)
    ), there as (
        select e.* from sent e join news_articles n on n.id = e.article_id
        where e.doctor_id is null or exists (select from doctors d where d.id = e.doctor_id)
    ), added as (
        insert into news_events (id, kind, news_article_id, doctor_id, occurred_at)
        select distinct on (id) id, kind, article_id, doctor_id, occurred_at from there order by id
        on conflict (id) do nothing returning id, kind, news_article_id, doctor_id, occurred_at
    ), interested as (
        insert into news_interests (news_article_id, doctor_id, interested_at)
        select news_article_id, doctor_id, max(occurred_at) from added
        where kind = 'interest' group by 1, 2
        on conflict (news_article_id, doctor_id) do update
            set interested_at = greatest(news_interests.interested_at, excluded.interested_at)
    ), counted as (
        select n.id, c.views, c.shares from (
            select news_article_id, count(*) filter (where kind = 'view') as views,
                count(*) filter (where kind = 'share') as shares
            from added group by 1
        ) c join news_articles n on n.id = c.news_article_id
        where c.views + c.shares > 0 order by n.id for no key update of n
    ), written as (
        update news_articles n
        set viewed_count = n.viewed_count + c.views, shared_count = n.shared_count + c.shares
        from counted c where c.id = n.id
    )
    select (select count(*) from sent), (select count(*) from there), (select count(*) from added)
""")


async def list_news_tags(connection: AsyncConnection, call: ListNewsTags) -> Written[Page[NewsTagStats]]:
    """One page, by name or as asked for."""
    return await _TAGS.page(connection, call)


async def list_interests(
    connection: AsyncConnection, call: ListPharmaInterests | ListCmeInterests, news_type: str
) -> Written[Page[NewsInterest]]:
    """One page of the articles of a type that somebody is interested in, the latest first."""
    return await _OF_TYPE[news_type].page(connection, call)


async def read_news_stats(connection: AsyncConnection) -> dict[str, str]:
    """Each list, as JSON."""
    return {name: (await connection.execute(statement)).scalar_one() for name, statement in _STATS.items()}


async def add_events(connection: AsyncConnection, events: Sequence[NewsEvent]) -> tuple[int, int, int]:
    """Take them in and count them; how many were sent, are about something that is there, and were new."""
    told = json.dumps([event.model_dump(mode="json") for event in events])
    sent, there, added = (await connection.execute(_ADD, {"events": told})).one()
    return sent, there, added
