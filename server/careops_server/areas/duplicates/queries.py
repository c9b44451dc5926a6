"""SQL of duplicates: articles within some days with the same key of heading or address."""

from __future__ import annotations

from typing import Final

from sqlalchemy import TextClause, text

from careops.calls.news import FindDuplicates, FindDuplicatesOf
from careops.constants import NEWS_DUPLICATE_DAYS
from careops.contract import RawJson
from careops.models.duplicates import Duplicate
from careops_server.core.database.connection import Connection
from careops_server.core.queries.json_pages import written_rows
from careops_server.core.queries.json_select import fields_of

_EACH: Final = 3
_READ: Final = {
    "article_id": "o.id",
    "name": "coalesce(n.event_name, n.title)",
    "same_address": "news_twin_keys(null, n.source_link) && o.twin_keys",
}


def _duplicates_of(articles: str) -> TextClause:
    """Return the statement for ``articles`` with ``id`` (may be null), ``but``, ``news_date``, ``twin_keys`` and
    ``near_keys``.
    """
    return text(f"""
        select coalesce(cast(json_agg(item) as text), '[]') from (
            select {fields_of(Duplicate, "n", _READ)}
            from ({articles}) o cross join lateral (
                select t.* from news_articles t
                where (t.twin_keys && o.twin_keys or t.twin_keys && o.near_keys or t.near_keys && o.twin_keys)
                    and t.news_date between o.news_date - {NEWS_DUPLICATE_DAYS} and o.news_date + {NEWS_DUPLICATE_DAYS}
                    and t.id is distinct from o.but
                order by t.published desc, abs(t.news_date - o.news_date), t.id limit {_EACH}
            ) n
            order by o.id, n.published desc, abs(n.news_date - o.news_date), n.id
        ) item
    """)


_OF_THESE = _duplicates_of("""
    select id, id as but, news_date, twin_keys, near_keys from news_articles where id = any(cast(:ids as bigint[]))
""")
_OF_ONE = _duplicates_of("""
    select cast(null as bigint) as id, cast(:but as bigint) as but, cast(:news_date as date) as news_date,
        news_twin_keys(:title, :source_link) as twin_keys, news_near_keys(:title) as near_keys
""")


async def find_duplicates(connection: Connection, call: FindDuplicates) -> RawJson[list[Duplicate]]:
    """Return duplicates of existing articles."""
    (duplicates,) = (await connection.execute(_OF_THESE, {"ids": call.ids})).one_row()
    return written_rows(duplicates)


async def find_duplicates_of(connection: Connection, call: FindDuplicatesOf) -> RawJson[list[Duplicate]]:
    """Return duplicates of a described article."""
    (duplicates,) = (await connection.execute(_OF_ONE, call.model_dump())).one_row()
    return written_rows(duplicates)
