"""Handlers of news statistics, tags and interests."""

from __future__ import annotations

import json
from typing import Final

from careops.calls import news_insights as calls
from careops.calls.news import NO_TAG
from careops.contract import Page, RawJson
from careops.errors import Conflict, NotFound, Problem
from careops_server.areas.news_insights import queries
from careops_server.core.context import Context

_ALL: Final = 100_000
"""Higher than any realistic number of tags."""


list_pharma_interests = queries.PHARMA_INTERESTS.handle
list_cme_interests = queries.CME_INTERESTS.handle


async def list_news_tags(call: calls.ListNewsTags, context: Context) -> RawJson[Page[calls.NewsTagStats]]:
    """Return one page of tags, or all tags without paging parameters, for pickers (B-71)."""
    if not call.model_fields_set & {"page", "perpage"}:
        call = call.model_copy(update={"perpage": _ALL})
    return await queries.TAGS.page(context.connection, call)


async def find_duplicate_tags(_: calls.FindDuplicateTags, context: Context) -> RawJson[list[calls.DuplicateTags]]:
    """Return the groups of duplicate tags with the most articles."""
    return await queries.find_duplicate_tags(context.connection)


async def merge_news_tags(call: calls.MergeNewsTags, context: Context) -> calls.MergedTags:
    """Merge tags into one. Return the number of articles that did not have it."""
    names = await queries.lock_tags(context.connection, call.tag_id, call.tag_ids)
    if call.tag_id not in names:
        raise NotFound(NO_TAG, source="tag_id")
    if missing := [tag_id for tag_id in call.tag_ids if tag_id not in names]:
        raise Conflict(Problem(calls.TAGS_GONE, "tag_ids", ", ".join(map(str, missing))))
    articles = await queries.merge_tags(context.connection, call.tag_id, call.tag_ids)
    name = names[call.tag_id]
    context.changed(
        "news_tag",
        call.tag_id,
        before={"tags": sorted(names.values())},
        after={"tags": [name], "merged_ids": sorted({*call.tag_ids}), "articles": articles},
    )
    return calls.MergedTags(articles=articles)


async def read_news_stats(call: calls.ReadNewsStats, context: Context) -> RawJson[calls.NewsStats]:
    """Return all four statistics."""
    lists = await queries.read_news_stats(context.connection)
    return RawJson({name: json.loads(rows) for name, rows in lists.items()})


async def add_news_events(call: calls.AddNewsEvents, context: Context) -> calls.NewsEventsAdded:
    """Add new events to the counters."""
    sent, present, added = await queries.add_events(context.connection, call.events)
    context.changed("news_events", "batch", after={"added": added, "known": present - added, "unknown": sent - present})
    return calls.NewsEventsAdded(added=added, known=present - added, unknown=sent - present)
