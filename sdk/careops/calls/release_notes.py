"""Release notes: descriptions of new features, published immediately or later. Spec: B 2, B 3, B 5, B 7."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, Self

from pydantic import BaseModel, model_validator

from careops.constants import MAX_NOTE_LENGTH, MAX_TITLE_LENGTH
from careops.contract import BILLING, STAFF, Call, Created, Empty, Example, Model, Page, PageParams
from careops.contract.envelopes import CREATED, array_in, object_in, one_page
from careops.contract.fields import Id, Moment, TypedText, non_empty
from careops.contract.resource import ClientT, Resource, each_row, method
from careops.contract.routes import Delete, Get, ListedBy, Post, Put
from careops.error_codes import title_of

NO_NOTE = title_of("release_note_not_found")
_LISTED = ListedBy("ListReleaseNotes", "note_id")
_BODY = {"title": "Quicker lists", "note_text": "Every list opens twice as fast.", "publish": True}
_PUBLISHED_AT = "2026-09-14T04:05:00Z"


class ReleaseNote(Model):
    """Release note. ``published_at`` is null for a draft, and in the future for a scheduled note."""

    id: int
    """Id of the note."""
    title: str
    """Title."""
    note_text: str
    """Text with paragraphs, without markup."""
    publish: bool = False
    """True if it is published or scheduled."""
    published_at: datetime | None = None
    """Time of publication, in UTC; null for a draft."""


class ListReleaseNotes(PageParams, Call[Page[ReleaseNote]]):
    """List release notes, including drafts, newest first. Spec: B 2, B 7 (B-82)."""

    route = Get("/admin/release_notes", access=BILLING, answer=array_in("data.release_notes", counts="data"))
    example = Example(call={}, answer=one_page({"id": 3, **_BODY, "published_at": _PUBLISHED_AT}))


class NoteBody(BaseModel):
    """Fields of a new or changed release note."""

    title: Annotated[str, TypedText(MAX_TITLE_LENGTH, at_least=1), non_empty(title_of("title_required"))]
    """Title."""
    note_text: Annotated[str, TypedText(MAX_NOTE_LENGTH, at_least=1), non_empty(title_of("release_note_text_required"))]
    """Text with paragraphs, without markup."""
    publish: bool
    """True to publish the note, false for a draft."""
    published_at: Moment | None = None
    """Time of publication; if omitted, now or as before. Only for a published note (B-83)."""

    @model_validator(mode="before")
    @classmethod
    def _missing_is_blank(cls, data: Any) -> Any:
        """Treat a missing text as blank, so that both give the same message (B 5)."""
        return {"title": "", "note_text": "", **data} if isinstance(data, dict) else data

    @model_validator(mode="after")
    def _no_day_for_a_draft(self) -> Self:
        if self.published_at is not None and not self.publish:
            raise ValueError(title_of("release_note_unpublished"))
        return self


class CreateReleaseNote(NoteBody, Call[Created]):
    """Create a release note, as a draft or published. Spec: B 5, B 7."""

    route = Post("/admin/release_notes", access=BILLING, answer=CREATED, event="release_note.create")
    example = Example(call={**_BODY, "published_at": _PUBLISHED_AT}, answer={"id": 3})


class ReadReleaseNote(Call[ReleaseNote]):
    """Return one release note. Our own addition (S-6)."""

    route = Get(
        "/careops/release_notes/{note_id}",
        access=BILLING,
        forwarded=True,
        answer=object_in("data"),
        versioned=tuple(NoteBody.model_fields),
    )
    example = Example(call={"note_id": 3}, answer={"id": 3, **_BODY, "published_at": _PUBLISHED_AT})

    note_id: Id
    """Id of the note."""


class UpdateReleaseNote(NoteBody, Call[Empty]):
    """Replace a release note. One that is no longer published loses its date. Spec: B 5, B 7 (B-83)."""

    route = Put(
        "/admin/release_notes/{note_id}",
        access=BILLING,
        event="release_note.update",
        against=ReadReleaseNote,
        listed_by=_LISTED,
    )
    undoable = True
    example = Example(call={"note_id": 3, **_BODY, "published_at": _PUBLISHED_AT}, answer={})

    note_id: Id
    """Id of the note."""


class DeleteReleaseNote(Call[Empty]):
    """Delete a release note permanently. Spec: B 2, B 7."""

    route = Delete("/admin/release_notes/{note_id}", access=BILLING, event="release_note.delete", listed_by=_LISTED)
    example = Example(call={"note_id": 3}, answer={})

    note_id: Id
    """Id of the note."""


class PublishedNote(Model):
    """Published release note."""

    id: int
    """Id of the note."""
    title: str
    """Title."""
    note_text: str
    """Text with paragraphs, without markup."""
    published_at: datetime
    """Time of publication, in UTC."""
    is_new: bool = False
    """True if the caller has not read it."""


class WhatsNew(Model):
    """Published release notes and their read state for the caller."""

    notes: list[PublishedNote] = []
    """The twenty newest notes, newest first."""
    next_at: datetime | None = None
    """Time of the next scheduled publication, in UTC; null if there is none."""


class ReadWhatsNew(Call[WhatsNew]):
    """Return published notes, and which of them the caller has not read. Our own addition (S-6)."""

    route = Get("/careops/whats_new", access=STAFF, forwarded=True, answer=object_in("data"))
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


class MarkWhatsNewRead(Call[Empty]):
    """Mark all notes up to a time as read by the caller. Notes never become unread. Our own addition (S-6)."""

    route = Post(
        "/careops/whats_new/read",
        access=STAFF,
        forwarded=True,
        personal="Records what the person has read.",
        event="release_note.read",
    )
    example = Example(call={"read_until": _PUBLISHED_AT}, answer={})

    read_until: Moment
    """Time of publication of the newest read note; a time in the future counts as now."""


class ReleaseNotes(Resource[ClientT]):
    """``client.release_notes``: descriptions of new features."""

    list = method(ListReleaseNotes)
    each = each_row(ListReleaseNotes)
    read = method(ReadReleaseNote)
    create = method(CreateReleaseNote)
    update = method(UpdateReleaseNote)
    delete = method(DeleteReleaseNote)
    whats_new = method(ReadWhatsNew)
    mark_read = method(MarkWhatsNewRead)
