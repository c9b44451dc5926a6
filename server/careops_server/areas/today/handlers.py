"""Handlers of Today."""

from __future__ import annotations

from datetime import timedelta
from zoneinfo import ZoneInfo

from careops.calls import today as calls
from careops.constants import MAX_SNOOZE_DAYS, TIMEZONE
from careops.contract import Empty
from careops.errors import Conflict, InvalidInput, NotFound, Problem
from careops_server.areas.notes.new_notes import add_note
from careops_server.areas.records.access import callable_names, find_record, readable_notes
from careops_server.areas.today import clock, queries
from careops_server.areas.today.queries import ItemKey, Reader
from careops_server.areas.today.sources import find_source, sources_of
from careops_server.core.context import Context
from careops_server.core.today import TodaySource


async def read_today(call: calls.ReadToday, context: Context) -> list[calls.TodayQueue]:
    """Return the sources that the caller may see, with their due items."""
    check_supported(context)
    return await queries.read_queues(context.connection, sources_of(context.actor), _reader(context))


async def claim_next_item(call: calls.ClaimNextItem, context: Context) -> calls.NextItem:
    """Claim the oldest free item."""
    check_supported(context)
    actor, reader = context.actor, _reader(context)
    chosen = sources_of(actor)
    if call.sources is not None:
        chosen = tuple(source for source in chosen if source.name in call.sources)
    key = await queries.claim_next(
        context.connection,
        chosen,
        reader,
        user_name=actor.user.name,
        session_id=actor.session_id,
    )
    if key is None:
        context.changed("today_item", "next", before={}, after={})
        return calls.NextItem()
    context.changed("today_item", _name(key), after={"claimed_by": actor.user.name})
    [source] = [source for source in chosen if source.name == key.source]
    item = await queries.read_item(context.connection, source, key.record_id, reader)
    return calls.NextItem(item=calls.TodayItem.model_validate(item))


async def claim_item(call: calls.ClaimItem, context: Context) -> calls.TodayItem:
    """Claim an item or renew the claim. Raises ``NotFound``, and ``Conflict`` if another user has claimed it."""
    actor, reader = context.actor, _reader(context)
    source, key = await _find_item(call, context, reader)
    holder = await queries.find_holder(context.connection, key, reader.now)
    if not await queries.claim(context.connection, key, reader, user_name=actor.user.name, session_id=actor.session_id):
        raise await _held(key, context, reader)
    before = {"claimed_by": holder[1] if holder else None}
    context.changed("today_item", _name(key), before=before, after={"claimed_by": actor.user.name})
    return calls.TodayItem.model_validate(await queries.read_item(context.connection, source, key.record_id, reader))


async def release_item(call: calls.ReleaseItem, context: Context) -> Empty:
    """End the caller's claim. The item may have disappeared."""
    check_supported(context)
    find_source(context.actor, call.source)
    was_mine = await queries.release(context.connection, call.source, call.record_id, _reader(context))
    before = {"claimed_by": context.actor.user.name if was_mine else None}
    context.changed("today_item", f"{call.source} {call.record_id}", before=before, after={"claimed_by": None})
    return Empty()


async def snooze_item(call: calls.SnoozeItem, context: Context) -> Empty:
    """Hide an item until a day. Raises ``InvalidInput``, ``NotFound``, and ``Conflict`` for another user's claim."""
    reader = _reader(context)
    source, key = await _find_item(call, context, reader)
    if not reader.today < call.until <= reader.today + timedelta(days=MAX_SNOOZE_DAYS):
        raise InvalidInput(calls.SNOOZE_DAY, source="until")
    holder = await queries.find_holder(context.connection, key, reader.now)
    if holder is not None and holder[0] != reader.user_id:
        raise await _held(key, context, reader)
    note_id = None
    if call.note is not None:
        item = await queries.read_item(context.connection, source, key.record_id, reader)
        if item["record"] is None:
            raise InvalidInput(calls.NO_NOTES, source="note")
        record = await find_record(item["record"], context, refusal=InvalidInput)
        note_id = await add_note(record, call.note, {}, context)
    before = await queries.snooze(context.connection, key, call.until, reader, user_name=context.actor.user.name)
    context.changed(
        "today_item", _name(key), before={"until": before, "note": None}, after={"until": call.until, "note": note_id}
    )
    return Empty()


async def unsnooze_item(call: calls.UnsnoozeItem, context: Context) -> Empty:
    """Show a snoozed item again. Raises ``NotFound`` if it is not due any more."""
    reader = _reader(context)
    _, key = await _find_item(call, context, reader)
    before = await queries.find_snooze(context.connection, key)
    await queries.unsnooze(context.connection, key)
    context.changed("today_item", _name(key), before={"until": before}, after={"until": None})
    return Empty()


def check_supported(context: Context) -> None:
    """Raise ``Conflict`` behind a gateway, which has no records."""
    if context.services.upstream is not None:
        raise Conflict(calls.NOT_HERE)


async def _find_item(
    call: calls.ClaimItem | calls.SnoozeItem | calls.UnsnoozeItem, context: Context, reader: Reader
) -> tuple[TodaySource, ItemKey]:
    check_supported(context)
    source = find_source(context.actor, call.source)
    key = await queries.find_item(context.connection, source, call.record_id, reader)
    if key is None:
        raise NotFound(calls.NO_ITEM, source="record_id")
    return source, key


async def _held(key: ItemKey, context: Context, reader: Reader) -> Conflict:
    holder = await queries.find_holder(context.connection, key, reader.now)
    return Conflict(Problem(calls.HELD, "record_id", holder[1] if holder else None))


def _reader(context: Context) -> Reader:
    actor, now = context.actor, clock.now()
    return Reader(
        actor.user.id,
        actor.account_type,
        callable_names(actor),
        readable_notes(actor)["kinds"],
        now,
        now.astimezone(ZoneInfo(TIMEZONE)).date(),
    )


def _name(key: ItemKey) -> str:
    return f"{key.source} {key.record_id}"
