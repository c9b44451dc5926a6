"""State of the news feeds, with reasons of refused feeds and items."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from pydantic import JsonValue

from careops.constants import JobState
from careops.contract import Model
from careops.error_codes import title_of

NOT_NOW: Final = title_of("feeds_running")
"""Message of the platform if a fetch cannot start: one is in progress, or there is no feed (B 8, B-69)."""

FORBIDDEN: Final = title_of("feed_address_forbidden")
UNREACHABLE: Final = title_of("feed_unreachable")
TOO_SLOW: Final = title_of("feed_too_slow")
TOO_LARGE: Final = title_of("feed_too_large")
ODD_REDIRECTS: Final = title_of("feed_too_many_redirects")
ODD_STATUS: Final = title_of("feed_error_status")
PACKED_TWICE: Final = title_of("feed_compressed")
NO_FEED: Final = title_of("feed_invalid")
UNREADABLE: Final = title_of("feed_too_complex")
NOT_LISTED: Final = title_of("feed_not_configured")
NONE_WORKED: Final = title_of("feeds_failed")

NO_TEXT: Final = title_of("feed_item_empty")
TOO_MANY: Final = title_of("feed_items_left")


class RefusedItem(Model):
    """Feed item that did not become an article."""

    title: str | None = None
    """Heading; null if there is none."""
    reason: str
    """Reason of the refusal, a sentence."""
    code: str | None = None
    """Stable code of the reason; null if it is unknown."""
    parameters: dict[str, JsonValue] | None = None
    """Values in the reason by name: numbers, texts, or messages; null if there are none."""


class NewsFeed(Model):
    """News feed of the server's settings, with the result of its last fetch."""

    name: str
    """Name of the feed, which is the source of its articles."""
    address: str
    """Address without its query, which may contain a key."""
    news_type: str
    """Type of its articles."""
    tags: list[str] = []
    """Tags of its articles."""
    every_hours: float | None = None
    """Hours between automatic fetches; null for none."""
    fetched_at: datetime | None = None
    """Time of the last fetch, in UTC; null if never fetched."""
    new: int = 0
    """Items of the last fetch that became articles."""
    changed: int = 0
    """Items that had changed since the previous fetch."""
    unchanged: int = 0
    """Items that had not changed."""
    refused: int = 0
    """Items that could not become articles."""
    refusals: list[RefusedItem] = []
    """First 20 of those, each with its reason."""
    problem: str | None = None
    """Reason why the whole feed was refused, a sentence; null if it was not."""
    due_at: datetime | None = None
    """Time of the next automatic fetch, in UTC; null for none."""


class NewsFeeds(Model):
    """All feeds, and if a fetch is in progress."""

    fetching: bool
    """True if a fetch is requested or in progress."""
    feeds: list[NewsFeed]
    """Feeds, in the order of the settings."""


class FeedItem(Model):
    """Item of a preview."""

    is_new: bool
    """True for a new article, false for a change of an existing one."""
    title: str | None = None
    """Heading; null if there is none."""
    source_link: str | None = None
    """Web address of the publication; null if the feed contains none."""


class FeedPreview(Model):
    """Preview of one feed."""

    name: str
    """Name of the feed."""
    new: int = 0
    """Items that would become articles."""
    changed: int = 0
    """Changed items."""
    unchanged: int = 0
    """Unchanged items."""
    refused: int = 0
    """Items that could not become articles."""
    refusals: list[RefusedItem] = []
    """First 20 of those, each with its reason."""
    items: list[FeedItem] = []
    """First 50 new or changed items."""
    problem: str | None = None
    """Reason why the whole feed was refused, a sentence; null if it was not."""


class FeedsPreview(Model):
    """Preview of a fetch, possibly still in progress."""

    job_id: int
    """Job of the preview."""
    state: JobState
    """State of the job. The preview is complete when it is ``done``."""
    feeds: list[FeedPreview] = []
    """Preview of each feed, in the order of the settings."""
    problem: str | None = None
    """Reason of a failure; null otherwise."""


class AskedFetch(Model):
    """Requested fetch."""

    job_id: int | None = None
    """Job of the fetch, an addition of careops; null if the platform does not return it."""
