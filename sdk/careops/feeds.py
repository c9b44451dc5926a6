"""What is told of the feeds that news are fetched from, and why a feed or an item of it was not taken."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from careops.calls.jobs import JobState
from careops.contract import Model

NOT_NOW: Final = "Please try after some time."
"""What the platform says when a fetch cannot be asked for: one is under way, or there is no feed (B 8, B-69)."""

FORBIDDEN: Final = "Its address does not lead to the public internet"
UNREACHABLE: Final = "It could not be reached"
TOO_SLOW: Final = "It did not answer completely within 10 seconds"
TOO_LARGE: Final = "It is larger than 5 MB"
ODD_REDIRECTS: Final = "It leads from one address to the next, more than three times"
ODD_STATUS: Final = "It answered with an error"
PACKED_TWICE: Final = "It is packed in a way that feeds are not"
NO_FEED: Final = "What is at its address is no feed"
UNREADABLE: Final = "Reading it takes more time or memory than a feed may"
NOT_LISTED: Final = "It is not among the feeds of this server's settings any more"
NONE_WORKED: Final = "None of the feeds could be fetched"

NO_TEXT: Final = "It has neither a heading nor a text"
TOO_MANY: Final = "Only the first 500 items of a feed are read"


class RefusedItem(Model):
    """An item of a feed that did not become an article."""

    title: str | None = None
    """Its heading; null when it has none."""
    reason: str
    """Why it was refused, one sentence."""


class NewsFeed(Model):
    """A feed that news are fetched from, as this server's settings list it, and what its last fetch brought."""

    name: str
    """What the feed is called; its articles name it as their source."""
    address: str
    """Where it is, without its query: that may hold a key."""
    news_type: str
    """The type its articles are given."""
    tags: list[str] = []
    """The tags they are given."""
    every_hours: float | None = None
    """How often it is fetched without being asked for; null for never."""
    fetched_at: datetime | None = None
    """When it was fetched last, in UTC; null when it never was."""
    new: int = 0
    """Items that became articles then."""
    changed: int = 0
    """Items that had changed since the fetch before."""
    unchanged: int = 0
    """Items that had not."""
    refused: int = 0
    """Items that could not become articles."""
    refusals: list[RefusedItem] = []
    """The first 20 of those, each with its reason."""
    problem: str | None = None
    """Why the whole feed could not be taken, one sentence; null when it could."""
    due_at: datetime | None = None
    """When it is fetched next by itself, in UTC; null when it is not."""


class NewsFeeds(Model):
    """All feeds, and whether they are being fetched right now."""

    fetching: bool
    """Whether a fetch is asked for or under way."""
    feeds: list[NewsFeed]
    """The feeds, in the order of the settings."""


class FeedItem(Model):
    """An item that a fetch would bring."""

    is_new: bool
    """Whether it would become an article; else it changes one that is here."""
    title: str | None = None
    """Its heading; null when it has none."""
    source_link: str | None = None
    """Where it was published; null when it does not say."""


class FeedPreview(Model):
    """What a fetch of one feed would bring."""

    name: str
    """What the feed is called."""
    new: int = 0
    """Items that would become articles."""
    changed: int = 0
    """Items that have changed."""
    unchanged: int = 0
    """Items that have not."""
    refused: int = 0
    """Items that could not become articles."""
    refusals: list[RefusedItem] = []
    """The first 20 of those, each with its reason."""
    items: list[FeedItem] = []
    """The first 50 of those that are new or changed."""
    problem: str | None = None
    """Why the whole feed could not be taken, one sentence; null when it could."""


class FeedsPreview(Model):
    """What a fetch would bring, or how far finding it out has come."""

    job_id: int
    """The job that finds it out."""
    state: JobState
    """How the job stands; only a job that is ``done`` has found everything out."""
    feeds: list[FeedPreview] = []
    """What each feed would bring, in the order of the settings."""
    problem: str | None = None
    """Why the job failed; null when it did not."""


class AskedFetch(Model):
    """A fetch that was asked for."""

    job_id: int | None = None
    """The job that fetches, an addition of ours; null when a platform does not say."""
