"""Release notes: what is new on the platform, written ahead and published on a day. Spec: B 2, B 3, B 5, B 7."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, Self

from pydantic import BaseModel, model_validator

from careops.areas import Area, ClientT, each_row, verb
from careops.constants import NOTE_MAX, TITLE_MAX
from careops.contract import BILLING, STAFF, Call, Created, Delete, Done, Example, Get, Model, Page, Paged, Post, Put
from careops.fields import Id, Moment, Typed, filled
from careops.shapes import CREATED, items, record

NO_NOTE = "There is no release note with this id"
_BODY = {"title": "Quicker lists", "note_text": "Every list opens twice as fast.", "publish": True}
_PUBLISHED_AT = "2026-09-14T04:05:00Z"


class ReleaseNote(Model):
    """A release note; a draft has no ``published_at``, and one that is still to come has it in the future."""

    id: int
    """What identifies the note."""
    title: str
    """Its headline."""
    note_text: str
    """The note itself: plain text with paragraphs."""
    publish: bool = False
    """Whether it is published, or will be."""
    published_at: datetime | None = None
    """From when on it is published, in UTC; null for a draft."""


class ListReleaseNotes(Paged, Call[Page[ReleaseNote]]):
    """Release notes, drafts among them, newest first. Spec: B 2, B 7 (B-82)."""

    route = Get(
        "/admin/release_notes",
        access=BILLING,
        answer=items("data.release_notes", total="data.total_records", pages="data.total_pages"),
    )
    example = Example(
        call={},
        answer={
            "items": [{"id": 3, **_BODY, "published_at": _PUBLISHED_AT}],
            "total_records": 1,
            "total_pages": 1,
        },
    )


class NoteBody(BaseModel):
    """What a release note is created and changed with."""

    title: Annotated[str, Typed(TITLE_MAX, at_least=1), filled("Please enter a title")]
    """Its headline."""
    note_text: Annotated[str, Typed(NOTE_MAX, at_least=1), filled("Please enter release notes")]
    """The note itself: plain text with paragraphs."""
    publish: bool
    """Whether to publish it; a draft otherwise."""
    published_at: Moment | None = None
    """From when on it is published; now, or as it was, when not given. Only for a note that is published (B-83)."""

    @model_validator(mode="before")
    @classmethod
    def _missing_is_blank(cls, given: Any) -> Any:
        """A missing text is complained about in the same words as a blank one (B 5)."""
        return {"title": "", "note_text": "", **given} if isinstance(given, dict) else given

    @model_validator(mode="after")
    def _no_day_for_a_draft(self) -> Self:
        if self.published_at is not None and not self.publish:
            raise ValueError("A note that is not published has no date")
        return self


class CreateReleaseNote(NoteBody, Call[Created]):
    """Write a release note, as a draft or published. Spec: B 5, B 7."""

    route = Post("/admin/release_notes", access=BILLING, answer=CREATED, event="release_note.create")
    example = Example(call={**_BODY, "published_at": _PUBLISHED_AT}, answer={"id": 3})


class ReadReleaseNote(Call[ReleaseNote]):
    """One note. Our own addition (S-6)."""

    route = Get(
        "/careops/release_notes/{note_id}",
        access=BILLING,
        forwarded=True,
        answer=record("data"),
        versioned=tuple(NoteBody.model_fields),
    )
    example = Example(call={"note_id": 3}, answer={"id": 3, **_BODY, "published_at": _PUBLISHED_AT})

    note_id: Id
    """The note to read."""


class UpdateReleaseNote(NoteBody, Call[Done]):
    """Change a release note as a whole; one that is published no longer loses its date. Spec: B 5, B 7 (B-83)."""

    route = Put("/admin/release_notes/{note_id}", access=BILLING, event="release_note.update", against=ReadReleaseNote)
    example = Example(call={"note_id": 3, **_BODY, "published_at": _PUBLISHED_AT}, answer={})

    note_id: Id
    """The note to change."""


class DeleteReleaseNote(Call[Done]):
    """Delete a release note for good. Spec: B 2, B 7."""

    route = Delete("/admin/release_notes/{note_id}", access=BILLING, event="release_note.delete")
    example = Example(call={"note_id": 3}, answer={})

    note_id: Id
    """The note to delete."""


class PublishedNote(Model):
    """A release note whose moment has come."""

    id: int
    """What identifies the note."""
    title: str
    """Its headline."""
    note_text: str
    """The note itself: plain text with paragraphs."""
    published_at: datetime
    """From when on it is published, in UTC."""
    is_new: bool = False
    """Whether the caller has not read it yet."""


class WhatsNew(Model):
    """What is new, as one person has read it so far."""

    notes: list[PublishedNote] = []
    """The twenty newest, the newest first."""
    next_at: datetime | None = None
    """When the next one appears, in UTC; null while none is announced."""


class ReadWhatsNew(Call[WhatsNew]):
    """Published notes whose moment has come, and which of them the caller has not read. Our own addition (S-6)."""

    route = Get("/careops/whats_new", access=STAFF, forwarded=True, answer=record("data"))
    example = Example(
        call={},
        answer={
            "notes": [
                {
                    "id": 3,
                    "title": "Quicker lists",
                    "note_text": "Every list opens twice as fast.",
                    "published_at": _PUBLISHED_AT,
                    "is_new": True,
                }
            ]
        },
    )


class MarkWhatsNewRead(Call[Done]):
    """Say that the caller has read every note up to a moment; what was read stays so. Our own addition (S-6)."""

    route = Post("/careops/whats_new/read", access=STAFF, forwarded=True, personal=True, event="release_note.read")
    example = Example(call={"read_until": _PUBLISHED_AT}, answer={})

    read_until: Moment
    """When the newest note that was read was published; of a moment to come, the present counts."""


class ReleaseNotes(Area[ClientT]):
    """``client.release_notes``: what is new on the platform."""

    list = verb(ListReleaseNotes)
    each = each_row(ListReleaseNotes)
    read = verb(ReadReleaseNote)
    create = verb(CreateReleaseNote)
    update = verb(UpdateReleaseNote)
    delete = verb(DeleteReleaseNote)
    whats_new = verb(ReadWhatsNew)
    mark_read = verb(MarkWhatsNewRead)
