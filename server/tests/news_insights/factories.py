"""Test data for the calls of the news, used by the tests of every call."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

from server.tests.news import factories as news
from server.tests.support.stage import Stage


async def tag_id(stage: Stage, values: dict[str, Any]) -> int:
    """A tag without articles."""
    return int(await news.news_tag_ids(stage, values))


async def tag_ids(stage: Stage, values: dict[str, Any]) -> list[int]:
    """Another tag."""
    return [await tag_id(stage, values)]


async def events(stage: Stage, values: dict[str, Any]) -> list[dict[str, Any]]:
    """A view of an existing article."""
    seen_id = await news.article_id(stage, values)
    return [{"id": str(uuid4()), "kind": "view", "article_id": seen_id, "occurred_at": "2026-11-20T09:31:07Z"}]
