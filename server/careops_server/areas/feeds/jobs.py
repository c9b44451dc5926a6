"""Jobs that fetch all feeds one by one, and that preview a fetch."""

from __future__ import annotations

import hashlib
import time
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from careops.errors import InvalidInput
from careops.models.feeds import NONE_WORKED, NOT_LISTED
from careops_server.areas.feeds import queries
from careops_server.core.configuration.feeds import DEMO_FEED, Feed
from careops_server.core.database.connection import Connection
from careops_server.core.jobs.definitions import JobContext, JobKind
from careops_server.core.principal import OutgoingEvent
from careops_server.core.realtime.queries import raise_events

if TYPE_CHECKING:
    from careops_server.areas.feeds.ingest import IngestPlan
    from careops_server.areas.feeds.parse import Document
    from careops_server.core.feeds.fetcher import FetchResult, Source

ONLY_ONE: Final = "news.fetch_feeds"
"""Only one fetch runs at a time (FAULT-36)."""
CHANNEL: Final = "news"
EVENT: Final = "feed_fetched"
MAX_PICTURES: Final = 30
"""Pictures per feed and fetch. Articles beyond the limit have none."""
PICTURE_SECONDS: Final = 60.0
MAX_REPORTED_ITEMS: Final = 20
_UNKNOWN: Final = {"etag": None, "last_modified": None, "digest": None}
_COUNTED: Final = ("new", "changed", "unchanged", "refused")
_NOTHING: Final[Mapping[str, Any]] = {**_UNKNOWN, **dict.fromkeys(_COUNTED, 0), "problem": None, "refusals": []}
"""Result of a fetch that has found nothing so far."""


async def fetch_feeds(job: JobContext) -> Mapping[str, Any]:
    """Fetch each feed in a separate step, which writes its articles and its result."""
    names: list[str] = job.parameters["feeds"]
    await job.set_total(len(names))
    while job.done < len(names):
        await _fetch(job, names[job.done])
    standing = await job.services.database.read(queries.feed_states)
    went = {name: standing[name] for name in names if name in standing}
    if names and all(row["problem"] for row in went.values()):
        reasons = "; ".join(f"{name}: {row['problem']}" for name, row in went.items())
        raise InvalidInput(f"{NONE_WORKED}. {reasons}"[:500], source="feeds")
    return {
        "feeds": {
            name: {**{key: row[f"{key}_count"] for key in _COUNTED}, "problem": row["problem"]}
            for name, row in went.items()
        }
    }


async def preview_feeds(job: JobContext) -> Mapping[str, Any]:
    """Fetch each feed without writing anything. The job's result is the preview."""
    names: list[str] = job.parameters["feeds"]
    await job.set_total(len(names))
    reports = []
    for name in names:
        reports.append(await _report(job, name))
        if job.done < len(reports):
            await job.run_step(_nothing)
    return {"feeds": reports}


async def _fetch(job: JobContext, name: str) -> None:
    from careops_server.areas.feeds.ingest import apply_plan
    from careops_server.core.feeds.fetcher import CacheValidators, FeedError

    feed = _listed(job, name)
    before = (await job.services.database.read(queries.feed_states)).get(name, {})
    noted = {**_NOTHING, "name": name, "address": feed.address if feed else "", "job_id": job.id}

    async def failed(problem: str) -> None:
        await job.run_step(lambda connection: _note(connection, {**noted, "problem": problem}))

    if feed is None:
        await failed(NOT_LISTED)
        return
    is_same_place = before.get("address") == feed.address
    validators = CacheValidators(before["etag"], before["last_modified"]) if is_same_place else CacheValidators()
    async with _source(job, feed) as source:
        try:
            brought = await source.fetch(feed.address, validators)
            digest = _digest(brought, before, is_same_place)
            noted |= {"etag": brought.etag, "last_modified": brought.last_modified, "digest": digest}
            if brought.content is None or (is_same_place and digest == before["digest"]):

                async def unchanged(connection: Connection) -> None:
                    count = await queries.all_seen(connection, name)
                    # An unchanged feed still contains the refused items.
                    refused = {"refused": before["refused_count"], "refusals": before["refusals"]}
                    await _note(connection, {**noted, "unchanged": count, **refused})

                await job.run_step(unchanged)
                return
            plan = await _plan(job, feed, brought)
        except FeedError as problem:
            noted |= _UNKNOWN
            await failed(str(problem))
            return
        await _bring_pictures(job, plan, source)

    async def write(connection: Connection) -> None:
        await apply_plan(connection, plan)
        await _note(connection, {**noted, **plan.counts})

    await job.run_step(write)


