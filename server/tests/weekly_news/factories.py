"""Test data for the calls of the weekly news, used by the tests of every call."""

from __future__ import annotations

from typing import Any

from server.tests.support.stage import Stage

_INSERT = """
    insert into news_articles (title, news_text, news_type, news_date, published)
    values ('Weekly', 'A text.', 'GENERAL', date '2026-11-20', true) returning id
"""


async def news_articles(stage: Stage, values: dict[str, Any]) -> list[dict[str, int]]:
    """A list with one published article."""
    return [{"id": await stage.sql(_INSERT), "sequence": 1}]


async def news_article_ids(stage: Stage, values: dict[str, Any]) -> str:
    """An article on the list."""
    id = await stage.sql(_INSERT)
    await stage.sql("delete from weekly_news returning 1")
    await stage.sql("insert into weekly_news (news_article_id, sequence) values (:id, 1) returning 1", id=id)
    return str(id)
