"""Handlers that fetch feeds and show their state. The calls belong to the news area."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

from careops.calls.news import FetchRss, ListNewsFeeds, PreviewNewsFeeds
from careops.errors import Conflict
from careops.models.feeds import NOT_NOW, AskedFetch, FeedPreview, FeedsPreview, NewsFeed, NewsFeeds
from careops_server.areas.feeds import queries
from careops_server.areas.feeds.jobs import FETCH_FEEDS, ONLY_ONE, PREVIEW_FEEDS
from careops_server.areas.feeds.schedule import due_at
from careops_server.core.configuration.feeds import Feed
from careops_server.core.context import Context
from careops_server.core.pipeline.job_wait import when_ended


async def fetch_rss(call: FetchRss, context: Context) -> AskedFetch:
    """Enqueue a fetch of all feeds. Only one runs at a time."""
    names = _names(context)
    job_id = await context.enqueue_unique(FETCH_FEEDS, {"feeds": names}, only_one=ONLY_ONE)
    if job_id is None:
        raise Conflict(NOT_NOW)
    context.changed("job", job_id, after={"feeds": names})
    return AskedFetch(job_id=job_id)


async def preview_news_feeds(call: PreviewNewsFeeds, context: Context) -> FeedsPreview:
    """Enqueue a preview of the next fetch."""
    names = _names(context)
    job_id = await context.enqueue(PREVIEW_FEEDS, {"feeds": names}, only_one=PREVIEW_FEEDS.name)
    context.changed("job", job_id, after={"feeds": names})
    return FeedsPreview(job_id=job_id, state="waiting")


async def when_previewed(preview: FeedsPreview, context: Context) -> FeedsPreview:
    """Return the preview when its job has ended, or its state if that takes too long."""
    job = await when_ended(context, preview.job_id)
    if job is None:
        return preview
    feeds = [FeedPreview.model_validate(each) for each in (job["result"] or {}).get("feeds", ())]
    return FeedsPreview(job_id=preview.job_id, state=job["state"], feeds=feeds, problem=job["problem"])


async def list_news_feeds(call: ListNewsFeeds, context: Context) -> NewsFeeds:
    """Return each configured feed with the result of its last fetch."""
    standing = await queries.feed_states(context.connection)
    fetching = await queries.is_fetching(context.connection, ONLY_ONE)
    feeds = [_to_feed(feed, standing.get(feed.name)) for feed in context.services.settings.feeds]
    return NewsFeeds(fetching=fetching, feeds=feeds)


def _names(context: Context) -> list[str]:
    """Return the names of the configured feeds. Raises ``Conflict`` if no feed is configured."""
    names = [feed.name for feed in context.services.settings.feeds]
    if not names:
        raise Conflict(NOT_NOW)
    return names


def _to_feed(feed: Feed, before: Mapping[str, Any] | None) -> NewsFeed:
    parts = urlsplit(feed.address)
    went = before or {}
    return NewsFeed(
        name=feed.name,
        address=f"{parts.scheme}://{parts.netloc}{parts.path}" if parts.netloc else feed.address,
        news_type=feed.news_type,
        tags=list(feed.tags),
        every_hours=feed.hours,
        due_at=due_at(feed, before),
        **{name: went[name] for name in ("fetched_at", "refusals", "problem") if name in went},
        **{name: went.get(f"{name}_count", 0) for name in ("new", "changed", "unchanged", "refused")},
    )
