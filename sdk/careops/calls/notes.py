"""Notes of staff on records, and mentions of colleagues in them. Our own addition."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, Final, Literal, Self

from pydantic import Field, model_validator

from careops.constants import MAX_IDS, MAX_MENTIONS, MAX_RECORD_NOTE_LENGTH, NOTE_EDIT_MINUTES
from careops.contract import STAFF, Call, Delete, Empty, Example, Get, Model, Page, PageParams, Post, Put
from careops.contract.envelopes import array_in, object_in, one_page
from careops.contract.fields import Id, Text, TypedText, non_empty
from careops.contract.partial_update import NOTHING_TO_CHANGE
from careops.contract.personal import Personal
from careops.contract.resource import ClientT, Resource, each_row, method
from careops.error_codes import title_of
from careops.models.record_refs import NoteRef
from careops.sensitive_numbers import SensitiveNumber

NO_NOTE: Final = title_of("note_not_found")
NOT_YOURS: Final = title_of("note_not_own")
EDIT_ENDED: Final = title_of("note_edit_ended", count=NOTE_EDIT_MINUTES)
REMOVED: Final = title_of("note_removed")
MENTION_NOT_ALLOWED: Final = title_of("mention_not_allowed")

NoteText = Annotated[
    str,
    TypedText(MAX_RECORD_NOTE_LENGTH, at_least=1),
    non_empty(title_of("note_text_required")),
]
"""Text of a note. Its fields are like secrets (``repr=False``): the audit log never stores them, so that the text of a
removed note is gone."""
MentionedIds = Annotated[list[Id], Field(max_length=MAX_MENTIONS)]


class MentionedColleague(Model):
    """Member of staff whom a note mentions."""

    user_id: int
    """Id of the user."""
    name: Annotated[str, Personal("name", "staff")]
    """Name at the time of the mention."""


class Note(Model):
    """Note on a record. A removed note has no text and no mentions."""

    id: int
    """Id of the note."""
    record: str
    """Kind and id of the record, such as ``clinic:41``."""
    record_name: Annotated[str | None, Personal("name", "anyone")] = None
    """Current name of the record; null if it is unknown."""
    text: Annotated[str | None, Personal("text", "anyone")] = None
    """Text with several lines, without markup; null if the note was removed."""
    mentions: list[MentionedColleague]
    """Mentioned colleagues; empty if the note was removed."""
    pinned: bool
    """True if it is pinned to the record."""
    author_id: int | None = None
    """Id of the author; null for an API key and for a deleted user."""
    author_name: Annotated[str, Personal("name", "staff")]
    """Name of the author or of the API key."""
    source: str | None = None
    """Name of the API key that added the note; null for a person."""
    created_at: datetime
    """Time of creation, in UTC."""
    edited_at: datetime | None = None
    """Time of the last edit of text or mentions, in UTC; null without one."""
    deleted_at: datetime | None = None
    """Time of removal, in UTC; null if the note was not removed."""
    deleted_by: Annotated[str | None, Personal("name", "staff")] = None
    """Name of the person or API key that removed the note; null if it was not removed."""


class SavedNote(Model):
    """Result of adding or changing a note. It does not repeat the text."""

    id: int
    """Id of the note."""
    warnings: list[SensitiveNumber | str]
    """Sensitive numbers that the text seems to contain; empty without any. The note is saved nevertheless."""


class Mention(Model):
    """Mention of the caller in a note."""

    note_id: int
    """Id of the note."""
    record: str
    """Kind and id of the record, such as ``clinic:41``."""
    record_name: Annotated[str | None, Personal("name", "anyone")] = None
    """Current name of the record; null if it is unknown."""
    text: Annotated[str, Personal("text", "anyone")]
    """Text of the note."""
    author_name: Annotated[str, Personal("name", "staff")]
    """Name of the author or of the API key."""
    created_at: datetime
    """Time of the note, in UTC."""
    read_at: datetime | None = None
    """Time when the caller marked it as read, in UTC; null if it is unread."""


_TEXT: Final = "Owner called: wants IPD back from Monday."
_NOTE: Final[dict[str, Any]] = {
    "id": 7,
    "record": "clinic:41",
    "record_name": "Basant Avenue Clinic",
    "text": _TEXT,
    "mentions": [{"user_id": 2, "name": "Arjun Pillai"}],
    "pinned": False,
    "author_id": 4,
    "author_name": "Harpreet Kaur",
    "source": None,
    "created_at": "2026-11-20T09:30:07Z",
    "edited_at": None,
    "deleted_at": None,
    "deleted_by": None,
}
_MENTION: Final[dict[str, Any]] = {
    **{name: _NOTE[name] for name in ("record", "record_name", "text", "author_name", "created_at")},
    "note_id": 7,
    "read_at": None,
}


class ListNotes(PageParams, Call[Page[Note]]):
    """List notes, newest first, on kinds of records that the caller may read. Our own addition.

    Removed notes stay in the list without their text.
    """

    route = Get("/careops/notes", access=STAFF, answer=array_in("data.notes"))
    example = Example(call={"record": "clinic:41"}, answer=one_page(_NOTE))

    record: NoteRef | None = None
    """Only notes on this record, by kind and id: ``clinic:41``."""
    search_text: Text | None = None
    """Words to look for in the text."""
    author: Id | None = None
    """Only notes by this user."""
    pinned: bool | None = None
    """Only pinned notes, or only others."""
    mentioned: Literal["unread", "all"] | None = None
    """Only notes that mention the caller: those not marked as read, or all."""


class ReadNote(Call[Note]):
    """Return one note. Our own addition."""

    route = Get("/careops/notes/{note_id}", access=STAFF, answer=object_in("data.note"))
    example = Example(call={"note_id": 7}, answer=_NOTE)

    note_id: Id
    """Id of the note."""


class CreateNote(Call[SavedNote]):
    """Add a note to a record that the caller may read. An API key is named as its source. Our own addition.

    Only staff see notes; the apps of clinics never do. ``warnings`` reports numbers that look like a payment card or an
    Aadhaar number.
    """

    route = Post("/careops/notes", access=STAFF, answer=object_in("data.note"), event="note.create")
    example = Example(
        call={"record": "clinic:41", "text": _TEXT, "mentions": [2]},
        answer={"id": 7, "warnings": []},
    )

    record: NoteRef
    """Kind and id of the record: ``clinic:41``, ``change_request:7``."""
    text: Annotated[NoteText, Field(repr=False)]
    """Text with several lines, without markup."""
    mentions: MentionedIds = []
    """Ids of up to 20 colleagues (``ListStaff``) who may read the record."""


class UpdateNote(Call[SavedNote]):
    """Edit a note within 15 minutes of its creation, as its author; or pin it, as any reader. Our own addition."""

    route = Put(
        "/careops/notes/{note_id}",
        access=STAFF,
        answer=object_in("data.note"),
        event="note.update",
    )
    example = Example(
        call={"note_id": 7, "text": _TEXT, "mentions": [2], "pinned": True},
        answer={"id": 7, "warnings": []},
    )

    note_id: Id
    """Id of the note."""
    text: Annotated[NoteText | None, Field(repr=False)] = None
    """New text; null leaves it unchanged."""
    mentions: MentionedIds | None = None
    """All mentioned colleagues by their ids; null leaves them unchanged."""
    pinned: bool | None = None
    """True to pin the note to its record, false to unpin it; null leaves it unchanged."""

    @model_validator(mode="after")
    def _one_change_at_least(self) -> Self:
        if self.text is None and self.mentions is None and self.pinned is None:
            raise ValueError(NOTHING_TO_CHANGE)
        return self


class DeleteNote(Call[Empty]):
    """Remove a note, as its author or a super admin. Its text is deleted; who removed it stays. Our own addition."""

    route = Delete("/careops/notes/{note_id}", access=STAFF, event="note.delete")
    example = Example(call={"note_id": 7}, answer={})

    note_id: Id
    """Id of the note."""


class ListMentions(PageParams, Call[Page[Mention]]):
    """List notes that mention the caller: unread ones first, then the newest. Our own addition."""

    route = Get(
        "/careops/mentions", access=STAFF, answer=array_in("data.mentions"), personal="Lists the mentions of a person."
    )
    example = Example(call={"unread": True}, answer=one_page(_MENTION))

    unread: bool | None = None
    """Only unread mentions, or only others."""


class MarkMentionsRead(Call[Empty]):
    """Mark mentions of the caller as read. Others are ignored. Our own addition."""

    route = Put(
        "/careops/mentions/read", access=STAFF, event="mention.read", personal="Records what the person has read."
    )
    example = Example(call={"note_ids": [7]}, answer={})

    note_ids: Annotated[list[Id], Field(min_length=1, max_length=MAX_IDS)] | None = None
    """Ids of up to 500 notes; null marks all mentions."""


class Notes(Resource[ClientT]):
    """``client.notes``: notes on records, and mentions of the caller."""

    list = method(ListNotes)
    each = each_row(ListNotes)
    read = method(ReadNote)
    create = method(CreateNote)
    update = method(UpdateNote)
    delete = method(DeleteNote)
    mentions = method(ListMentions)
    mark_mentions_read = method(MarkMentionsRead)
