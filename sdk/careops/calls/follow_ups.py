"""Follow-ups: what a person or a team promised to do for a record, until a day. Our own addition."""

from __future__ import annotations

from datetime import date, datetime
from typing import Annotated, Any, Final, Literal, Self

from pydantic import BaseModel, Field, model_validator

from careops.constants import MAX_IDS, MAX_TEXT_LENGTH, AccountType
from careops.contract import STAFF, Call, Created, Empty, Example, Get, Model, Page, PageParams, Post, Put
from careops.contract.envelopes import CREATED, array_in, object_in, one_page
from careops.contract.fields import Day, FilledText, FilterDay, Id, Text, TypedText, non_empty
from careops.contract.personal import Personal
from careops.contract.resource import ClientT, Resource, each_row, method
from careops.contract.validation_errors import FieldError
from careops.error_codes import title_of
from careops.models.record_refs import RecordRef

NO_FOLLOW_UP: Final = title_of("follow_up_not_found")
ONE_OWNER: Final = title_of("follow_up_owner_required")
OWNER_NOT_ALLOWED: Final = title_of("follow_up_owner_not_allowed")
DUE_PAST: Final = title_of("follow_up_due_past")
REASON_REQUIRED: Final = title_of("follow_up_reason_required")
NOT_OPEN: Final = title_of("follow_up_not_open")
NOT_CLOSED: Final = title_of("follow_up_not_closed")
SOME_NOT_OPEN: Final = title_of("follow_ups_not_open")

FollowUpState = Literal["open", "done", "cancelled"]
What = Annotated[str, TypedText(MAX_TEXT_LENGTH, at_least=1), non_empty(title_of("follow_up_what_required"))]


class FollowUp(Model):
    """Task for a record. It belongs to a person, or to everyone with an account type."""

    id: int
    """Id of the follow-up."""
    record: str
    """Kind and id of the record, such as ``clinic:41``."""
    record_name: Annotated[str | None, Personal("name", "anyone")] = None
    """Current name of the record; null if it is unknown."""
    what: Annotated[str, Personal("text", "anyone")]
    """What is to be done."""
    owner_id: int | None = None
    """Id of the owner; null if it belongs to an account type."""
    owner_role: AccountType | str | None = None
    """Account type whose members own it; null if it belongs to a person."""
    owner_name: Annotated[str | None, Personal("name", "staff")] = None
    """Name of the owner; null if it belongs to an account type."""
    due: date
    """Day until which it is to be done, in India."""
    state: FollowUpState | str
    """``open``, ``done`` or ``cancelled``."""
    closed_reason: Annotated[str | None, Personal("text", "anyone")] = None
    """Reason given at the end; null without one."""
    created_by: Annotated[str, Personal("name", "staff")]
    """Name of the person or API key that created it."""
    created_at: datetime
    """Time of creation, in UTC."""
    closed_at: datetime | None = None
    """Time of its end, in UTC; null while it is open."""
    closed_by: Annotated[str | None, Personal("name", "staff")] = None
    """Name of the person or API key that closed it; null while it is open."""
    handed_over_by: Annotated[str | None, Personal("name", "staff")] = None
    """Name of the person or API key that handed it over last; null if it never was."""
    handed_over_at: datetime | None = None
    """Time of the last hand-over, in UTC; null without one."""
    handover_note: Annotated[str | None, Personal("text", "anyone")] = None
    """Note to the new owner; null without one."""


_BODY: Final[dict[str, Any]] = {
    "what": "Call the owner about IPD",
    "owner_id": 2,
    "due": "2099-11-30",
}
_FOLLOW_UP: Final[dict[str, Any]] = {
    "id": 9,
    "record": "clinic:41",
    "record_name": "Basant Avenue Clinic",
    **_BODY,
    "owner_role": None,
    "owner_name": "Arjun Pillai",
    "state": "open",
    "closed_reason": None,
    "created_by": "Harpreet Kaur",
    "created_at": "2026-11-20T09:30:07Z",
    "closed_at": None,
    "closed_by": None,
    "handed_over_by": None,
    "handed_over_at": None,
    "handover_note": None,
}


class OwnerBody(BaseModel):
    """Owner of follow-ups: one person, or everyone with an account type."""

    owner_id: Id | None = None
    """Id of the owner (``ListStaff``), who may read the record; null if it belongs to an account type."""
    owner_role: AccountType | None = None
    """Account type whose members own it; null if it belongs to a person."""

    @model_validator(mode="after")
    def _one_owner(self) -> Self:
        if (self.owner_id is None) == (self.owner_role is None):
            raise FieldError("owner_id", ONE_OWNER)
        return self


class FollowUpBody(OwnerBody):
    """Fields of a new or changed follow-up."""

    what: What
    """What is to be done."""
    due: Day
    """Day until which it is to be done, YYYY-MM-DD, in India; a new or changed day must be today or later."""


