"""What is known about the news."""

from __future__ import annotations

from typing import Final

from careops.calls.news_insights import ListNewsTags, NewsTagStats
from careops.contract import Page, Written
from careops_server.context import Context
from careops_server.news_insights import queries

_ALL: Final = 100_000
"""More tags than anybody makes."""


async def list_news_tags(call: ListNewsTags, context: Context) -> Written[Page[NewsTagStats]]:
    """One page of the tags; all of them where nobody asks for a page, as pickers do (B-71)."""
    if not call.model_fields_set & {"page", "perpage"}:
        call = call.model_copy(update={"perpage": _ALL})
    return await queries.list_news_tags(context.connection, call)
