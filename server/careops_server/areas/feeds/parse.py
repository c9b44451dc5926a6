"""Parsing of a feed's document in the sandbox."""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass
from datetime import date
from typing import Any, Final

from pydantic import BaseModel, ValidationError

from careops.models.feeds import NO_FEED, UNREADABLE
from careops_server.core.feeds.fetcher import FeedError, FetchResult
from careops_server.core.sandbox import run_sandboxed

SECONDS: Final = 120.0
_AT_ONCE: Final = asyncio.Semaphore(1)


class Item(BaseModel):
    """An item of a feed in plain text."""

    guid: str | None
    title: str
    link: str | None
    """Web address of the publication; empty if the feed does not name a valid one."""
    text: str
    day: date | None
    near_day: date | None
    """Day of the neighbouring item, if it has no day."""
    picture: str | None


@dataclass(frozen=True)
class Document:
    """A parsed feed."""

    home: str
    """Web address of the feed's home page."""
    items: list[Item]
    left: int = 0
    """Number of items beyond the limit."""


async def read_document(brought: FetchResult) -> Document:
    """Parse a document. Raises ``FeedError`` if it is not a feed or exceeds the sandbox's limits.

    Raises ``Unavailable`` if the machine is too busy; the job retries then.
    """
    content = brought.content or b""
    if not content.strip():
        raise FeedError(NO_FEED)
    async with _AT_ONCE:
        output, _ = await run_sandboxed(
            *("careops_server.areas.feeds.parse_worker", brought.address, brought.content_type),
            content=content,
            seconds=SECONDS,
        )
    try:
        result: dict[str, Any] = json.loads(output)
    except ValueError:  # the subprocess ended before it wrote anything
        raise FeedError(UNREADABLE) from None
    if "error" in result:
        raise FeedError(NO_FEED if result["error"] == "no feed" else UNREADABLE)
    try:
        return Document(result["home"], [Item.model_validate(each) for each in result["items"]], result["left"])
    except (ValidationError, KeyError):
        raise FeedError(UNREADABLE) from None
