"""``careops release-notes``: parameters and output."""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime, timedelta
from pathlib import Path

from cli.tests.command_line import CareOpsCommand
from cli.tests.platform_stub import Platform

from careops.calls.release_notes import (
    CreateReleaseNote,
    ListReleaseNotes,
    MarkWhatsNewRead,
    PublishedNote,
    ReadWhatsNew,
    ReleaseNote,
    UpdateReleaseNote,
    WhatsNew,
)
from careops.contract import Created, Empty, Page

AT = datetime(2026, 9, 14, 4, 5, tzinfo=UTC)
PUBLISHED = ReleaseNote(id=3, title="Lists", note_text="One.\n\nTwo.", publish=True, published_at=AT)
DRAFT = ReleaseNote(id=4, title="Reminders", note_text="To be decided.")


def holding(platform: Platform) -> None:
    """Set up a platform with two notes that accepts every change."""
    platform.answer(ListReleaseNotes, Page[ReleaseNote].of([DRAFT, PUBLISHED], total=2, perpage=500))
    platform.answer(UpdateReleaseNote, Empty())


def test_list_prints_the_notes(platform: Platform, careops: CareOpsCommand) -> None:
    holding(platform)
    first, second = careops("release-notes", "list").out.splitlines()
    assert first.split("\t")[:3] == ["4", "Reminders", "no"]
    assert second.split("\t")[:4] == ["3", "Lists", "yes", "2026-09-14T04:05:00Z"]


def test_draft_is_created_from_a_file(platform: Platform, careops: CareOpsCommand, tmp_path: Path) -> None:
    platform.answer(CreateReleaseNote, Created(id=7))
    (tmp_path / "note.txt").write_text("ਨਵਾਂ\n\nTwo\n", "utf-8")
    run = careops("release-notes", "create", "--title", "New", "--text", str(tmp_path / "note.txt"))
    assert run.code == 0
    [call] = platform.calls(CreateReleaseNote)
    assert (call.title, call.note_text, call.publish, call.published_at) == ("New", "ਨਵਾਂ\n\nTwo", False, None)
    assert "published_at" not in call.parameters


def test_note_is_published_on_a_day_from_a_pipe(platform: Platform, careops: CareOpsCommand) -> None:
    platform.answer(CreateReleaseNote, Created(id=7))
    assert (
        careops("release-notes", "create", "--title", "New", "--text", "-", "--at", "2026-12-01", stdin="x").code == 0
    )
    [call] = platform.calls(CreateReleaseNote)
    assert call.publish
    assert call.published_at is not None
    assert (call.published_at + timedelta(hours=5, minutes=30)).date().isoformat() == "2026-12-01"


def test_edit_keeps_omitted_fields(platform: Platform, careops: CareOpsCommand) -> None:
    holding(platform)
    assert careops("release-notes", "edit", "3", "--title", "Quicker").code == 0
    assert careops("release-notes", "edit", "3", "--draft").code == 0
    assert careops("release-notes", "publish", "4").code == 0
    assert careops("release-notes", "publish", "3").code == 0
    renamed, drafted, published, again = platform.calls(UpdateReleaseNote)
    text = PUBLISHED.note_text
    assert renamed == UpdateReleaseNote(note_id=3, title="Quicker", note_text=text, publish=True, published_at=AT)
    assert (drafted.publish, drafted.published_at) == (False, None)
    assert (published.note_id, published.publish, published.published_at) == (4, True, None)
    assert again.published_at == AT


def test_new_notes_are_marked_as_read_on_request(platform: Platform, careops: CareOpsCommand) -> None:
    fresh = PublishedNote(id=3, title="Lists", note_text="One.", published_at=AT, is_new=True)
    platform.answer(ReadWhatsNew, WhatsNew(notes=[fresh]))
    platform.answer(MarkWhatsNewRead, Empty())
    assert careops("release-notes", "new").out.split("\t")[:4] == ["3", "Lists", "2026-09-14T04:05:00Z", "yes"]
    assert platform.calls(MarkWhatsNewRead) == []
    assert json.loads(careops("release-notes", "new", "--read", "--json").out)[0]["is_new"] is True
    assert [call.read_until for call in platform.calls(MarkWhatsNewRead)] == [AT]


def test_file_with_wrong_encoding_is_refused(platform: Platform, careops: CareOpsCommand, tmp_path: Path) -> None:
    letter, none = tmp_path / "latin.txt", tmp_path / "none.txt"
    letter.write_bytes("Café".encode("latin-1"))
    run = careops("release-notes", "create", "--title", "Lists", "--text", str(letter))
    assert (run.code, platform.received) == (2, [])
    assert run.err == "error: What was to be read is not text in UTF-8. Save it as UTF-8 and try again.\n"
    assert str(none) in careops("release-notes", "create", "--title", "Lists", "--text", str(none)).err


def test_publication_time_is_printed_as_in_json(platform: Platform, careops: CareOpsCommand) -> None:
    holding(platform)
    note = json.loads(careops("release-notes", "publish", "3", "--at", "2026-12-01", "--json").out)
    assert re.fullmatch(r"2026-1[12]-[0-9]{2}T[0-9:.]+Z", note["published_at"])
    assert note["note_id"] == 3


def test_missing_text_file_is_refused(platform: Platform, careops: CareOpsCommand) -> None:
    run = careops("release-notes", "create", "--title", "Lists", "--text", "lists.txt")
    assert (run.code, run.err) == (2, "error: lists.txt cannot be read: No such file or directory. Check its name.\n")
