"""``careops notes`` and ``careops mentions``: parameters and output."""

from __future__ import annotations

import json
from datetime import UTC, datetime

from cli.tests.command_line import CareOpsCommand
from cli.tests.platform_stub import Platform

from careops.calls.notes import (
    CreateNote,
    DeleteNote,
    ListMentions,
    ListNotes,
    MarkMentionsRead,
    Mention,
    MentionedColleague,
    Note,
    SavedNote,
    UpdateNote,
)
from careops.calls.staff import ListStaff, StaffAccount
from careops.contract import Empty, Page

AT = datetime(2026, 11, 20, 9, 30, tzinfo=UTC)
NOTE = Note(
    id=7,
    record="clinic:41",
    record_name="Basant Clinic",
    text="Owner called",
    mentions=[MentionedColleague(user_id=2, name="Arjun Pillai")],
    pinned=False,
    author_id=4,
    author_name="Harpreet Kaur",
    created_at=AT,
)
STAFF = [
    StaffAccount(id=2, name="Arjun Pillai", account_type="customer_care"),
    StaffAccount(id=3, name="Meera", account_type="billing_admin"),
]


def test_list_prints_notes_and_sends_its_filters(platform: Platform, careops: CareOpsCommand) -> None:
    platform.answer(ListNotes, Page[Note].of([NOTE], total=1, perpage=10))
    run = careops("notes", "list", "--record", "clinic:41", "--search", "owner", "--pinned", "--columns", "id,mentions")
    assert run.out == "7\tArjun Pillai\n"
    [call] = platform.calls(ListNotes)
    assert (call.record, call.search_text, call.pinned) == ("clinic:41", "owner", True)


def test_mentions_are_given_by_name_or_id(platform: Platform, careops: CareOpsCommand) -> None:
    platform.answer(ListStaff, STAFF)
    platform.answer(CreateNote, SavedNote(id=7, warnings=[]))
    run = careops("notes", "add", "clinic", "41", "Call", "--mention", "arjun pillai", "--mention", "3", "--json")
    assert json.loads(run.out) == {"id": 7, "record": "clinic:41", "warnings": []}
    assert platform.calls(CreateNote) == [CreateNote(record="clinic:41", text="Call", mentions=[2, 3])]
    unknown = careops("notes", "add", "clinic", "41", "Call", "--mention", "Arjun Pilai")
    assert unknown.code == 2
    assert "Did you mean 'Arjun Pillai'?" in unknown.err


def test_warnings_are_printed(platform: Platform, careops: CareOpsCommand) -> None:
    platform.answer(CreateNote, SavedNote(id=7, warnings=["card_number"]))
    run = careops("notes", "add", "clinic", "41", "4111 1111 1111 1111")
    assert run.code == 0
    assert "payment card" in run.err


def test_edit_pin_and_remove(platform: Platform, careops: CareOpsCommand) -> None:
    platform.answer(UpdateNote, SavedNote(id=7, warnings=[]))
    platform.answer(DeleteNote, Empty())
    assert careops("notes", "edit", "7").code == 2
    assert careops("notes", "edit", "7", "--text", "Called twice").code == 0
    assert careops("notes", "pin", "7").code == 0
    assert careops("notes", "unpin", "7").code == 0
    assert careops("notes", "remove", "7", "--yes").code == 0
    edited, pinned, unpinned = platform.calls(UpdateNote)
    assert (edited.text, edited.mentions, edited.pinned) == ("Called twice", None, None)
    assert (pinned.pinned, unpinned.pinned) == (True, False)
    assert platform.calls(DeleteNote) == [DeleteNote(note_id=7)]


def test_mentions_are_listed_and_marked_as_read(platform: Platform, careops: CareOpsCommand) -> None:
    mention = Mention(note_id=7, record="clinic:41", text="See this", author_name="Meera", created_at=AT)
    platform.answer(ListMentions, Page[Mention].of([mention], total=1, perpage=10))
    platform.answer(MarkMentionsRead, Empty())
    assert json.loads(careops("notes", "mentions", "--unread", "--json").out)[0]["note_id"] == 7
    assert careops("notes", "read-mentions", "7", "8").code == careops("notes", "read-mentions").code == 0
    assert [call.note_ids for call in platform.calls(MarkMentionsRead)] == [[7, 8], None]
