"""Broadcasts to the platform's apps: a new web version, a new sign-in; whom they reached. Spec: B 2, B 7."""

from __future__ import annotations

from datetime import date, datetime
from typing import Annotated, Any, Final, Literal

from pydantic import Field

from careops.areas import Area, ClientT, verb
from careops.calls.devices import AppType
from careops.contract import SUPER, Call, Example, Get, Model, Page, Paged, Post
from careops.fields import Id
from careops.shapes import Shape, items, record

BroadcastKind = Literal["web_upgrade", "relogin"]
NO_BROADCAST: Final = "There is no broadcast with this id"
TOO_SOON: Final = "This was sent less than a minute ago"
MINUTE_SECONDS: Final = 60
"""How long a broadcast stands in the way of the same one (SEC-65)."""
ADOPTION_DAYS: Final = 14
"""For how many days adoption is told."""
_SENT: Final[dict[str, Any]] = {"broadcast_id": 12, "devices": 1840}
_PARTS: Final = Shape(
    {"broadcast_id": "data.broadcast_id", "devices": "data.devices"}, optional=frozenset({"broadcast_id", "devices"})
)
_BROADCAST: Final[dict[str, Any]] = {
    "id": 12,
    "kind": "web_upgrade",
    "app_type": "cms",
    "sent_at": "2026-11-20T09:31:07Z",
    "sent_by": "Harpreet Kaur",
    "devices": 1840,
    "users": 1204,
    "seen": 655,
}


class Sent(Model):
    """A broadcast is on its way."""

    broadcast_id: int | None = None
    """What identifies it; an addition of ours, null when a platform does not say."""
    devices: int | None = None
    """How many devices it reaches; an addition of ours, null when a platform does not say."""


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


class ReadReach(Call[Reach]):
    """Count whom a broadcast would reach, and say whether it is too soon for it. Our own addition (S-6, B-103)."""

    route = Get("/careops/broadcasts/reach", access=SUPER, answer=record("data"))
    example = Example(
        call={"app_type": "cms"},
        answer={
            "devices": 1840,
            "users": 1204,
            "versions": [{"app_type": "cms", "app_version": "4.2.0", "devices": 1840}],
            "wait_seconds": 42,
        },
    )

    app_type: AppType | None = None
    """The app whose devices to count; nothing for all apps, which a new sign-in reaches."""


class SendWebUpgrade(Call[Sent]):
    """Tell all devices of an app that there is a new web version. Spec: B 2, B 7, B 9 (B-58, B-103).

    For ``admin`` every open console offers to refresh. Refused with 429 within a minute after the last for this app.
    Asks for the caller's own password, given within five minutes (SEC-21).
    """

    route = Post("/web_upgrade", access=SUPER, answer=_PARTS, event="broadcast.web_upgrade", step_up=True)
    example = Example(call={"app_type": "cms"}, answer=_SENT)

    app_type: AppType
    """The app that has a new version."""


class SendRelogin(Call[Sent]):
    """Tell all devices of all apps to sign in again. Spec: B 2, B 7 (B-58). Ends no session by itself.

    Refused with 429 within a minute after the last. Asks for the caller's own password, given within five minutes
    (SEC-21).
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
    """Who sent it, by the name they had."""
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

    route = Get("/careops/broadcasts/{broadcast_id}", access=SUPER, answer=record("data"))
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


class Broadcasts(Area[ClientT]):
    """``client.broadcasts``: news for the platform's apps."""

    reach = verb(ReadReach)
    web_upgrade = verb(SendWebUpgrade)
    relogin = verb(SendRelogin)
    list = verb(ListBroadcasts)
    adoption = verb(ReadAdoption)
    devices = verb(ListReachedDevices)
