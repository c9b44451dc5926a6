"""App users who read news."""

from __future__ import annotations

from typing import Any

from server.tests.support.stage import Stage

from careops import AsyncCareOps
from careops.calls.news_insights import NewsEvent


def event(number: int, kind: str, article_id: int, doctor_id: int | None = None, **other_fields: Any) -> NewsEvent:
    """An event with a new id."""
    fields = {"id": f"0199d3a4-7c00-7000-8000-{number:012}", "kind": kind, "article_id": article_id}
    return NewsEvent.model_validate(
        {**fields, "doctor_id": doctor_id, "occurred_at": "2026-11-20T09:31:07Z", **other_fields}
    )


async def article(stage: Stage, **columns: Any) -> int:
    values = {"title": "Counted", "news_text": "A text.", "news_type": "GENERAL", **columns}
    names, places = ", ".join(values), ", ".join(f":{name}" for name in values)
    article_id: int = await stage.sql(
        f"insert into news_articles ({names}, news_date) values ({places}, date '2026-11-20') returning id",  # noqa: S608 (a test's own names)
        **values,
    )
    return article_id


async def app(stage: Stage) -> AsyncCareOps:
    """The doctors' app with its API key."""
    return await stage.program("news_insights:write")
