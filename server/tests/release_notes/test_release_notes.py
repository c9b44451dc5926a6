"""Release notes: drafts, published and scheduled ones; permissions and validation."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from server.tests.support.stage import BILLING, CARE, Stage

from careops import Forbidden, NotFound
from careops.calls.release_notes import ReleaseNote, UpdateReleaseNote
from careops.constants import MAX_NOTE_LENGTH, MAX_TITLE_LENGTH

SEPTEMBER = datetime(2026, 9, 14, 4, 5, tzinfo=UTC)


async def notes(stage: Stage) -> list[ReleaseNote]:
    """All notes, newest first."""
    return (await (await stage.signed_in(BILLING)).release_notes.list(perpage=500)).items


async def written(stage: Stage, **fields: Any) -> ReleaseNote:
    """Create a note and return it."""
    client = await stage.signed_in(BILLING)
    await client.release_notes.create(**{"title": "Quicker lists", "note_text": "All.", "publish": False, **fields})
    return (await notes(stage))[0]


async def test_draft_is_written_published_and_withdrawn(stage: Stage) -> None:
    client = await stage.signed_in(BILLING)
    draft = await written(stage, title=" ਤੇਜ਼ ਸੂਚੀਆਂ ", note_text="One.\n\nTwo, see https://careops.example")
    assert (draft.title, draft.publish, draft.published_at) == ("ਤੇਜ਼ ਸੂਚੀਆਂ", False, None)
    body: dict[str, Any] = {"note_id": draft.id, "title": "Quicker", "note_text": draft.note_text}
    await client.release_notes.update(**body, publish=True, published_at=SEPTEMBER)
    assert (await notes(stage))[0].published_at == SEPTEMBER
    await client.release_notes.update(**body, publish=True)
    assert (await notes(stage))[0].published_at == SEPTEMBER, "published as it was"
    await client.release_notes.update(**body, publish=False)
    assert (await notes(stage))[0] == ReleaseNote(id=draft.id, title="Quicker", note_text=draft.note_text)


async def test_publication_without_a_date_is_now_and_a_later_day_remains(stage: Stage) -> None:
    before = datetime.now(UTC)
    published = (await written(stage, publish=True)).published_at
    assert published is not None
    assert before <= published <= datetime.now(UTC)
    later = SEPTEMBER + timedelta(days=3650)
    assert (await written(stage, publish=True, published_at=later)).published_at == later


async def test_pages_of_ten_are_newest_first(stage: Stage) -> None:
    note_ids = [(await written(stage, title=f"Note {number}")).id for number in range(12)]
    page = await (await stage.signed_in(BILLING)).release_notes.list()
    assert [note.id for note in page.items] == note_ids[:1:-1]
    assert page.total_records == await stage.sql("select count(*) from release_notes")


async def test_deleted_note_is_not_listed(stage: Stage) -> None:
    client, note = await stage.signed_in(BILLING), await written(stage)
    await client.release_notes.delete(note_id=note.id)
    assert note.id not in [other.id for other in await notes(stage)]
    for refused_call in (
        client.release_notes.delete(note_id=note.id),
        client.release_notes.update(note_id=note.id, title="x", note_text="y", publish=False),
    ):
        with pytest.raises(NotFound, match="no release note"):
            await refused_call


@pytest.mark.own
async def test_audit_trail_has_both_sides_of_real_changes(stage: Stage) -> None:
    client = await stage.signed_in(BILLING)
    note = await written(stage)
    body: dict[str, Any] = {"note_id": note.id, "note_text": note.note_text, "publish": True, "published_at": SEPTEMBER}
    for _ in range(2):
        await client.release_notes.update(title="Better", **body)
    await client.release_notes.delete(note_id=note.id)
    mine = [event for event in await stage.events() if event["resource_id"] == str(note.id)]
    assert [event["key"] for event in mine] == ["release_note.create", "release_note.update", "release_note.delete"]
    assert mine[1]["before"] == {"title": "Quicker lists", "publish": False, "published_at": None}
    assert mine[1]["after"] == {"title": "Better", "publish": True, "published_at": "2026-09-14T04:05:00Z"}
    assert mine[2]["before"]["published_at"] == "2026-09-14T04:05:00Z"


@pytest.mark.parametrize(
    ("body", "source", "sentence"),
    [
        ({"title": "  "}, "title", "Please enter a title"),
        ({"title": None}, "title", "Title must be text"),
        ({"note_text": "\n"}, "note_text", "Please enter release notes"),
        ({"title": "x" * (MAX_TITLE_LENGTH + 1)}, "title", "Title can have at most 300 characters"),
        ({"note_text": "x" * (MAX_NOTE_LENGTH + 1)}, "note_text", "Note text can have at most 10000 characters"),
        ({"publish": "yes"}, "publish", "Publish must be true or false"),
        ({"publish": True, "published_at": "14-09-2026"}, "published_at", None),
        ({"publish": False, "published_at": "2026-09-14T04:05:00Z"}, "", "A note that is not published has no date"),
    ],
)
async def test_invalid_note_is_refused(stage: Stage, body: dict[str, Any], source: str, sentence: str | None) -> None:
    request = {"title": "Title", "note_text": "Text", "publish": False, **body}
    problem = await stage.refused("POST", "/api/admin/release_notes", request, phone=BILLING)
    assert problem["source"] == source
    assert sentence in (None, problem["title"])


async def test_missing_fields_have_the_same_sentences(stage: Stage) -> None:
    async with stage.http(headers=await stage.bearer(BILLING)) as http:
        answer = await http.post("/api/admin/release_notes", json={"publish": False})
    assert [problem["title"] for problem in answer.json()["errors"]] == [
        "Please enter a title",
        "Please enter release notes",
    ]


async def test_customer_care_cannot_edit_release_notes(stage: Stage) -> None:
    client = await stage.signed_in(CARE)
    with pytest.raises(Forbidden):
        await client.release_notes.list()
    with pytest.raises(Forbidden):
        await client.release_notes.create(title="x", note_text="y", publish=False)


def test_draft_has_no_date() -> None:
    with pytest.raises(ValueError, match="no date"):
        UpdateReleaseNote(note_id=1, title="x", note_text="y", publish=False, published_at=SEPTEMBER)
    draft = UpdateReleaseNote(note_id=1, title="x", note_text="y", publish=False)
    assert draft.to_wire().body == {"title": "x", "note_text": "y", "publish": False}


async def new_to(stage: Stage, phone: str) -> list[str]:
    """Titles of this test's notes that the account has not read, newest first."""
    news = await (await stage.signed_in(phone)).release_notes.whats_new()
    return [note.title for note in news.notes if note.is_new and note.title.startswith("Out ")]


