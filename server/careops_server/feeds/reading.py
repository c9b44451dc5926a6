"""A feed's document as items, read in a shelter (``parsing``)."""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass
from datetime import date
from typing import Any, Final

from pydantic import BaseModel, ValidationError

from careops.feeds import NO_FEED, UNREADABLE
from careops_server.feeds.fetching import Brought, FeedError
from careops_server.shelter import sheltered

SECONDS: Final = 120.0
_AT_ONCE: Final = asyncio.Semaphore(1)


class Item(BaseModel):
    """An item as its feed tells it, in plain text."""

    guid: str | None
    title: str
    link: str | None
    """Where it was published, an address of the web; None when the feed does not say, or says something else."""
    text: str
    day: date | None
    near_day: date | None
    """The day of the item beside it, if it has no day."""
    picture: str | None


@dataclass(frozen=True)
class Document:
    """What a feed says."""

    home: str
    """The page it belongs to, an address of the web."""
    items: list[Item]
    left: int = 0
    """Items beyond the most that are read."""


async def read_document(brought: Brought) -> Document:
    """The items in a document. Raises ``FeedError`` where it is no feed, or one made to keep us busy.

    Raises ``Unavailable`` when the machine had no time for it: the job that asked tries again.
    """
    content = brought.content or b""
    if not content.strip():
        raise FeedError(NO_FEED)
    async with _AT_ONCE:
        said, _ = await sheltered(
            *("careops_server.feeds.parsing", brought.address, brought.content_type),
            given=content,
            seconds=SECONDS,
        )
    try:
        known: dict[str, Any] = json.loads(said)
    except ValueError:  # it was ended before it wrote a word
        raise FeedError(UNREADABLE) from None
    if "error" in known:
        raise FeedError(NO_FEED if known["error"] == "no feed" else UNREADABLE)
    try:
        return Document(known["home"], [Item.model_validate(each) for each in known["items"]], known["left"])
    except (ValidationError, KeyError):
        raise FeedError(UNREADABLE) from None
