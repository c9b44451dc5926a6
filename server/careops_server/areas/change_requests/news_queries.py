"""News of requests: the latest step of others that a person has not read. Today shows them until then."""

from __future__ import annotations

from typing import Final, Literal

from sqlalchemy import TextClause, text

from careops_server.core.database.connection import Connection

_OBJECTION_DAYS: Final = 90
"""Days after the end of a request in which its objections are compared with new requests."""


def _tell_statement(people: str) -> TextClause:
    """Return the statement that tells people, as a query of their ids, and replaces what they have not read."""
    return text(f"""
        insert into change_request_readers (request_id, user_id, news)
        select :id, told.id, :news from ({people}) told (id) where told.id is distinct from cast(:but as bigint)
        on conflict (request_id, user_id) do update
            set news = excluded.news, news_at = clock_timestamp(), read_at = null
    """)


_AUTHOR = _tell_statement("""
    select unnest(case when c.author_id > 0 then array[c.author_id] else v.writer_ids end)
    from change_requests c join change_request_revisions v on v.request_id = c.id and v.revision = c.revision
    where c.id = :id
""")
_REVIEWERS = _tell_statement("select distinct w.user_id from change_request_reviews w where w.request_id = :id")
_OBJECTORS = _tell_statement(f"""
    select distinct w.user_id from change_request_reviews w join change_requests o on o.id = w.request_id
    where w.verdict = 'object' and w.ended_at is null and w.request_id <> :id
        and coalesce(o.ended_at, now()) > now() - interval '{_OBJECTION_DAYS} days'
        and exists (
            select from change_request_targets x join change_request_targets n
                on n.resource_type = x.resource_type and n.resource_id = x.resource_id
            where x.request_id = o.id and x.revision = o.revision and n.request_id = :id
        )
""")
_READ = text("""
    update change_request_readers set read_at = clock_timestamp()
    where request_id = :id and user_id = :user_id and read_at is null returning news
""")
_STATEMENTS: Final = {
    **dict.fromkeys(("approval", "objection", "missed_start", "end"), _AUTHOR),
    "revision": _REVIEWERS,
    "same_records": _OBJECTORS,
}


async def tell(
    connection: Connection,
    id: int,
    news: Literal["approval", "objection", "missed_start", "end", "revision", "same_records"],
    *,
    but: int | None = None,
) -> None:
    """Tell the author or the reviewers, except the person who took the step."""
    await connection.execute(_STATEMENTS[news], {"id": id, "news": news, "but": but})


async def mark_read(connection: Connection, id: int, user_id: int) -> list[str]:
    """Mark the news of a request as read by a person. Return what was unread."""
    return list((await connection.execute(_READ, {"id": id, "user_id": user_id})).scalars())
