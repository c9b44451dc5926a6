"""Source of Today: feeds whose last fetch failed."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from careops.calls.news import FetchRss
from careops_server.core.today import TodaySource

# The horizon leaves out feeds that are not configured any more. Names can contain any character, addresses cannot.
SOURCE: Final = TodaySource(
    "feeds",
    "news_feeds t",
    verb="fetch",
    needs=FetchRss,
    index="ix_news_feeds_failing",
    at="t.fetched_at",
    open="t.problem is not null",
    reason="t.problem",
    horizon=timedelta(days=7),
    has_older=False,
    id="md5(t.name)",
    id_type="text",
    fields={"title": "t.name", "detail": "left(t.problem, 200)"},
    touched_by=frozenset({"news"}),
)
