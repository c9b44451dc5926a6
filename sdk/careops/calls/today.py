"""Today: records that need attention now, computed from the data of other areas. Our own addition."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from pydantic import BaseModel, Field, StringConstraints

from careops.calls.notes import NoteText
from careops.constants import MAX_SNOOZE_DAYS
from careops.contract import STAFF, Call, Empty, Example, Get, Model, Post
from careops.contract.envelopes import object_in, page_in
from careops.contract.fields import Day, Moment, Rupees
from careops.contract.personal import Personal
from careops.contract.resource import ClientT, Resource, method
from careops.error_codes import title_of

SourceName = Literal[
    "doctors",
    "payments",
    "subscriptions",
    "invitations",
    "campaigns",
    "jobs",
    "feeds",
    "change_requests",
    "bypass_reviews",
    "change_request_news",
    "follow_ups",
    "mentions",
]
"""Sources of items."""
Verb = Literal["close", "mark_read", "handle", "verify", "extend", "end", "review", "retry", "fetch"]
"""How an item is settled. ``handle`` is a snooze with a note; the others are changes of the record."""
LEASE_MINUTES: Final = 10
"""Minutes for which a claim is valid. Claiming the item again extends it."""
MAX_COUNTED: Final = 200
"""Largest exact count of a source. Beyond it, the count is marked as capped."""
MAX_ITEMS: Final = 10
"""Number of items that a source shows."""

NO_ITEM: Final = title_of("today_item_not_found")
HELD: Final = title_of("today_item_claimed")
SNOOZE_DAY: Final = title_of("snooze_day_invalid", count=MAX_SNOOZE_DAYS)
NO_NOTES: Final = title_of("today_item_has_no_notes")
NOT_HERE: Final = title_of("today_not_supported")

RecordId = Annotated[str, StringConstraints(strict=True, pattern=r"^[A-Za-z0-9][A-Za-z0-9_.-]{0,79}$")]
"""Id of the record that an item is about."""


class TodayItem(Model):
    """Record that needs attention."""

    source: SourceName | str
    """Source of the item."""
    verb: Verb | str
    """How the item is settled."""
    record_id: str
    """Id of the record, such as a doctor, a payment or a follow-up; of a mention; for a feed, a hash of its name."""
    title: Annotated[str, Personal("name", "anyone")]
    """Name of the record, such as the name of a doctor or the id of a payment; for a follow-up, the task."""
    detail: Annotated[str | None, Personal("text", "anyone")] = None
    """Second fact, such as the clinic of a payment or the author and text of a note; null without one."""
    amount: Rupees | None = None
    """Amount of a payment or plan; null for other sources, or if it is unknown."""
    record: str | None = None
    """Kind and id of the record that has its notes, such as ``clinic:41`` for a payment; null for jobs and feeds."""
    note_id: int | None = None
    """Note of a mention; null for other sources."""
    news: str | None = None
    """News of a change request; null for other sources.

    For its author ``approval``, ``objection``, ``missed_start``, ``kept`` (the number in ``detail``) or the reason of
    its end, for reviewers ``revision`` (the changed parts in ``detail``), and for those who object to another request
    ``same_records``.
    """
    at: Moment
    """Time that the source counts from, in UTC.

    Creation of a doctor, payment, referral, change request or mention; end of a subscription, which is in the
    future, of a campaign or job; last fetch of a feed; emergency application of a request; start of ``day``.
    """
    day: Day | None = None
    """Day in India that the source counts from, such as the due day of a follow-up; null if it counts from a time."""
    due_at: Moment
    """Time when the item became due, in UTC."""
    claimed_by: Annotated[str | None, Personal("name", "staff")] = None
    """User who works on it; null if it is free."""
    claimed_until: Moment | None = None
    """Time when the claim ends unless it is renewed, in UTC; null if it is free."""
    mine: bool = False
    """True if the caller has claimed it."""
    snoozed_until: Day | None = None
    """Day in India on which it appears again; null if it is not snoozed."""
    snoozed_by: Annotated[str | None, Personal("name", "staff")] = None
    """User who snoozed it; null if it is not snoozed."""


class TodayQueue(Model):
    """Items of one source."""

    source: SourceName | str
    """Source."""
    personal: bool
    """True if all items are the caller's own: mentions, news, and follow-ups of the caller or their account type."""
    count: int
    """Number of due items within the horizon of the source, without snoozed ones."""
    count_capped: bool
    """True if there are more than ``count``, which is at most 500."""
    oldest_at: Moment | None = None
    """Time of the oldest item, in UTC; null without items."""
    oldest_day: Day | None = None
    """Day in India of the oldest item; null without items, and if the source counts from times."""
    older: int
    """Number of items before the horizon of the source, which are not listed."""
    older_capped: bool
    """True if there are more than ``older``, which is at most 500."""
    items: list[TodayItem]
    """The ten most urgent items, oldest first."""
    snoozed: int
    """Number of snoozed items."""
    snoozed_items: list[TodayItem]
    """The ten snoozed items that appear again first."""


