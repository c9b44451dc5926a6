"""SQL of news statistics, tags and interests."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Final

from sqlalchemy import TextClause, text

from careops.calls import news_insights as calls
from careops.constants import MAX_MERGED_TAGS
from careops.contract import RawJson
from careops_server.core.database.connection import Connection
from careops_server.core.queries.json_pages import written_rows
from careops_server.core.queries.json_select import fields_of
from careops_server.core.queries.list_query import ListQuery

TAGS: Final = ListQuery(
    calls.NewsTagStats,
    "news_tags t",
    order="lower(t.tag_name) asc",
    sort={
        "tag_name": "lower(t.tag_name)",
        "published_news_count": "t.published_news_count",
        "shared_news_count": "t.shared_news_count",
        "viewed_news_count": "t.viewed_news_count",
    },
)


# Each group includes the tag that remains.
_DUPLICATE_TAGS: Final = text(f"""
    select coalesce(cast(json_agg(item) as text), '[]') from (
        select (
            select json_agg(tag) from (
                select {fields_of(calls.NewsTagStats, "t")} from news_tags t where t.twin_key = g.twin_key
                order by t.published_news_count desc, t.viewed_news_count desc, t.id limit {MAX_MERGED_TAGS + 1}
            ) tag
        ) as tags
        from (
            select twin_key, sum(published_news_count) as published from news_tags
            where twin_key <> '' group by 1 having count(*) > 1 order by 2 desc, 1 limit 50
        ) g order by g.published desc, g.twin_key
    ) item
""")
# Articles before tags, in the order of ids, like saving an article does. An article tagged in between is locked
# afterwards: concurrent changes wait, and its counts move with it.
_HOLD_ARTICLES: Final = text("""
    select count(*) from (
        select n.id from news_articles n where n.id in (
            select l.news_article_id from news_article_tags l where l.news_tag_id = any(cast(:ids as bigint[]))
        ) order by n.id for no key update
    ) held
""")
_HOLD_TAGS: Final = text("""
    select id, tag_name from news_tags where id = any(cast(:ids as bigint[])) order by id for update
""")
_GIVE_TAG: Final = text("""
    insert into news_article_tags (news_article_id, news_tag_id)
    select distinct news_article_id, cast(:into as bigint) from news_article_tags
    where news_tag_id = any(cast(:ids as bigint[]))
    on conflict do nothing
""")
_GIVE_DELETED: Final = text("""
    update deleted_news_articles d set tag_ids = array(
        select distinct case when tag = any(cast(:ids as bigint[])) then cast(:into as bigint) else tag end
        from unnest(d.tag_ids) tag
    )
    where d.tag_ids && cast(:ids as bigint[])
""")
# Links before tags, so that the triggers can still count them.
_UNTAG: Final = text("delete from news_article_tags where news_tag_id = any(cast(:ids as bigint[]))")
_DROP_TAGS: Final = text("delete from news_tags where id = any(cast(:ids as bigint[]))")

_DOCTOR_NAME: Final = "trim(d.first_name || ' ' || coalesce(d.last_name, ''))"
_INTERESTED: Final = f"""(
    select coalesce(json_agg(json_build_object('id', l.id, 'name', l.name) order by l.interested_at desc, l.id), '[]')
    from (
        select d.id, {_DOCTOR_NAME} as name, i.interested_at
        from news_interests i join doctors d on d.id = i.doctor_id
        where i.news_article_id = n.id order by i.interested_at desc, d.id limit 100
    ) l
)"""


# Pharma news without a heading are named by the start of their text (B-64), with the length of the console's `nameOf`.
_NAME: Final = """coalesce(n.event_name, n.title, (
    select case when length(x.words) > 80 then rtrim(left(x.words, 80)) || '…' else nullif(x.words, '') end
    from (select btrim(regexp_replace(n.news_text, '\\s+', ' ', 'g')) as words) x
))"""


def _interests(news_type: str) -> ListQuery[calls.NewsInterest]:
    """Return the list of the articles of a type with interested doctors, latest first."""
    return ListQuery(
        calls.NewsInterest,
        "news_articles n",
        read={
            "title": _NAME,
            "interest_count": "(select count(*) from news_interests i where i.news_article_id = n.id)",
            "doctors": _INTERESTED,
        },
        base_filter=f"""n.news_type = '{news_type}'
            and exists (select from news_interests i where i.news_article_id = n.id)""",
        order="n.news_date desc",
    )


PHARMA_INTERESTS: Final = _interests("PHARMA")
CME_INTERESTS: Final = _interests("CME")


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
# One row for each new event about an existing article. Counters are updated in order.
_ADD = text("""
    with sent as (
        select * from jsonb_to_recordset(cast(:events as jsonb))
            as e (id uuid, kind text, article_id bigint, doctor_id bigint, occurred_at timestamptz)
    ), valid_events as (
        select e.* from sent e join news_articles n on n.id = e.article_id
        where e.doctor_id is null or exists (select from doctors d where d.id = e.doctor_id)
    ), added as (
        insert into news_events (id, kind, news_article_id, doctor_id, occurred_at)
        select distinct on (id) id, kind, article_id, doctor_id, occurred_at from valid_events order by id
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
    select (select count(*) from sent), (select count(*) from valid_events), (select count(*) from added)
""")


async def find_duplicate_tags(connection: Connection) -> RawJson[list[calls.DuplicateTags]]:
    """Return groups of tags with nearly the same spelling."""
    (duplicates,) = (await connection.execute(_DUPLICATE_TAGS, {})).one_row()
    return written_rows(duplicates)


async def lock_tags(connection: Connection, into: int, ids: Sequence[int]) -> dict[int, str]:
    """Return the names of existing tags. Locks them and the articles of ``ids`` until the transaction ends."""
    await connection.execute(_HOLD_ARTICLES, {"ids": ids})
    rows = await connection.execute(_HOLD_TAGS, {"ids": [into, *ids]})
    names = {int(tag_id): str(name) for tag_id, name in rows}
    await connection.execute(_HOLD_ARTICLES, {"ids": ids})
    return names


async def merge_tags(connection: Connection, into: int, ids: Sequence[int]) -> int:
    """Replace tags by one, and delete them. Return the number of articles that did not have it."""
    count = (await connection.execute(_GIVE_TAG, {"into": into, "ids": ids})).rowcount
    await connection.execute(_GIVE_DELETED, {"into": into, "ids": ids})
    for statement in (_UNTAG, _DROP_TAGS):
        await connection.execute(statement, {"ids": ids})
    return count


async def read_news_stats(connection: Connection) -> dict[str, str]:
    """Return each statistic as JSON."""
    return {name: (await connection.execute(statement)).scalar_one() for name, statement in _STATS.items()}


async def add_events(connection: Connection, events: Sequence[calls.NewsEvent]) -> tuple[int, int, int]:
    """Add and count events. Return the number sent, about existing articles, and new."""
    payload = json.dumps([event.model_dump(mode="json") for event in events])
    sent, present, added = (await connection.execute(_ADD, {"events": payload})).one_row()
    return sent, present, added