async def test_note_is_new_until_each_person_has_read_it(stage: Stage) -> None:
    now = datetime.now(UTC)
    await written(stage, title="Out now", publish=True, published_at=now - timedelta(minutes=2))
    await written(stage, title="Out just now", publish=True, published_at=now - timedelta(minutes=1))
    await written(stage, title="A draft")
    await written(stage, title="To come", publish=True, published_at=now + timedelta(hours=1))
    care = await stage.signed_in(CARE)
    news = await care.release_notes.whats_new()
    assert not {"A draft", "To come"} & {note.title for note in news.notes}
    assert news.next_at == now + timedelta(hours=1)
    assert await new_to(stage, CARE) == ["Out just now", "Out now"]

    last, first = (note.published_at for note in news.notes if note.title.startswith("Out "))
    await care.release_notes.mark_read(read_until=first)
    assert await new_to(stage, CARE) == ["Out just now"]
    await care.release_notes.mark_read(read_until=last)
    await care.release_notes.mark_read(read_until=first)
    assert await new_to(stage, CARE) == [], "what was read stays so"
    assert await new_to(stage, BILLING) == ["Out just now", "Out now"], "everybody for themselves"


async def test_future_note_stays_unread(stage: Stage) -> None:
    care = await stage.signed_in(CARE)
    await care.release_notes.mark_read(read_until=datetime.now(UTC) + timedelta(days=900))
    await stage.sql(
        "insert into release_notes (title, note_text, publish, published_at)"
        " values ('Out later', 'Text', true, now()) returning id"
    )
    assert await new_to(stage, CARE) == ["Out later"]
