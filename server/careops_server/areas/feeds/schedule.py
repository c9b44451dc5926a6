"""Automatic fetches of feeds at their intervals."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from careops_server.areas.feeds import queries
from careops_server.areas.feeds.jobs import FETCH_FEEDS, ONLY_ONE
from careops_server.core.configuration.feeds import Feed
from careops_server.core.context import Context
from careops_server.core.database.connection import Connection
from careops_server.core.observability.faults import log_faults
from careops_server.core.observability.logs import log
from careops_server.core.principal import Origin
from careops_server.core.services import Services

EVERY_SECONDS: Final = 60.0


def due_at(feed: Feed, before: Mapping[str, Any] | None) -> datetime | None:
    """Return the time of the next automatic fetch, None if the feed has no interval."""
    if feed.hours is None:
        return None
    if before is None:
        return datetime.now(UTC)
    fetched: datetime = before["fetched_at"]
    return fetched + timedelta(hours=feed.hours)


async def enqueue_due_feeds(services: Services) -> Sequence[str]:
    """Enqueue a fetch of the feeds that are due, and return their names. Does nothing while a fetch runs."""

    async def work(connection: Connection) -> Sequence[str]:
        standing = await queries.feed_states(connection)
        moments = {feed.name: due_at(feed, standing.get(feed.name)) for feed in services.settings.feeds}
        now = datetime.now(UTC)
        due = [name for name, moment in moments.items() if moment is not None and moment <= now]
        context = Context(services, Origin("", "", "careops feeds"), None).with_connection(connection)
        if not due or await context.enqueue_unique(FETCH_FEEDS, {"feeds": due}, only_one=ONLY_ONE) is None:
            return ()
        return due

    due = await services.database.change(work)
    if due:
        services.jobs_asked.set()
    return due


async def run_fetch_loop(services: Services) -> None:
    """Check every minute while the worker lives, unless no feed has an interval."""
    while any(feed.hours is not None for feed in services.settings.feeds):
        with log_faults("cannot schedule feeds"):
            if due := await enqueue_due_feeds(services):
                log.info("feeds due", feeds=list(due))
        await asyncio.sleep(EVERY_SECONDS)
