"""What the calls about the news are about, made for the tests of every call."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

from server.tests.news import made as news
from server.tests.stage import Stage


async def events(stage: Stage, given: dict[str, Any]) -> list[dict[str, Any]]:
    """A view of an article that is there."""
    seen = await news.article_id(stage, given)
    return [{"id": str(uuid4()), "kind": "view", "article_id": seen, "occurred_at": "2026-11-20T09:31:07Z"}]
