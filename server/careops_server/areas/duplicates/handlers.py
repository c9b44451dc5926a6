"""Handlers of duplicate articles. The calls belong to the news area."""

from __future__ import annotations

from careops.calls.news import FindDuplicates, FindDuplicatesOf
from careops.contract import RawJson
from careops.models.duplicates import Duplicate
from careops_server.areas.duplicates import queries
from careops_server.core.context import Context


async def find_duplicates(call: FindDuplicates, context: Context) -> RawJson[list[Duplicate]]:
    """Return duplicates of existing articles."""
    return await queries.find_duplicates(context.connection, call)


async def find_duplicates_of(call: FindDuplicatesOf, context: Context) -> RawJson[list[Duplicate]]:
    """Return duplicates of an article that may not exist yet."""
    return await queries.find_duplicates_of(context.connection, call)