async def _report(job: JobContext, name: str) -> dict[str, Any]:
    from careops_server.areas.feeds.ingest import preview_items
    from careops_server.core.feeds.fetcher import CacheValidators, FeedError

    feed = _listed(job, name)
    if feed is None:
        return {"name": name, "problem": NOT_LISTED}
    before = (await job.services.database.read(queries.feed_states)).get(name, {})
    async with _source(job, feed) as source:
        try:
            # The demo feed's content depends on the ETag; all other feeds are requested unconditionally.
            validators = CacheValidators(before.get("etag")) if feed.address == DEMO_FEED else CacheValidators()
            plan = await _plan(job, feed, await source.fetch(feed.address, validators))
        except FeedError as problem:
            return {"name": name, "problem": str(problem)}
    return {"name": name, **plan.counts, "items": list(preview_items(plan, MAX_REPORTED_ITEMS))}


async def _plan(job: JobContext, feed: Feed, brought: FetchResult) -> IngestPlan:
    from careops_server.areas.feeds.ingest import plan_ingest
    from careops_server.areas.feeds.parse import read_document

    document: Document = await read_document(brought)
    return await job.services.database.read(lambda connection: plan_ingest(connection, feed, document))


async def _bring_pictures(job: JobContext, plan: IngestPlan, source: Source) -> None:
    """Fetch and re-encode the pictures of new articles. An article with an invalid picture is stored without it."""
    from careops_server.core.feeds.fetcher import FeedError

    pictured = [at for at, new in enumerate(plan.new) if new.mark.item.picture][:MAX_PICTURES]
    until = time.monotonic() + PICTURE_SECONDS
    for at in pictured:
        if time.monotonic() >= until:
            return
        new = plan.new[at]
        try:
            brought = await source.fetch(new.mark.item.picture or "")
            picture = await job.services.pictures.store_fetched(brought.content or b"", "news")
        except (FeedError, InvalidInput):
            continue
        plan.new[at] = replace(new, photo=picture)


@asynccontextmanager
async def _source(job: JobContext, feed: Feed) -> AsyncIterator[Source]:
    """Yield the source of a feed's documents."""
    source = job.services.feed_source(feed.address)
    try:
        yield source
    finally:
        await source.close()


def _listed(job: JobContext, name: str) -> Feed | None:
    return next((feed for feed in job.services.settings.feeds if feed.name == name), None)


def _digest(brought: FetchResult, before: Mapping[str, Any], is_same_place: bool) -> str | None:
    if brought.content is None:
        return before.get("digest") if is_same_place else None
    return hashlib.sha256(brought.content).hexdigest()


async def _note(connection: Connection, went: Mapping[str, Any]) -> None:
    """Store the result of a fetch, and raise an event for the news screens."""
    await queries.save_fetch(connection, went)
    counts = {"new": went["new"], "changed": went["changed"]}
    await raise_events(connection, [OutgoingEvent(CHANNEL, EVENT, counts)])


async def _nothing(connection: Connection) -> None:
    """Write nothing."""


FETCH_FEEDS: Final = JobKind("news.fetch_feeds", fetch_feeds)
PREVIEW_FEEDS: Final = JobKind("news.preview_feeds", preview_feeds)
