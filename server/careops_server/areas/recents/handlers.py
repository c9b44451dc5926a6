"""Handlers of the records that each account opened recently or pinned."""

from __future__ import annotations

from datetime import UTC, datetime

from careops.calls.recents import NO_RECORD, TOO_MANY_PINS, ForgetRecent, KeepRecent, ListRecents, Recent
from careops.constants import MAX_PINS, MAX_RECENTS
from careops.errors import Conflict, NotFound
from careops.record_kinds import SCREEN_KINDS
from careops_server.areas.recents import queries
from careops_server.areas.records.access import find_record, readable_kinds
from careops_server.core.context import Context


async def list_recents(call: ListRecents, context: Context) -> list[Recent]:
    """Return the caller's records that the caller may read today."""
    return await _list_recents(context)


async def keep_recent(call: KeepRecent, context: Context) -> list[Recent]:
    """Store an opened record, pinned or not. Raises ``NotFound`` if the caller may not read it, ``Conflict`` for too
    many pins.
    """
    connection, user_id = context.connection, context.actor.user.id
    await find_record(f"{call.kind}:{call.record_id}", context, source="record_id")
    is_pinned, since = await queries.find_recent(connection, user_id, call.kind, call.record_id)
    before = {"pinned": since is not None} if is_pinned else {"pinned": None}
    pinned = since is not None if call.pinned is None else call.pinned
    if pinned and since is None:
        if await queries.count_pins(connection, user_id) >= MAX_PINS:
            raise Conflict(TOO_MANY_PINS, source="pinned")
        since = datetime.now(UTC)
    recent = {"kind": call.kind, "record_id": call.record_id, "name": call.name, "pinned_at": since if pinned else None}
    await queries.save(connection, {"user_id": user_id, **recent}, most=MAX_RECENTS)
    # Opening a record again is no change: the audit log holds the first time and pins.
    context.changed("recent", f"{call.kind} {call.record_id}", before=before, after={"pinned": pinned})
    return await _list_recents(context)


async def forget_recent(call: ForgetRecent, context: Context) -> list[Recent]:
    """Remove a record. Raises ``NotFound`` if it is not in the list."""
    pinned = await queries.delete(context.connection, context.actor.user.id, call.kind, call.record_id)
    if pinned is None:
        raise NotFound(NO_RECORD, source="record_id")
    context.changed("recent", f"{call.kind} {call.record_id}", before={"pinned": pinned})
    return await _list_recents(context)


async def _list_recents(context: Context) -> list[Recent]:
    actor = context.actor
    kinds = [kind for kind in readable_kinds(actor) if kind in SCREEN_KINDS]
    elsewhere = context.services.upstream is not None
    return await queries.list_recents(context.connection, actor.user.id, kinds=kinds, elsewhere=elsewhere)
