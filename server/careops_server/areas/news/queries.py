"""SQL of the news feed: pages from an index, and totals from counters for single filters."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from sqlalchemy import text

from careops.calls import news as calls
from careops.constants import NEWS_RESTORE_DAYS
from careops_server.core.database import tables
from careops_server.core.database.connection import Connection
from careops_server.core.database.row_statements import insert_row
from careops_server.core.queries.counters import DAYS, counter_sql
from careops_server.core.queries.json_select import several
from careops_server.core.queries.list_query import ListQuery
from careops_server.core.queries.references import Reference
from careops_server.core.queries.row_updates import UpdatableTable
from careops_server.core.storage.queries import address_of

_WHERE: Final[Mapping[str, str]] = {
    "published": "n.published = :published",
    "news_type": "n.news_type = :news_type",
    "news_tag_ids": """n.id in (
        select l.news_article_id from news_article_tags l where l.news_tag_id = any(cast(:news_tag_ids as bigint[]))
    )""",
    "start_time": "n.news_date >= :start_time",
    "end_time": "n.news_date <= :end_time",
}
_TAGS_OF: Final = several(
    calls.NewsTag,
    "news_tags t join news_article_tags l on l.news_tag_id = t.id",
    where="l.news_article_id = n.id",
    order="lower(t.tag_name), t.id",
)
READ: Final = {
    "news_tags": _TAGS_OF,
    "photo_url": address_of("n.photo_url", "news"),
    "pharma_name": "(select f.name from pharma_firms f where f.id = n.basic_pharma_id)",
}
_COLUMNS: Final = tuple(name for name in calls.ArticleBody.model_fields if name != "news_tags")
_KEPT_BACK: Final = (*_COLUMNS, "source_changed_at", "viewed_count", "shared_count", "created_at", "updated_at")


ARTICLES: Final = ListQuery(
    calls.NewsArticle,
    "news_articles n",
    read=READ,
    where=_WHERE,
    contains={"search_text": "n.search_text"},
    phonetic=False,
    order="n.news_date desc",
    total=counter_sql("news_articles", "published", "news_type", "published,news_type", also=DAYS),
)
FOUND_ARTICLES: Final = replace(
    ARTICLES,
    where={
        **_WHERE,
        "city": "n.city = :city",
        "state": "n.state = :state",
        "speciality": "n.basic_clinic_specialities @> array[cast(:speciality as text)]",
    },
)
_OF_DELETED: Final = {
    name: f"d.article ->> '{name}'" for name in ("title", "news_text", "news_type", "news_date", "source_name")
}
# Like `search_text` of an article that is not deleted.
_TEXT_OF_DELETED: Final = """lower(concat_ws(chr(31), d.article ->> 'event_name', d.article ->> 'title',
    d.article ->> 'source_name', d.article ->> 'news_label', left(d.article ->> 'news_text', 300)))"""
DELETED_ARTICLES: Final = ListQuery(
    calls.DeletedArticle,
    "deleted_news_articles d",
    read={**_OF_DELETED, "published": "cast(d.article ->> 'published' as boolean)"},
    base_filter=f"d.deleted_at > now() - interval '{NEWS_RESTORE_DAYS} days'",
    contains={"search_text": _TEXT_OF_DELETED},
    phonetic=False,
    order="d.deleted_at desc",
)
ARTICLE_REF: Final = Reference("news_articles", "article_id", calls.NO_ARTICLE)
ARTICLE: Final = UpdatableTable(tables.news_articles, frozenset({*_COLUMNS, "source_changed_at"}))
_CREATE = insert_row(tables.news_articles, _COLUMNS, returning="id")
_FIRM = text("select exists (select from pharma_firms where id = :id)")
# Locked, so that the tags cannot be merged before the article has them.
_KNOWN_TAGS = text("select id from news_tags where id = any(cast(:ids as bigint[])) order by id for key share")
# In one order, which prevents deadlocks between transactions that create the same tags.
_MAKE_TAGS = text("""
    insert into news_tags (tag_name) select name from unnest(cast(:names as text[])) name order by lower(name)
    on conflict (lower(tag_name)) do nothing
""")
_NAMED_TAGS = text("""
    select id from news_tags where lower(tag_name) in (select lower(unnest(cast(:names as text[]))))
    order by id for key share
""")
_TAG_NAMES = text("""
    select t.tag_name from news_tags t join news_article_tags l on l.news_tag_id = t.id
    where l.news_article_id = :id order by lower(t.tag_name)
""")
_UNTAG = text("""
    delete from news_article_tags where news_article_id = :id and news_tag_id <> all(cast(:tags as bigint[]))
