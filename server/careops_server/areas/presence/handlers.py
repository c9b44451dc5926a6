"""Handlers of presence."""

from __future__ import annotations

from careops.calls.presence import AnnouncePresence, EndPresence, ListPresence, PresentColleague
from careops.contract import Empty
from careops.models.record_refs import Record
from careops_server.areas.presence import queries
from careops_server.areas.presence.events import publish_change
from careops_server.areas.records.access import find_record
from careops_server.core.context import Context


async def list_presence(call: ListPresence, context: Context) -> list[PresentColleague]:
    """Return the colleagues who have a record open. Raises ``NotFound`` if the caller may not read it."""
    record = await _find_record(call, context)
    return await queries.list_others(context.connection, record, context.actor.user.id)


async def announce_presence(call: AnnouncePresence, context: Context) -> list[PresentColleague]:
    """Store or renew an announcement. Raises ``NotFound`` if the caller may not read the record."""
    connection, actor = context.connection, context.actor
    record = await _find_record(call, context)
    await queries.lock_presence(connection, record, actor.user.id)
    before = await queries.is_editing(connection, record, actor.user.id)
    dropped = await queries.announce(connection, record, actor, tab=call.tab, editing=call.editing)
    after = await queries.is_editing(connection, record, actor.user.id)
    _record_change(record, before, after, context)
    others = await queries.list_others(connection, record, actor.user.id)
    if others and before != after:
        publish_change(record, context)
    for dropped_record in dropped:
        publish_change(dropped_record, context)
    return others


async def end_presence(call: EndPresence, context: Context) -> Empty:
    """End an announcement. The record may be deleted by now."""
    connection, user_id = context.connection, context.actor.user.id
    record = Record(call.kind, call.record_id)
    await queries.lock_presence(connection, record, user_id)
    before = await queries.is_editing(connection, record, user_id)
    await queries.end(connection, record, user_id, call.tab)
    after = await queries.is_editing(connection, record, user_id)
    _record_change(record, before, after, context)
    if before != after and await queries.list_others(connection, record, user_id):
        publish_change(record, context)
    return Empty()


async def _find_record(call: ListPresence | AnnouncePresence, context: Context) -> Record:
    return await find_record(f"{call.kind}:{call.record_id}", context, source="record_id")


def _record_change(record: Record, before: bool | None, after: bool | None, context: Context) -> None:
    """Record the start or the end of editing. Opening, renewing and leaving change nothing (decision 710)."""
    context.changed("presence", record.ref, before={"editing": bool(before)}, after={"editing": bool(after)})
