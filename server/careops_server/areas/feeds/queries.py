"""SQL of feeds: their state, known items and articles."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from sqlalchemy import bindparam, text
from sqlalchemy.dialects.postgresql import JSONB

from careops_server.core.database import tables
from careops_server.core.database.connection import Connection
from careops_server.core.database.row_statements import update_row

FETCHED: Final = ("title", "news_text", "source_link")
"""Fields of an article that follow the feed until staff edit them."""
_STANDING = text("select * from news_feeds")
_NOTE = text("""
    insert into news_feeds as f (name, address, etag, last_modified, digest, fetched_at, job_id, new_count,
        changed_count, unchanged_count, refused_count, refusals, problem)
    values (:name, :address, :etag, :last_modified, :digest, now(), :job_id, :new, :changed, :unchanged, :refused,
        :refusals, :problem)
    on conflict (name) do update set
        address = excluded.address, etag = excluded.etag, last_modified = excluded.last_modified,
        digest = excluded.digest, fetched_at = excluded.fetched_at, job_id = excluded.job_id,
        new_count = excluded.new_count, changed_count = excluded.changed_count,
        unchanged_count = excluded.unchanged_count, refused_count = excluded.refused_count,
        refusals = excluded.refusals, problem = excluded.problem
""").bindparams(bindparam("refusals", type_=JSONB))
_KNOWN = text("""
    select * from news_feed_items where feed = :feed and (
        identity = any(cast(:identities as text[])) or guid = any(cast(:guids as text[]))
        or link = any(cast(:links as text[])) or heading = any(cast(:headings as text[]))
    )
""")
_IDS = text("""
    select nextval(pg_get_serial_sequence('news_articles', 'id')) from generate_series(1, cast(:count as integer))
""")
_COLUMNS: Final = (
    *("id", "title", "news_text", "news_type", "news_date", "source_name", "source_link", "photo_url"),
    "basic_pharma_id",
)
_ADD = text(f"""
    insert into news_articles ({", ".join(_COLUMNS)})
    select {", ".join(f"a.{name}" for name in _COLUMNS)}
    from jsonb_populate_recordset(cast(null as news_articles), :rows) a order by a.id
""").bindparams(bindparam("rows", type_=JSONB))
_TAG = text("""
    insert into news_article_tags (news_article_id, news_tag_id)
    select a, t from unnest(cast(:articles as bigint[])) a cross join unnest(cast(:tags as bigint[])) t
""")
_REMEMBER = text("""
    insert into news_feed_items (feed, identity, guid, link, heading, article_id, taken, latest)
    select :feed, i.identity, i.guid, i.link, i.heading, i.article_id, i.taken, i.taken
    from jsonb_populate_recordset(cast(null as news_feed_items), :rows) i
""").bindparams(bindparam("rows", type_=JSONB))
_SEEN = text("update news_feed_items set seen_at = now() where id = any(cast(:ids as bigint[]))")
_ALL_SEEN = text("""
    update news_feed_items i set seen_at = now() from news_feeds f
    where f.name = i.feed and i.feed = :feed and i.seen_at >= f.fetched_at
""")
_ARTICLES = text(f"""
    select id, published, {", ".join(FETCHED)} from news_articles where id = any(cast(:ids as bigint[]))
    order by id for update
""")
_CHANGE = text("""
    update news_articles set title = :title, news_text = :news_text, source_link = :source_link, updated_at = now(),
        source_changed_at = case when :marked then now() else source_changed_at end
    where id = :id
""")
_LATEST = update_row(tables.news_feed_items, "taken latest")
_FIRM = text("select id from pharma_firms where lower(name) = lower(:name)")
_FETCHING = text("""
    select exists (select from jobs where only_one = :only_one and state in ('waiting', 'running'))
""")


async def feed_states(connection: Connection) -> dict[str, dict[str, Any]]:
    """Return the state of each fetched feed by name."""
    return {row["name"]: row for row in (await connection.execute(_STANDING)).mappings()}


async def is_fetching(connection: Connection, only_one: str) -> bool:
    """Return whether a fetch waits or runs."""
    return bool((await connection.execute(_FETCHING, {"only_one": only_one})).scalar_one())


async def save_fetch(connection: Connection, values: Mapping[str, Any]) -> None:
    """Store the result of a fetch."""
    await connection.execute(_NOTE, values)


async def all_seen(connection: Connection, feed: str) -> int:
    """Mark all items of an unchanged document as seen. Return the number of items."""
    return (await connection.execute(_ALL_SEEN, {"feed": feed})).rowcount


async def find_known_items(connection: Connection, feed: str, sought: Mapping[str, list[str]]) -> list[dict[str, Any]]:
    """Return known items that have one of these ``identities``, ``guids``, ``links`` or ``headings``."""
    return (await connection.execute(_KNOWN, {"feed": feed, **sought})).mappings().all()


async def firm_id(connection: Connection, name: str) -> int | None:
    """Return the id of a pharma firm by name, ignoring case; None if unknown."""
    return (await connection.execute(_FIRM, {"name": name})).scalar_one_or_none(int)


async def ids(connection: Connection, count: int) -> list[int]:
    """Return ``count`` new article ids."""
    return list((await connection.execute(_IDS, {"count": count})).scalars())


async def add(
    connection: Connection,
    feed: str,
    articles: Sequence[Mapping[str, Any]],
    items: Sequence[Mapping[str, Any]],
    tags: Sequence[int],
) -> None:
    """Add articles with their tags, and store the item of each."""
    if not articles:
        return
    await connection.execute(_ADD, {"rows": [dict(row) for row in articles]})
    await connection.execute(_TAG, {"articles": [row["id"] for row in articles], "tags": list(tags)})
    await connection.execute(_REMEMBER, {"feed": feed, "rows": [dict(row) for row in items]})


async def mark_present(connection: Connection, ids: Sequence[int]) -> None:
    """Mark items as still present in their feed."""
    await connection.execute(_SEEN, {"ids": list(ids)})


async def articles(connection: Connection, ids: Sequence[int]) -> dict[int, dict[str, Any]]:
    """Return the existing articles among ``ids``, locked until the transaction ends."""
    return {row["id"]: row for row in (await connection.execute(_ARTICLES, {"ids": list(ids)})).mappings()}


async def change(connection: Connection, article_id: int, values: Mapping[str, Any], *, marked: bool) -> None:
    """Update an article from its feed. ``marked`` means that it differs from the feed in some fields."""
    await connection.execute(_CHANGE, {**values, "id": article_id, "marked": marked})


async def latest(connection: Connection, item_id: int, *, taken: Mapping[str, Any], latest: Mapping[str, Any]) -> None:
    """Store an item's latest content, and the part that its article took over."""
    await connection.execute(_LATEST, {"id": item_id, "taken": dict(taken), "latest": dict(latest)})
