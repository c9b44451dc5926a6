"""Handlers of duplicate articles. The calls belong to the news area."""

from __future__ import annotations

from careops.calls.news import FindTwins, FindTwinsOf
from careops.contract import RawJson
from careops.models.duplicates import Twin
from careops_server.areas.duplicates import queries
from careops_server.core.context import Context


async def find_duplicates(call: FindTwins, context: Context) -> RawJson[list[Twin]]:
    """Return duplicates of existing articles."""
    return await queries.find_duplicates(context.connection, call)


async def find_duplicates_of(call: FindTwinsOf, context: Context) -> RawJson[list[Twin]]:
    """Return duplicates of an article that may not exist yet."""
    return await queries.find_duplicates_of(context.connection, call)