""")
_TAG = text("""
    insert into news_article_tags (news_article_id, news_tag_id) select :id, unnest(cast(:tags as bigint[]))
    on conflict do nothing
""")
_HOLD = text("""
    select id, published from news_articles where id = any(cast(:ids as bigint[])) order by id for update
""")
_KEEP_DELETED = text("""
    insert into deleted_news_articles (id, article, tag_ids)
    select n.id, to_jsonb(n) - array['search_text', 'twin_keys', 'near_keys'],
        array(select l.news_tag_id from news_article_tags l where l.news_article_id = n.id)
    from news_articles n where n.id = any(cast(:ids as bigint[]))
""")
_DELETE = text("delete from news_articles where id = any(cast(:ids as bigint[]))")
_PUBLISH = text("""
    update news_articles set published = true, updated_at = now()
    where id = any(cast(:ids as bigint[])) and not published
""")
_RESTORABLE = text(f"""
    select id from deleted_news_articles
    where id = any(cast(:ids as bigint[])) and deleted_at > now() - interval '{NEWS_RESTORE_DAYS} days'
    order by id for update
""")
_RESTORE = text(f"""
    insert into news_articles (id, {", ".join(_KEPT_BACK)})
    select d.id, {", ".join(f"a.{name}" for name in _KEPT_BACK)}
    from deleted_news_articles d cross join lateral jsonb_populate_record(cast(null as news_articles), d.article) a
    where d.id = any(cast(:ids as bigint[]))
""")
_RETAG = text("""
    insert into news_article_tags (news_article_id, news_tag_id)
    select d.id, t.id from deleted_news_articles d join news_tags t on t.id = any(d.tag_ids)
    where d.id = any(cast(:ids as bigint[]))
""")
_FORGET = text("delete from deleted_news_articles where id = any(cast(:ids as bigint[]))")


async def is_firm(connection: Connection, firm_id: int) -> bool:
    """Return whether the pharma firm exists."""
    return (await connection.execute(_FIRM, {"id": firm_id})).scalar_one(bool)


async def create(connection: Connection, columns: Mapping[str, Any]) -> int:
    """Create an article and return its id."""
    return (await connection.execute(_CREATE, columns)).scalar_one(int)


async def resolve_tags(connection: Connection, tags: Sequence[calls.TagOfArticle]) -> list[int] | None:
    """Return the ids of the tags in order, and create new tags. None if an id is unknown."""
    ids = {tag.id for tag in tags if tag.id is not None}
    existing_ids = set((await connection.execute(_KNOWN_TAGS, {"ids": sorted(ids)})).scalars()) if ids else set()
    if existing_ids != ids:
        return None
    if names := [tag.tag_name for tag in tags if tag.id is None]:
        await connection.execute(_MAKE_TAGS, {"names": names})
        existing_ids |= set((await connection.execute(_NAMED_TAGS, {"names": names})).scalars())
    return sorted(existing_ids)


async def tag(connection: Connection, article_id: int, tags: Sequence[int] | None) -> tuple[list[str], list[str]]:
    """Replace an article's tags, or keep them for None. Return their names before and after."""
    before = list((await connection.execute(_TAG_NAMES, {"id": article_id})).scalars())
    if tags is None:
        return before, before
    await connection.execute(_UNTAG, {"id": article_id, "tags": tags})
    await connection.execute(_TAG, {"id": article_id, "tags": tags})
    return before, list((await connection.execute(_TAG_NAMES, {"id": article_id})).scalars())


async def lock_articles(connection: Connection, ids: Sequence[int]) -> dict[int, bool]:
    """Lock the existing articles until the transaction ends. Return whether each is published."""
    rows = await connection.execute(_HOLD, {"ids": ids})
    return {int(article_id): bool(published) for article_id, published in rows}


async def delete(connection: Connection, ids: Sequence[int]) -> None:
    """Move articles from the feed to the deleted ones."""
    await connection.execute(_KEEP_DELETED, {"ids": ids})
    await connection.execute(_DELETE, {"ids": ids})


async def publish(connection: Connection, ids: Sequence[int]) -> None:
    """Publish articles."""
    await connection.execute(_PUBLISH, {"ids": ids})


async def restorable(connection: Connection, ids: Sequence[int]) -> set[int]:
    """Return the restorable articles among ``ids``, locked until the transaction ends."""
    return set((await connection.execute(_RESTORABLE, {"ids": ids})).scalars())


async def restore(connection: Connection, ids: Sequence[int]) -> None:
    """Restore articles unchanged."""
    for statement in (_RESTORE, _RETAG, _FORGET):
        await connection.execute(statement, {"ids": ids})