class ListFollowUps(PageParams, Call[Page[FollowUp]]):
    """List follow-ups by their due day, on kinds of records that the caller may read. Our own addition."""

    route = Get("/careops/follow_ups", access=STAFF, answer=array_in("data.follow_ups"))
    example = Example(call={"mine": True}, answer=one_page(_FOLLOW_UP))

    mine: bool = False
    """True for those of the caller and of the caller's account type."""
    owner: Id | None = None
    """Only those of this user."""
    role: AccountType | None = None
    """Only those of this account type."""
    unattended: bool = False
    """True for those whose owner was deleted, cannot sign in any more, or may not read the record any more."""
    state: FollowUpState | Literal["all"] = "open"
    """Only those in this state; ``all`` for every state."""
    due_until: FilterDay | None = None
    """Only those due on or before this day in India."""
    record: RecordRef | None = None
    """Only those of this record, by kind and id: ``clinic:41``."""
    search_text: Text | None = None
    """Words to look for in what is to be done."""


class FollowUpReference(BaseModel):
    """A follow-up."""

    follow_up_id: Id
    """Id of the follow-up."""


class ReadFollowUp(FollowUpReference, Call[FollowUp]):
    """Return one follow-up. Our own addition."""

    route = Get(
        "/careops/follow_ups/{follow_up_id}",
        access=STAFF,
        answer=object_in("data.follow_up"),
        versioned=("what", "owner_id", "owner_role", "due", "state"),
    )
    example = Example(call={"follow_up_id": 9}, answer=_FOLLOW_UP)


class CreateFollowUp(FollowUpBody, Call[Created]):
    """Add a follow-up to a record that the caller and the owner may read. Our own addition."""

    route = Post(
        "/careops/follow_ups",
        access=STAFF,
        answer=CREATED,
        event="follow_up.create",
    )
    example = Example(call={"record": "clinic:41", **_BODY}, answer={"id": 9})

    record: RecordRef
    """Kind and id of the record: ``clinic:41``."""


class UpdateFollowUp(FollowUpReference, FollowUpBody, Call[Empty]):
    """Replace text, owner and due day of an open follow-up. Our own addition."""

    route = Put(
        "/careops/follow_ups/{follow_up_id}",
        access=STAFF,
        event="follow_up.update",
        against=ReadFollowUp,
    )
    example = Example(call={"follow_up_id": 9, **_BODY, "owner_role": None}, answer={})

    owner_id: Id | None  # pyright: ignore[reportGeneralTypeIssues]  # required in a PUT
    """Id of the owner (``ListStaff``), who may read the record; null if it belongs to an account type."""
    owner_role: AccountType | None  # pyright: ignore[reportGeneralTypeIssues]  # required in a PUT
    """Account type whose members own it; null if it belongs to a person."""


class CloseFollowUp(FollowUpReference, Call[Empty]):
    """Close a follow-up as done or cancelled. Our own addition."""

    route = Post("/careops/follow_ups/{follow_up_id}/close", access=STAFF, event="follow_up.close")
    example = Example(
        call={"follow_up_id": 9, "state": "done", "reason": "IPD is on again"},
        answer={},
    )

    state: Literal["done", "cancelled"]
    """``done`` or ``cancelled``."""
    reason: FilledText | None = None
    """Reason; required if it is cancelled."""

    @model_validator(mode="after")
    def _reason_of_a_cancellation(self) -> Self:
        if self.state == "cancelled" and self.reason is None:
            raise FieldError("reason", REASON_REQUIRED)
        return self


class ReopenFollowUp(FollowUpReference, Call[Empty]):
    """Open a closed follow-up again, with the same owner and due day. Our own addition."""

    route = Post("/careops/follow_ups/{follow_up_id}/reopen", access=STAFF, event="follow_up.reopen")
    example = Example(call={"follow_up_id": 9}, answer={})


class HandedOver(Model):
    """Result of a hand-over."""

    handed_over: int
    """Number of follow-ups with a new owner; those that already had this owner are not counted."""


class HandOverFollowUps(OwnerBody, Call[HandedOver]):
    """Give open follow-ups to another owner, all or none, with one audit event each. Our own addition."""

    route = Post(
        "/careops/follow_ups/hand_over",
        access=STAFF,
        answer=object_in("data"),
        event="follow_up.hand_over",
    )
    example = Example(
        call={"ids": [9], "owner_role": "customer_care", "note": "On leave until Monday"},
        answer={"handed_over": 1},
    )

    ids: Annotated[list[Id], Field(min_length=1, max_length=MAX_IDS)]
    """Ids of up to 500 open follow-ups."""
    note: FilledText | None = None
    """Note to the new owner, which the follow-ups show; null without one."""


class FollowUps(Resource[ClientT]):
    """``client.follow_ups``: what was promised for a record, by whom and until when."""

    list = method(ListFollowUps)
    each = each_row(ListFollowUps)
    read = method(ReadFollowUp)
    create = method(CreateFollowUp)
    update = method(UpdateFollowUp)
    close = method(CloseFollowUp)
    reopen = method(ReopenFollowUp)
    hand_over = method(HandOverFollowUps)
