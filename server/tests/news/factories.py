"""Test data for the calls of the news feed, used by the tests of every call."""

from __future__ import annotations

from typing import Any

from server.tests.support.stage import Stage

_INSERT = """
    insert into news_articles (title, news_text, news_type, news_date, source_name, source_link)
    values ('Made', 'A text.', 'GENERAL', date '2026-11-20', 'Made Daily', 'https://made.example/1') returning id
"""


async def article_id(stage: Stage, values: dict[str, Any]) -> int:
    """An unpublished article."""
    id: int = await stage.sql(_INSERT)
    return id


async def ids(stage: Stage, values: dict[str, Any]) -> str:
    """One unpublished article."""
    return str(await article_id(stage, values))


async def news_tag_ids(stage: Stage, values: dict[str, Any]) -> str:
    """A tag without articles."""
    id: int = await stage.sql(
        "insert into news_tags (tag_name) values (:name) returning id", name=f"Tag {stage.phone()}"
    )
    return str(id)


async def restore_news_articles(stage: Stage, values: dict[str, Any]) -> None:
    """Delete the article first."""
    await (await stage.signed_in()).news.delete(ids=[int(values["ids"])])


async def fetch_rss(stage: Stage, values: dict[str, Any]) -> None:
    """Cancel running fetches first."""
    await stage.sql("""
        update jobs set state = 'cancelled', leased_until = null, ended_at = now()
        where only_one is not null and state in ('waiting', 'running')
    """)
