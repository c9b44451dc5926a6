"""Notes: authors, edits, removal, mentions, permissions and sources."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any

import pytest
from server.tests.support.change_requests import activate, change, propose
from server.tests.support.stage import BILLING, CARE, SUPER, Stage
from sqlalchemy import text

from careops import Conflict, Forbidden, InvalidInput, NotFound
from careops.calls.exports import ExportColumn
from careops.calls.notes import EDIT_ENDED, MENTION_NOT_ALLOWED, NO_NOTE, NOT_YOURS, REMOVED, CreateNote, Note
from careops.constants import MAX_MENTIONS, MAX_RECORD_NOTE_LENGTH, NOTE_EDIT_MINUTES
from careops.models.record_refs import NO_RECORD
from careops.scopes import known_scopes

SECRET_TEXT = "The owner of Navjeevan is in hospital himself"


async def add_note(
    stage: Stage, note_text: str = "Called them", *, phone: str = CARE, record: str = "", mentions: tuple[str, ...] = ()
) -> Note:
    """Add a note, by default on a new clinic, and read it."""
    client = await stage.signed_in(phone)
    for mention in mentions:
        await stage.signed_in(mention)  # a gateway knows the staff who have signed in
    saved = await client.notes.create(
        record=record or f"clinic:{await stage.clinic()}",
        text=note_text,
        mentions=[stage.user_ids[mention] for mention in mentions],
    )
    return await client.notes.read(note_id=saved.id)


async def age_note(stage: Stage, note: Note, age: timedelta) -> None:
    """Move the creation of a note into the past. Notes belong to the installation, also behind a gateway."""
    async with stage.services.database.pool.transaction() as connection:
        statement = text("update notes set created_at = now() - cast(:age as interval) where id = :id")
        await connection.execute(statement, {"age": f"{age.total_seconds()} seconds", "id": note.id})


async def stored_texts(stage: Stage) -> str:
    """All rows of the tables that could contain the text of a note."""
    tables = ("notes", "note_mentions", "audit_events", "realtime_events", "idempotency_keys", "change_requests")
    rows = []
    async with stage.services.database.pool.transaction() as connection:
        for table in tables:
            result = await connection.execute(text(f"select to_jsonb(t) as row from {table} t"))  # noqa: S608 (our names)
            rows += list(result.scalars())
    return json.dumps(rows)


async def test_a_note_is_listed_with_its_record_and_author(stage: Stage) -> None:
    record = f"clinic:{await stage.clinic(name='Basant Clinic')}"
    note = await add_note(stage, "First line\nSecond line", record=record, mentions=(BILLING,))
    client = await stage.signed_in(SUPER)
    assert (await client.notes.list(record=record)).items == [note]
    assert note.text == "First line\nSecond line"
    assert (note.record, note.record_name) == (record, "Basant Clinic" if stage.knows_before else None)
    assert (note.author_id, note.author_name, note.source) == (stage.user_ids[CARE], "Staff 02", None)
    assert [(mention.user_id, mention.name) for mention in note.mentions] == [(stage.user_ids[BILLING], "Staff 03")]
    assert (note.pinned, note.edited_at, note.deleted_at, note.deleted_by) == (False, None, None, None)


async def test_lists_are_filtered_by_record_text_author_and_pin(stage: Stage) -> None:
    first = await add_note(stage, "Wants telemedicine on Monday")
    second = await add_note(stage, "Wants a refund", phone=BILLING)
    client = await stage.signed_in(CARE)
    await client.notes.update(note_id=second.id, pinned=True)
    assert [note.id for note in (await client.notes.list(record=first.record)).items] == [first.id]
    assert [note.id for note in (await client.notes.list(search_text="MONDAY telemedicine")).items] == [first.id]
    by_billing = (await client.notes.list(author=stage.user_ids[BILLING])).items
    assert {note.author_name for note in by_billing} == {"Staff 03"}
    assert second.id in [note.id for note in (await client.notes.list(pinned=True)).items]
    assert second.id not in [note.id for note in (await client.notes.list(pinned=False)).items]


@pytest.mark.own
async def test_a_note_needs_an_existing_record(stage: Stage) -> None:
    client = await stage.signed_in(CARE)
    with pytest.raises(InvalidInput, match=NO_RECORD) as refused:
        await client.notes.create(record="clinic:999999", text="Nobody there")
    assert refused.value.source == "record"


@pytest.mark.proves("SEC-22.notes")
async def test_notes_are_as_hidden_as_their_records(stage: Stage) -> None:
    """Customer care may not read users: neither their notes nor the number of them."""
    record = f"user:{await stage.user(stage.phone())}"
    note = await add_note(stage, "Pays late", phone=BILLING, record=record)
    client = await stage.signed_in(CARE)
    with pytest.raises(InvalidInput, match=NO_RECORD):
        await client.notes.create(record=record, text="Me too")
    page = await client.notes.list(record=record)
    assert (page.items, page.total_records) == ([], 0)
    assert note.id not in [item.id for item in (await client.notes.list(perpage=500)).items]
    for refused_call in (
        client.notes.read(note_id=note.id),
        client.notes.update(note_id=note.id, pinned=True),
        client.notes.delete(note_id=note.id),
    ):
        with pytest.raises(NotFound, match=NO_NOTE):
            await refused_call


@pytest.mark.own
async def test_notes_on_a_change_request_are_hidden_with_it(stage: Stage) -> None:
    author, reader = await stage.signed_in(BILLING), await stage.signed_in(CARE)
    shown = await propose(author, activate(stage, await stage.clinic()), title="Billing for one")
    hidden = await propose(author, change("DeleteDevice", user_id=1, device_id=1))
    record = f"change_request:{shown.request.id}"
    note = await author.notes.create(record=record, text="Please compare", mentions=[stage.user_ids[CARE]])
    [listed] = (await reader.notes.list(record=record)).items
    assert (listed.id, listed.record_name) == (note.id, "Billing for one")
    assert [mention.record for mention in (await reader.notes.mentions(unread=True)).items][:1] == [record]
    with pytest.raises(InvalidInput) as refused:
        await author.notes.create(
            record=f"change_request:{hidden.request.id}", text="And you?", mentions=[stage.user_ids[CARE]]
        )
    assert refused.value.code == "mention_not_allowed"
    unseen = await author.notes.create(record=f"change_request:{hidden.request.id}", text="Secret")
    assert (await reader.notes.list(record=f"change_request:{hidden.request.id}")).items == []
    for attempt in (
        reader.notes.read(note_id=unseen.id),
        reader.notes.update(note_id=unseen.id, pinned=True),
        reader.notes.delete(note_id=unseen.id),
    ):
        with pytest.raises(NotFound):
            await attempt
    with pytest.raises(InvalidInput):
        await reader.notes.create(record=f"change_request:{hidden.request.id}", text="Guess")
    await author.notes.delete(note_id=note.id)


async def test_only_the_author_edits_and_everyone_pins(stage: Stage) -> None:
    note = await add_note(stage)
    author, colleague = await stage.signed_in(CARE), await stage.signed_in(SUPER)
    await author.notes.update(note_id=note.id, text="Called them twice")
    changes: list[dict[str, Any]] = [{"text": "Never called"}, {"mentions": [stage.user_ids[SUPER]]}]
    for changed in changes:
        with pytest.raises(Forbidden, match=NOT_YOURS):
            await colleague.notes.update(note_id=note.id, **changed)
    await colleague.notes.update(note_id=note.id, pinned=True)
    after = await author.notes.read(note_id=note.id)
    assert (after.text, after.pinned, after.edited_at is not None) == ("Called them twice", True, True)


async def test_an_edit_ends_after_fifteen_minutes_and_a_pin_does_not(stage: Stage) -> None:
    note = await add_note(stage)
    client = await stage.signed_in(CARE)
    limit = timedelta(minutes=NOTE_EDIT_MINUTES)
    await age_note(stage, note, limit - timedelta(minutes=1))
    await client.notes.update(note_id=note.id, text="In time")
    await age_note(stage, note, limit)
    changes: list[dict[str, Any]] = [{"text": "Too late"}, {"mentions": []}, {"text": "In time"}]
    for changed in changes:
        with pytest.raises(Conflict, match=EDIT_ENDED):
            await client.notes.update(note_id=note.id, **changed)
    await client.notes.update(note_id=note.id, pinned=True)
    assert (await client.notes.read(note_id=note.id)).text == "In time"
    await client.notes.delete(note_id=note.id)


@pytest.mark.own
async def test_unchanged_save_leaves_no_event(stage: Stage) -> None:
    note = await add_note(stage, mentions=(SUPER,))
    client = await stage.signed_in(CARE)
    before = len(await stage.events())
    await client.notes.update(note_id=note.id, text="Called them", mentions=[stage.user_ids[SUPER]], pinned=False)
    assert len(await stage.events()) == before
    assert await client.notes.read(note_id=note.id) == note


async def test_text_of_a_removed_note_is_deleted_everywhere(stage: Stage) -> None:
    note = await add_note(stage, SECRET_TEXT, mentions=(SUPER,))
    client = await stage.signed_in(CARE)
    await client.notes.update(note_id=note.id, text=f"{SECRET_TEXT}!", pinned=True)
    assert SECRET_TEXT in await stored_texts(stage)
    await client.notes.delete(note_id=note.id)
    assert SECRET_TEXT not in await stored_texts(stage)
    [stub] = (await client.notes.list(record=note.record)).items
    assert (stub.id, stub.text, stub.mentions, stub.pinned) == (note.id, None, [], False)
    assert (stub.deleted_by, stub.deleted_at is not None, stub.author_name) == ("Staff 02", True, "Staff 02")
    assert (await client.notes.list(search_text="Navjeevan is in hospital")).items == []
    supervisor = await stage.signed_in(SUPER)
    assert note.id not in [mention.note_id for mention in (await supervisor.notes.mentions(perpage=500)).items]
    column = ExportColumn(title="Text", fields=["text"])
    exported = await client.exports.list(list_name="ListNotes", columns=[column], filters={"record": note.record})
    async with exported as download:
        assert SECRET_TEXT.encode() not in b"".join([chunk async for chunk in download])
    for refused_call in (
        client.notes.update(note_id=note.id, pinned=True),
        client.notes.update(note_id=note.id, text="Back"),
        client.notes.delete(note_id=note.id),
    ):
        with pytest.raises(Conflict, match=REMOVED):
            await refused_call


async def test_a_repeated_request_does_not_return_the_text(stage: Stage) -> None:
    client = await stage.signed_in(CARE)
    call = CreateNote(record=f"clinic:{await stage.clinic()}", text=SECRET_TEXT)
    saved = await client.send(call, idempotency_key="note-once-only")
    assert await client.send(call, idempotency_key="note-once-only") == saved
    await client.notes.delete(note_id=saved.id)
    assert SECRET_TEXT not in await stored_texts(stage)


async def test_only_author_and_super_admin_remove(stage: Stage) -> None:
    note, other = await add_note(stage), await add_note(stage)
    billing, supervisor = await stage.signed_in(BILLING), await stage.signed_in(SUPER)
    with pytest.raises(Forbidden, match=NOT_YOURS):
        await billing.notes.delete(note_id=note.id)
    await supervisor.notes.delete(note_id=note.id)
    assert (await billing.notes.read(note_id=note.id)).deleted_by == "Staff 01"
    assert (await billing.notes.read(note_id=other.id)).deleted_by is None


async def test_only_staff_with_access_are_mentioned(stage: Stage) -> None:
    client = await stage.signed_in(BILLING)
    await stage.signed_in(CARE)
    record = f"user:{await stage.user(stage.phone())}"
    care, nobody = stage.user_ids[CARE], 99_999_999
    with pytest.raises(InvalidInput, match=MENTION_NOT_ALLOWED) as refused:
        await client.notes.create(record=record, text="See this", mentions=[stage.user_ids[BILLING], care, nobody])
    assert refused.value.source == "mentions"
    assert refused.value.problems[0].detail == f"{care}, {nobody}"
    note = await add_note(stage, phone=BILLING, record=record)
    with pytest.raises(InvalidInput, match=MENTION_NOT_ALLOWED):
        await client.notes.update(note_id=note.id, mentions=[care])


async def test_mentions_are_unread_until_marked(stage: Stage) -> None:
    note = await add_note(stage, "@Staff 03 please call", mentions=(BILLING,))
    other = await add_note(stage, "@Staff 03 and this", mentions=(BILLING,))
    client = await stage.signed_in(BILLING)
    unread = (await client.notes.mentions(unread=True)).items
    assert [mention.note_id for mention in unread][:2] == [other.id, note.id]
    assert (unread[1].text, unread[1].record, unread[1].author_name) == (note.text, note.record, "Staff 02")
    await client.notes.mark_mentions_read(note_ids=[other.id])
    assert (await client.notes.mentions()).items[0].note_id == note.id
    assert note.id in [item.id for item in (await client.notes.list(mentioned="unread")).items]
    assert other.id not in [item.id for item in (await client.notes.list(mentioned="unread")).items]
    assert other.id in [item.id for item in (await client.notes.list(mentioned="all")).items]
    before = len(await stage.events("mention.read"))
    for _ in range(2):
        await client.notes.mark_mentions_read()
    assert (await client.notes.mentions(unread=True)).total_records == 0
    assert len(await stage.events("mention.read")) == before + 1
    author = await stage.signed_in(CARE)
    assert note.id not in [mention.note_id for mention in (await author.notes.mentions(perpage=500)).items]


async def test_edit_of_mentions_keeps_the_read_state(stage: Stage) -> None:
    note = await add_note(stage, mentions=(BILLING,))
    author, billing = await stage.signed_in(CARE), await stage.signed_in(BILLING)
    await stage.signed_in(SUPER)
    await billing.notes.mark_mentions_read(note_ids=[note.id])
    both = [stage.user_ids[BILLING], stage.user_ids[SUPER]]
    await author.notes.update(note_id=note.id, mentions=both)
    assert sorted(mention.user_id for mention in (await author.notes.read(note_id=note.id)).mentions) == sorted(both)
    assert note.id not in [
        mention.note_id for mention in (await billing.notes.mentions(unread=True, perpage=500)).items
    ]
    await author.notes.update(note_id=note.id, mentions=[])
    assert (await author.notes.read(note_id=note.id)).mentions == []


@pytest.mark.own
async def test_realtime_events_have_ids_only(stage: Stage) -> None:
    client = await stage.signed_in(CARE)
    since = (await client.realtime.list(channels=["notes"], since=0, only_latest=True)).latest
    note = await add_note(stage, SECRET_TEXT, mentions=(SUPER,))
    events = (await client.realtime.list(channels=["notes"], since=since)).events
    assert [(event.event, event.data) for event in events] == [
        ("note_changed", {"note_id": note.id}),
        ("mentioned", {"note_id": note.id, "user_ids": [stage.user_ids[SUPER]]}),
    ]


async def test_a_key_is_named_as_the_source(stage: Stage) -> None:
    assert {"notes:read", "notes:write", "follow_ups:read", "follow_ups:write"} <= known_scopes()
    key = await stage.program("notes:read", "notes:write", "clinics:read")
    saved = await key.notes.create(record=f"clinic:{await stage.clinic()}", text="Ticket 5 was closed")
    note = await key.notes.read(note_id=saved.id)
    assert note.author_id is None
    assert note.source == note.author_name
    assert note.source is not None
    assert note.source.startswith("program")
    for refused_call in (
        key.notes.update(note_id=note.id, text="Ticket 6"),
        key.notes.delete(note_id=note.id),
        key.notes.mentions(),
        key.notes.mark_mentions_read(),
    ):
        with pytest.raises(Forbidden):
            await refused_call
    await key.notes.update(note_id=note.id, pinned=True)


async def test_a_key_sees_notes_on_the_kinds_of_its_scopes(stage: Stage) -> None:
    note = await add_note(stage)
    key = await stage.program("notes:read", "notes:write", "users:read")
    with pytest.raises(NotFound):
        await key.notes.read(note_id=note.id)
    with pytest.raises(InvalidInput):
        await key.notes.create(record=note.record, text="No scope for clinics")


async def test_warnings_do_not_refuse(stage: Stage) -> None:
    client = await stage.signed_in(CARE)
    saved = await client.notes.create(record=f"clinic:{await stage.clinic()}", text="Card 4111 1111 1111 1111")
    assert saved.warnings == ["card_number"]
    assert (await client.notes.update(note_id=saved.id, text="ID 2464 8485 0695")).warnings == ["aadhaar_number"]
    assert (await client.notes.update(note_id=saved.id, text="No number")).warnings == []


@pytest.mark.own
async def test_lengths_are_checked_first(stage: Stage) -> None:
    client = await stage.signed_in(CARE)
    record = f"clinic:{await stage.clinic()}"
    longest = "ਸ" * MAX_RECORD_NOTE_LENGTH
    saved = await client.notes.create(record=record, text=longest)
    assert (await client.notes.read(note_id=saved.id)).text == longest
    problem = await stage.refused("POST", "/api/careops/notes", {"record": "clinic:999999", "text": longest + "ਸ"})
    assert problem["source"] == "text"
    many = {"record": record, "text": "Everyone", "mentions": list(range(1, MAX_MENTIONS + 2))}
    assert (await stage.refused("POST", "/api/careops/notes", many))["source"] == "mentions"
    assert (await stage.refused("POST", "/api/careops/notes", {"record": record, "text": " \n "}))["source"] == "text"
    for record_ref in ("clinic", "clinic:0", "clinic:x", "article:1", "clinic:41 "):
        body = {"record": record_ref, "text": "Where?"}
        assert (await stage.refused("POST", "/api/careops/notes", body))["source"] == "record"


@pytest.mark.own
async def test_name_of_a_deleted_user_remains(stage: Stage) -> None:
    phone = stage.phone()
    stage.user_ids[phone] = await stage.user(phone, "customer_care")
    note = await add_note(stage, phone=phone, mentions=(SUPER,))
    other = await add_note(stage, mentions=(phone,))
    await stage.sql("delete from users where id = :id", id=stage.user_ids[phone])
    client = await stage.signed_in(SUPER)
    after = await client.notes.read(note_id=note.id)
    assert (after.author_id, after.author_name) == (None, f"Staff {phone[-2:]}")
    assert (await client.notes.read(note_id=other.id)).mentions == []


@pytest.mark.own
async def test_events_name_the_record_and_its_clinic(stage: Stage) -> None:
    note = await add_note(stage, SECRET_TEXT)
    event = (await stage.events("note.create"))[-1]
    assert (event["resource_type"], event["resource_id"]) == ("note", str(note.id))
    assert event["clinic_id"] == int(note.record.partition(":")[2])
    assert event["after"] == {"record": note.record, "mentions": []}
    assert SECRET_TEXT not in json.dumps(event["parameters"])


async def test_mention_of_author_is_read(stage: Stage) -> None:
    note = await add_note(stage, "Remind me", phone=CARE, mentions=(CARE, BILLING))
    care, billing = await stage.signed_in(CARE), await stage.signed_in(BILLING)
    assert (await care.notes.mentions(unread=True)).items == []
    assert [mention.note_id for mention in (await care.notes.mentions()).items] == [note.id]
    assert [mention.note_id for mention in (await billing.notes.mentions(unread=True)).items] == [note.id]


async def test_mention_of_author_added_by_edit_is_read(stage: Stage) -> None:
    note = await add_note(stage, "Remind me", phone=CARE)
    care = await stage.signed_in(CARE)
    await care.notes.update(note_id=note.id, mentions=[stage.user_ids[CARE]])
    assert (await care.notes.mentions(unread=True)).items == []
