"""Broadcasts to the platform's apps: a new web version, a new sign-in; whom they reached. Spec: B 2, B 7."""

from __future__ import annotations

from datetime import date, datetime
from typing import Annotated, Any, Final, Literal

from pydantic import Field

from careops.areas import Area, ClientT, each_row, verb
from careops.calls.devices import AppType
from careops.contract import SUPER, Call, Done, Example, Get, Model, Page, Paged, Post
from careops.fields import FilledText, Id
from careops.shapes import Shape, items, record

BroadcastKind = Literal["web_upgrade", "relogin"]
ProposalState = Literal["waiting", "sent", "declined", "expired"]
NO_BROADCAST: Final = "There is no broadcast with this id"
TOO_SOON: Final = "This was sent less than a minute ago"
NO_PROPOSAL: Final = "There is no proposed broadcast with this id"
WAITS_ALREADY: Final = "This waits for approval already"
NOT_WAITING: Final = "This does not wait for approval any more"
OWN_PROPOSAL: Final = "Somebody else has to approve what you have asked for"
MINUTE_SECONDS: Final = 60
"""How long a broadcast stands in the way of the same one (SEC-65)."""
ADOPTION_DAYS: Final = 14
"""For how many days adoption is told."""
APPROVAL_HOURS: Final = 24
"""How long a broadcast waits for its approval; later it has to be asked for again."""
_SENT: Final[dict[str, Any]] = {"broadcast_id": 12, "devices": 1840}
_PARTS: Final = Shape(
    {"broadcast_id": "data.broadcast_id", "devices": "data.devices", "proposal_id": "data.proposal_id"},
    optional=frozenset({"broadcast_id", "devices", "proposal_id"}),
)
_BROADCAST: Final[dict[str, Any]] = {
    "id": 12,
    "kind": "web_upgrade",
    "app_type": "cms",
    "sent_at": "2026-11-20T09:31:07Z",
    "sent_by": "Harpreet Kaur",
    "approved_by": "Asha Rao",
    "devices": 1840,
    "users": 1204,
    "seen": 655,
}


class Sent(Model):
    """A broadcast is on its way, or waits for somebody else's approval: ``proposal_id`` tells which."""

    broadcast_id: int | None = None
    """What identifies it; an addition of ours, null when a platform does not say, and while it waits."""
    devices: int | None = None
    """How many devices it reaches; an addition of ours, null when a platform does not say."""
    proposal_id: int | None = None
    """What waits for approval now (``ListProposals``); null when it is on its way."""


class VersionReach(Model):
    """Devices that run one version of an app."""

    app_type: AppType | str
    """The app."""
    app_version: str
    """Its version there."""
    devices: int
    """How many devices."""


class Reach(Model):
    """Whom a broadcast would reach."""

    devices: int
    """How many devices."""
    users: int
    """How many people they belong to."""
    versions: list[VersionReach]
    """The same by app and version, the most devices first."""
    wait_seconds: Annotated[int, Field(ge=0)] = 0
    """In how many seconds it may be sent, after the last one; 0 when at once."""
    needs_approval: bool = False
    """Whether a second super admin has to approve it before it goes out, as it reaches so many."""


class ReadReach(Call[Reach]):
    """Count whom a broadcast would reach, and say whether it is too soon for it. Our own addition (S-6, B-103)."""

    route = Get("/careops/broadcasts/reach", access=SUPER, forwarded=True, answer=record("data"))
    example = Example(
        call={"app_type": "cms"},
        answer={
            "devices": 1840,
            "users": 1204,
            "versions": [{"app_type": "cms", "app_version": "4.2.0", "devices": 1840}],
            "wait_seconds": 42,
            "needs_approval": False,
        },
    )

    app_type: AppType | None = None
    """The app whose devices to count; nothing for all apps, which a new sign-in reaches."""


