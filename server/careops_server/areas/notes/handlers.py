"""Handlers of notes and mentions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from careops.calls import notes as calls
from careops.contract import Empty, Page, RawJson
from careops.errors import Conflict, Forbidden, InvalidInput, Problem
from careops.models.record_refs import Record
from careops.sensitive_numbers import find_sensitive_numbers
from careops_server.areas.notes import queries
from careops_server.areas.notes.new_notes import CHANNEL, add_note, publish
from careops_server.areas.records.access import find_record, may_read, readable_notes
from careops_server.areas.records.queries import calls_of_request
from careops_server.areas.staff.queries import find_staff
from careops_server.core.context import Context
from careops_server.core.queries.records import lock_or_404, read_or_404
from careops_server.core.queries.row_updates import LockedRow


async def list_notes(call: calls.ListNotes, context: Context) -> RawJson[Page[calls.Note]]:
    """Return one page of notes on records that the caller may read."""
    actor = context.actor
    return await queries.NOTES.page(context.connection, call, **readable_notes(actor), user_id=actor.user_id)


async def read_note(call: calls.ReadNote, context: Context) -> calls.Note:
    """Return a note."""
    return await _read_note(call.note_id, context)


async def create_note(call: calls.CreateNote, context: Context) -> calls.SavedNote:
    """Add a note. Its text is neither in the audit event nor in the realtime event."""
    record = await find_record(call.record, context, refusal=InvalidInput)
    names = await _find_mentioned(call.mentions, record, context)
    note_id = await add_note(record, call.text, names, context)
    context.changed(
        "note", note_id, clinic_id=record.clinic_id, after={"record": record.ref, "mentions": sorted(names)}
    )
    return calls.SavedNote(id=note_id, warnings=[*find_sensitive_numbers(call.text)])


async def update_note(call: calls.UpdateNote, context: Context) -> calls.SavedNote:
    """Edit or pin a note. Raises ``Forbidden`` for another author's text, ``Conflict`` for an old or removed note."""
    note = await _lock_note(call.note_id, context)
    record = Record(note["kind"], note["record_id"])
    before: dict[str, Any] = {"edited": False, "pinned": note["pinned"]}
    after = dict(before)
    mentioned: Sequence[int] = ()
    if call.text is not None or call.mentions is not None:
        await _check_editable(note, context)
        mentions = {"mentions": await queries.mentioned_ids(context.connection, call.note_id)}
        before |= mentions
        after |= mentions
    if call.mentions is not None:
        names = await _find_mentioned(call.mentions, record, context, already=before["mentions"])
        mentioned = await queries.set_mentions(context.connection, call.note_id, names)
        after["mentions"] = sorted(names)
    text = note["text"] if call.text is None else call.text
    if text != note["text"] or before.get("mentions") != after.get("mentions"):
        await queries.edit_note(context.connection, call.note_id, text)
        after["edited"] = True
    if call.pinned is not None:
        await note.set(context.connection, {"pinned": call.pinned})
        after["pinned"] = call.pinned
    context.changed("note", call.note_id, clinic_id=record.clinic_id, before=before, after=after)
    if not context.change.is_none:
        publish(call.note_id, mentioned, context)
    return calls.SavedNote(id=call.note_id, warnings=[*find_sensitive_numbers(call.text or "")])


async def delete_note(call: calls.DeleteNote, context: Context) -> Empty:
    """Remove a note. Raises ``Forbidden`` for another author's note, unless the caller is a super admin."""
    note = await _lock_note(call.note_id, context)
    if not _is_author(note, context) and context.actor.account_type != "super_admin":
        raise Forbidden(calls.NOT_YOURS, source="note_id")
    record = Record(note["kind"], note["record_id"])
    await queries.remove_note(context.connection, call.note_id, context.actor.user.name)
    removed = {"record": record.ref, "author_name": note["author_name"]}
    context.changed("note", call.note_id, clinic_id=record.clinic_id, before=removed)
    publish(call.note_id, (), context)
    return Empty()


async def list_mentions(call: calls.ListMentions, context: Context) -> RawJson[Page[calls.Mention]]:
    """Return one page of the caller's mentions."""
    actor = context.actor
    return await queries.MENTIONS.page(context.connection, call, **readable_notes(actor), user_id=actor.user.id)


async def mark_mentions_read(call: calls.MarkMentionsRead, context: Context) -> Empty:
    """Mark mentions of the caller as read."""
    user_id = context.actor.user.id
    read = await queries.mark_read(context.connection, user_id, call.note_ids)
    context.changed("mention", user_id, before={"unread": read}, after={"unread": []})
    if read:
        context.publish(CHANNEL, "mentions_read", user_id=user_id)
    return Empty()


async def _read_note(note_id: int, context: Context) -> calls.Note:
    """Return a note on a record that the caller may read. Raises ``NotFound``."""
    readable = readable_notes(context.actor)
    return await read_or_404(context.connection, queries.NOTES, queries.NOTE_REF, note_id, **readable)


async def _lock_note(note_id: int, context: Context) -> LockedRow:
    """Lock a note. Raises ``NotFound`` for one on a record that the caller may not read, ``Conflict`` if removed."""
    note = await lock_or_404(context.connection, queries.NOTE, queries.NOTE_REF, note_id)
    await _read_note(note_id, context)
    if note["deleted_at"] is not None:
        raise Conflict(calls.REMOVED, source="note_id")
    return note


def _is_author(note: LockedRow, context: Context) -> bool:
    """Return whether the caller wrote the note. A key has no id, so it is the author of no note."""
    user_id = context.actor.user_id
    return user_id is not None and note["author_id"] == user_id


async def _check_editable(note: LockedRow, context: Context) -> None:
    if not _is_author(note, context):
        raise Forbidden(calls.NOT_YOURS, source="note_id")
    if not await queries.is_editable(context.connection, note.key["id"]):
        raise Conflict(calls.EDIT_ENDED, source="note_id")


async def _find_mentioned(
    ids: Sequence[int], record: Record, context: Context, *, already: Sequence[int] = ()
) -> dict[int, str]:
    """Return the names of mentioned staff by their ids. Raises ``InvalidInput`` for those without access.

    Those who are ``already`` mentioned stay even if they have lost access since.
    """
    elsewhere = context.services.upstream is not None
    is_request = record.kind == "change_request" and not elsewhere
    staff = await find_staff(context.connection, ids, elsewhere=elsewhere) if ids else {}
    request_calls = await calls_of_request(context.connection, record.id) if is_request and ids else ()
    names = {id: staff[id].name if id in staff else "" for id in dict.fromkeys(ids)}
    refused = [
        id
        for id in names
        if id not in already and not (id in staff and may_read(staff[id].account_type, record.kind, request_calls))
    ]
    if refused:
        raise InvalidInput(Problem(calls.MENTION_NOT_ALLOWED, "mentions", ", ".join(map(str, refused))))
    return names