class NextItem(Model):
    """Next item for the caller."""

    item: TodayItem | None = None
    """Claimed item; null if no item is free."""


_ITEM: Final = {
    "source": "doctors",
    "verb": "verify",
    "record_id": "12",
    "title": "Jairaj Tella",
    "detail": "REG-75097",
    "amount": None,
    "record": "doctor:12",
    "note_id": None,
    "news": None,
    "at": "2026-11-20T09:30:00Z",
    "day": None,
    "due_at": "2026-11-20T09:30:00Z",
    "claimed_by": None,
    "claimed_until": None,
    "mine": False,
    "snoozed_until": None,
    "snoozed_by": None,
}
_CLAIMED: Final = {
    **_ITEM,
    "claimed_by": "Harpreet Kaur",
    "claimed_until": "2026-11-28T09:40:00Z",
    "mine": True,
}
_KEY: Final = {"source": "doctors", "record_id": "12"}


class ItemReference(BaseModel):
    """An item of a source."""

    source: SourceName
    """Source of the item."""
    record_id: RecordId
    """Id of the record."""


class ReadToday(Call[list[TodayQueue]]):
    """List the sources with their due items. Our own addition.

    A source is left out if the caller may not make the call that its items need. Items are computed, so that they
    disappear when their record changes. A gateway refuses with 409.
    """

    route = Get("/careops/today", access=STAFF, answer=page_in("data.sources"), may_refuse=(409,))
    example = Example(
        call={},
        answer=[
            {
                "source": "doctors",
                "personal": False,
                "count": 1,
                "count_capped": False,
                "oldest_at": "2026-11-20T09:30:00Z",
                "oldest_day": None,
                "older": 0,
                "older_capped": False,
                "items": [_ITEM],
                "snoozed": 0,
                "snoozed_items": [],
            }
        ],
    )


class ClaimNextItem(Call[NextItem]):
    """Claim the most urgent due item that is free. Our own addition.

    The caller's own items come first, then payments, subscriptions, doctors and the rest; the oldest of each first.
    Concurrent calls never return the same item. Items that the caller released within the last ten minutes come last.
    Claims of the caller stay until they are released or end.
    """

    route = Post(
        "/careops/today/next", access=STAFF, answer=object_in("data"), event="today.claim_next", may_refuse=(409,)
    )
    example = Example(call={"sources": ["doctors"]}, answer={"item": _CLAIMED})

    sources: Annotated[list[SourceName], Field(min_length=1, max_length=30)] | None = None
    """Only items of these sources; null for all that the caller may see."""


class ClaimItem(ItemReference, Call[TodayItem]):
    """Claim an item for ten minutes, or renew the caller's claim. Our own addition.

    Refused with 409, which names the holder, if another user has claimed it. A claim also ends with its session and
    when the item disappears. A renewal creates no audit event.
    """

    route = Post(
        "/careops/today/{source}/{record_id}/claim",
        access=STAFF,
        answer=object_in("data"),
        event="today.claim",
        may_refuse=(409,),
    )
    example = Example(call=_KEY, answer=_CLAIMED)


class ReleaseItem(ItemReference, Call[Empty]):
    """End the caller's claim of an item, if there is one. Our own addition."""

    route = Post("/careops/today/{source}/{record_id}/release", access=STAFF, event="today.release", may_refuse=(409,))
    example = Example(call=_KEY, answer={})


class SnoozeItem(ItemReference, Call[Empty]):
    """Hide an item from everybody until a day, and release it. Our own addition.

    A note says why, and is added to the record of the item. Refused with 409 if another user has claimed it.
    """

    route = Post("/careops/today/{source}/{record_id}/snooze", access=STAFF, event="today.snooze", may_refuse=(409,))
    example = Example(call={**_KEY, "until": "2026-12-01"}, answer={})

    until: Day
    """Day in India on which it appears again, from tomorrow to a year from now."""
    note: Annotated[NoteText | None, Field(repr=False)] = None
    """Note for the record of the item; null for none. Jobs and feeds have no notes."""


class UnsnoozeItem(ItemReference, Call[Empty]):
    """Show a snoozed item again. Our own addition."""

    route = Post(
        "/careops/today/{source}/{record_id}/unsnooze", access=STAFF, event="today.unsnooze", may_refuse=(409,)
    )
    example = Example(call=_KEY, answer={})


class Today(Resource[ClientT]):
    """``client.today``: records that need attention now."""

    read = method(ReadToday)
    next = method(ClaimNextItem)
    claim = method(ClaimItem)
    release = method(ReleaseItem)
    snooze = method(SnoozeItem)
    unsnooze = method(UnsnoozeItem)