class SendWebUpgrade(Call[Sent]):
    """Tell all devices of an app that there is a new web version. Spec: B 2, B 7, B 9 (B-58, B-103).

    For ``admin`` every open console offers to refresh. Refused with 429 within a minute after the last for this app.
    Asks for the caller's own password, given within five minutes (SEC-21). By setting it waits for a second super
    admin's approval (SEC-65): refused with 409 while the same waits already.
    """

    route = Post("/web_upgrade", access=SUPER, answer=_PARTS, event="broadcast.web_upgrade", step_up=True)
    example = Example(call={"app_type": "cms"}, answer=_SENT)

    app_type: AppType
    """The app that has a new version."""


class SendRelogin(Call[Sent]):
    """Tell all devices of all apps to sign in again. Spec: B 2, B 7 (B-58). Ends no session by itself.

    Refused with 429 within a minute after the last. Asks for the caller's own password, given within five minutes
    (SEC-21). By setting it waits for a second super admin's approval (SEC-65): refused with 409 while it waits already.
    """

    route = Post("/admin/users/reset_web_version", access=SUPER, answer=_PARTS, event="broadcast.relogin", step_up=True)
    example = Example(call={}, answer=_SENT)


class Broadcast(Model):
    """A broadcast that was sent."""

    id: int
    """What identifies it."""
    kind: BroadcastKind | str
    """A new web version, or a new sign-in."""
    app_type: AppType | str | None = None
    """The app that has a new version; null for a new sign-in, which is about all."""
    sent_at: datetime
    """When it was sent, in UTC."""
    sent_by: str | None = None
    """Who asked for it, by the name they had."""
    approved_by: str | None = None
    """Who approved it, by the name they had; null where nobody had to."""
    devices: int
    """How many devices it reached."""
    users: int
    """How many people they belong to."""
    seen: int
    """Devices that have followed since: that report another version, or after a new sign-in report at all."""


class ListBroadcasts(Paged, Call[Page[Broadcast]]):
    """Broadcasts that were sent, newest first. Our own addition (S-6)."""

    route = Get(
        "/careops/broadcasts",
        access=SUPER,
        forwarded=True,
        answer=items("data.broadcasts", total="data.total_records", pages="data.total_pages"),
    )
    example = Example(call={}, answer={"items": [_BROADCAST], "total_records": 1, "total_pages": 1})


class AdoptionDay(Model):
    """How far a broadcast had got by the end of a day."""

    day: date
    """The day, in India."""
    seen: int
    """Devices that had followed by then."""


class Adoption(Model):
    """A broadcast, and how it was followed."""

    broadcast: Broadcast
    """The broadcast as it stands now."""
    days: list[AdoptionDay]
    """From the day it was sent until today, two weeks at most."""


class ReadAdoption(Call[Adoption]):
    """How a broadcast was followed, day by day. Our own addition (S-6)."""

    route = Get("/careops/broadcasts/{broadcast_id}", access=SUPER, forwarded=True, answer=record("data"))
    example = Example(
        call={"broadcast_id": 12},
        answer={"broadcast": _BROADCAST, "days": [{"day": "2026-11-20", "seen": 655}]},
    )

    broadcast_id: Id
    """The broadcast to look at."""


class ReachedDevice(Model):
    """A device a broadcast reached: a line of its ledger."""

    device_id: int
    """The device."""
    user_id: int
    """Whose it was."""
    app_type: AppType | str
    """The app on it."""
    app_version: str
    """The app's version when the broadcast was sent."""
    seen_at: datetime | None = None
    """When it followed, in UTC; null while it has not."""
    seen_version: str | None = None
    """The version it reported then; null while it has not."""


class ListReachedDevices(Paged, Call[Page[ReachedDevice]]):
    """The ledger of a broadcast: each device it reached. Our own addition (S-6, B-103)."""

    route = Get(
        "/careops/broadcasts/{broadcast_id}/devices",
        access=SUPER,
        forwarded=True,
        answer=items("data.devices", total="data.total_records", pages="data.total_pages"),
    )
    example = Example(
        call={"broadcast_id": 12},
        answer={
            "items": [
                {
                    "device_id": 88,
                    "user_id": 9,
                    "app_type": "cms",
                    "app_version": "4.2.0",
                    "seen_at": "2026-11-20T10:02:11Z",
                    "seen_version": "4.3.0",
                }
            ],
            "total_records": 1,
            "total_pages": 1,
        },
    )

    broadcast_id: Id
    """The broadcast whose ledger to read."""


