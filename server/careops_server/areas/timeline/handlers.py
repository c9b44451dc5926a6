"""Handler of timelines."""

from __future__ import annotations

from careops.calls.timeline import ReadTimeline, TimelineEntry
from careops.contract import KeysetPage, RawJson
from careops_server.areas.audit.details import DetailAccess
from careops_server.areas.records.access import find_record, named_resources
from careops_server.areas.timeline import queries
from careops_server.areas.timeline.sources import SOURCES, EntrySource
from careops_server.core.context import Context


async def read_timeline(call: ReadTimeline, context: Context) -> RawJson[KeysetPage[TimelineEntry]]:
    """Return the entries of a record after a position, newest first. Raises ``NotFound`` for an unknown record."""
    record = await find_record(call.record, context)
    sources = [source for source in SOURCES[record.kind] if _is_included(source, call, context)]
    access = DetailAccess.of(context.actor)
    named = named_resources(context.actor)
    return await queries.read_timeline(context.connection, call, record, sources, access, named=named)


def _is_included(source: EntrySource, call: ReadTimeline, context: Context) -> bool:
    """Return whether a source is read.

    The principal must be allowed to read the entries in their own list. A gateway has only its local rows, because
    the others belong to the platform.
    """
    is_stored = context.services.upstream is None or source.is_local
    if not is_stored or not context.actor.may_call(source.call):
        return False
    return not call.groups or source.group is None or source.group in call.groups
