"""Handlers of news statistics, tags and interests."""

from __future__ import annotations

import json
from typing import Final

from careops.calls.news import NO_TAG
from careops.calls.news_insights import (
    TAGS_GONE,
    AddNewsEvents,
    DuplicateTags,
    FindDuplicateTags,
    ListCmeInterests,
    ListNewsTags,
    ListPharmaInterests,
    MergedTags,
    MergeNewsTags,
    NewsEventsAdded,
    NewsInterest,
    NewsStats,
    NewsTagStats,
    ReadNewsStats,
)
from careops.contract import Page, RawJson
from careops.errors import Conflict, NotFound, Problem
from careops_server.areas.news_insights import queries
from careops_server.core.context import Context

_ALL: Final = 100_000
"""Higher than any realistic number of tags."""


async def list_news_tags(call: ListNewsTags, context: Context) -> RawJson[Page[NewsTagStats]]:
    """Return one page of tags, or all tags without paging parameters, for pickers (B-71)."""
    if not call.model_fields_set & {"page", "perpage"}:
        call = call.model_copy(update={"perpage": _ALL})
    return await queries.TAGS.page(context.connection, call)


async def find_duplicate_tags(_: FindDuplicateTags, context: Context) -> RawJson[list[DuplicateTags]]:
    """Return the groups of duplicate tags with the most articles."""
    return await queries.find_duplicate_tags(context.connection)


async def merge_news_tags(call: MergeNewsTags, context: Context) -> MergedTags:
    """Merge tags into one. Return the number of articles that did not have it."""
    names = await queries.lock_tags(context.connection, call.tag_id, call.tag_ids)
    if call.tag_id not in names:
        raise NotFound(NO_TAG, source="tag_id")
    if missing := [tag_id for tag_id in call.tag_ids if tag_id not in names]:
        raise Conflict(Problem(TAGS_GONE, "tag_ids", ", ".join(map(str, missing))))
    articles = await queries.merge_tags(context.connection, call.tag_id, call.tag_ids)
    kept = names[call.tag_id]
    context.changed(
        "news_tag",
        call.tag_id,
        before={"tags": sorted(names.values())},
        after={"tags": [kept], "merged_ids": sorted({*call.tag_ids}), "articles": articles},
    )
    return MergedTags(articles=articles)


async def read_news_stats(call: ReadNewsStats, context: Context) -> RawJson[NewsStats]:
    """Return all four statistics."""
    lists = await queries.read_news_stats(context.connection)
    return RawJson({name: json.loads(rows) for name, rows in lists.items()})


async def list_pharma_interests(call: ListPharmaInterests, context: Context) -> RawJson[Page[NewsInterest]]:
    """Return one page of interests in pharma news."""
    return await queries.list_interests(context.connection, call, "PHARMA")


async def list_cme_interests(call: ListCmeInterests, context: Context) -> RawJson[Page[NewsInterest]]:
    """Return one page of interests in CME events."""
    return await queries.list_interests(context.connection, call, "CME")


async def add_news_events(call: AddNewsEvents, context: Context) -> NewsEventsAdded:
    """Add new events to the counters."""
    sent, there, added = await queries.add_events(context.connection, call.events)
    context.changed("news_events", "batch", after={"added": added, "known": there - added, "unknown": sent - there})
    return NewsEventsAdded(added=added, known=there - added, unknown=sent - there)