class Proposal(Model):
    """A broadcast that somebody asked for and somebody else has to approve."""

    id: int
    """What identifies it."""
    kind: BroadcastKind | str
    """A new web version, or a new sign-in."""
    app_type: AppType | str | None = None
    """The app that has a new version; null for a new sign-in, which is about all."""
    state: ProposalState | str
    """How it stands: it waits for a day at most, and is then ``expired``."""
    asked_at: datetime
    """When it was asked for, in UTC."""
    asked_by: str
    """Who asked for it, by the name they had."""
    asked_by_id: int
    """That user: the one who may not approve it."""
    devices: int
    """How many devices it would have reached when it was asked for."""
    decided_at: datetime | None = None
    """When it was approved or declined, in UTC; null while nobody has."""
    decided_by: str | None = None
    """Who did, by the name they had."""
    reason: str | None = None
    """Why it was declined; null where it was not."""
    broadcast_id: int | None = None
    """The broadcast that was sent; null where none was."""


class ListProposals(Paged, Call[Page[Proposal]]):
    """Broadcasts that waited or wait for a second person's approval, newest first. Our own addition (SEC-65)."""

    route = Get(
        "/careops/broadcasts/proposals",
        access=SUPER,
        forwarded=True,
        answer=items("data.proposals", total="data.total_records", pages="data.total_pages"),
    )
    example = Example(
        call={},
        answer={
            "items": [
                {
                    "id": 7,
                    "kind": "web_upgrade",
                    "app_type": "cms",
                    "state": "declined",
                    "asked_at": "2026-11-20T09:30:07Z",
                    "asked_by": "Harpreet Kaur",
                    "asked_by_id": 4,
                    "devices": 1840,
                    "decided_at": "2026-11-20T09:41:52Z",
                    "decided_by": "Asha Rao",
                    "reason": "4.3.0 is not out in Kerala yet",
                    "broadcast_id": None,
                }
            ],
            "total_records": 1,
            "total_pages": 1,
        },
    )

    only_waiting: bool | None = None
    """True for those that can still be approved."""


class ApproveBroadcast(Call[Sent]):
    """Send what somebody else has asked for. Our own addition (SEC-65).

    Refused with 403 for whoever asked, with 409 when it does not wait any more, with 429 within a minute after the
    last. Asks for the caller's own password, given within five minutes (SEC-21). It reaches the devices there are now.
    """

    route = Post(
        "/careops/broadcasts/proposals/{proposal_id}/approve",
        access=SUPER,
        forwarded=True,
        answer=_PARTS,
        event="broadcast.approve",
        step_up=True,
    )
    example = Example(call={"proposal_id": 7}, answer=_SENT)

    proposal_id: Id
    """What to approve."""


class DeclineBroadcast(Call[Done]):
    """Say no to a proposed broadcast, with a reason; whoever asked takes it back so. Our own addition (SEC-65).

    Refused with 409 when it does not wait any more.
    """

    route = Post(
        "/careops/broadcasts/proposals/{proposal_id}/decline",
        access=SUPER,
        forwarded=True,
        event="broadcast.decline",
        personal=True,
    )
    example = Example(call={"proposal_id": 7, "reason": "4.3.0 is not out in Kerala yet"}, answer={})

    proposal_id: Id
    """What to decline."""
    reason: FilledText
    """Why, for whoever asked."""


class Broadcasts(Area[ClientT]):
    """``client.broadcasts``: news for the platform's apps."""

    reach = verb(ReadReach)
    web_upgrade = verb(SendWebUpgrade)
    relogin = verb(SendRelogin)
    list = verb(ListBroadcasts)
    each = each_row(ListBroadcasts)
    adoption = verb(ReadAdoption)
    devices = verb(ListReachedDevices)
    proposals = verb(ListProposals)
    approve = verb(ApproveBroadcast)
    decline = verb(DeclineBroadcast)
