"""Broadcasts to the platform's apps (new web version, new sign-in) and the devices they reached. Spec: B 2, B 7."""

from __future__ import annotations

from datetime import date, datetime
from typing import Annotated, Any, Final, Literal

from pydantic import Field

from careops.calls.devices import AppType
from careops.contract import SUPER, Call, Example, Get, Model, Page, PageParams, Post
from careops.contract.envelopes import Envelope, array_in, object_in, one_page
from careops.contract.fields import Id
from careops.contract.personal import Personal
from careops.contract.resource import ClientT, Resource, each_row, method
from careops.error_codes import title_of

BroadcastKind = Literal["web_upgrade", "relogin"]
NO_BROADCAST: Final = title_of("broadcast_not_found")
TOO_SOON: Final = title_of("broadcast_too_soon")
MINUTE_SECONDS: Final = 60
"""Seconds after a broadcast in which the same one is refused (SEC-65)."""
ADOPTION_DAYS: Final = 14
"""Number of days for which adoption is reported."""
_SENT: Final[dict[str, Any]] = {"broadcast_id": 12, "devices": 1840}
_PARTS: Final = Envelope(
    {"broadcast_id": "data.broadcast_id", "devices": "data.devices"},
    optional=frozenset({"broadcast_id", "devices"}),
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
    """Broadcast that was sent."""

    broadcast_id: int | None = None
    """Id of the broadcast; an addition of careops, null if the platform does not return it."""
    devices: int | None = None
    """Number of devices that it reaches; an addition of careops, null if the platform does not return it."""


class VersionReach(Model):
    """Number of devices with one version of an app."""

    app_type: AppType | str
    """App."""
    app_version: str
    """Version of the app."""
    devices: int
    """Number of devices."""


class Reach(Model):
    """Devices and users that a broadcast would reach."""

    devices: int
    """Number of devices."""
    users: int
    """Number of users who own them."""
    versions: list[VersionReach]
    """Devices by app and version, highest number first."""
    wait_seconds: Annotated[int, Field(ge=0)] = 0
    """Seconds until it may be sent, because of the previous one; 0 if it may be sent now."""


class ReadReach(Call[Reach]):
    """Count the devices that a broadcast would reach now, and its waiting time. Our own addition (S-6, B-103)."""

    route = Get("/careops/broadcasts/reach", access=SUPER, forwarded=True, answer=object_in("data"))
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
    """App whose devices to count; null counts all apps, which a new sign-in reaches."""


class SendWebUpgrade(Call[Sent]):
    """Notify all devices of an app of a new web version. Spec: B 2, B 7, B 9 (B-58, B-103).

    For ``admin`` every open console offers to refresh. Refused with 429 within a minute after the previous one for this
    app. Requires that the caller's password was given within five minutes (SEC-21). An approval policy may cover it by
    its number of devices (SEC-65); a change request counts them when it is made and again when it is applied.
    """

    route = Post("/web_upgrade", access=SUPER, answer=_PARTS, event="broadcast.web_upgrade", step_up=True)
    undoable = False  # devices have been notified
    example = Example(call={"app_type": "cms"}, answer=_SENT)

    app_type: AppType
    """App that has a new version."""


class SendRelogin(Call[Sent]):
    """Request a new sign-in on all devices of all apps. Spec: B 2, B 7 (B-58). It ends no session itself.

    Refused with 429 within a minute after the previous one. Requires that the caller's password was given within five
    minutes (SEC-21). An approval policy may cover it, like a web upgrade (SEC-65).
    """

    route = Post("/admin/users/reset_web_version", access=SUPER, answer=_PARTS, event="broadcast.relogin", step_up=True)
    undoable = False  # devices have been notified
    example = Example(call={}, answer=_SENT)


class Broadcast(Model):
    """Broadcast that was sent."""

    id: int
    """Id of the broadcast."""
    kind: BroadcastKind | str
    """Kind: a new web version, or a new sign-in."""
    app_type: AppType | str | None = None
    """App that has a new version; null for a new sign-in, which concerns all apps."""
    sent_at: datetime
    """Time when it was sent, in UTC."""
    sent_by: Annotated[str | None, Personal("name", "staff")] = None
    """Name of the user who requested it, at that time."""
    approved_by: Annotated[str | None, Personal("name", "staff")] = None
    """Name of the user who approved it before version 1.1; null for all others."""
    devices: int
    """Number of devices that it reached."""
    users: int
    """Number of users who own them."""
    seen: int
    """Number of devices that followed: they report another version, or any report after a new sign-in."""


class ListBroadcasts(PageParams, Call[Page[Broadcast]]):
    """List sent broadcasts, newest first. Our own addition (S-6)."""

    route = Get("/careops/broadcasts", access=SUPER, forwarded=True, answer=array_in("data.broadcasts", counts="data"))
    example = Example(call={}, answer=one_page(_BROADCAST))


class AdoptionDay(Model):
    """Adoption of a broadcast at the end of a day."""

    day: date
    """Day, in India."""
    seen: int
    """Number of devices that had followed by then."""


class Adoption(Model):
    """Broadcast and its adoption by day."""

    broadcast: Broadcast
    """Current state of the broadcast."""
    days: list[AdoptionDay]
    """Days from the sending until today, at most two weeks."""


class ReadAdoption(Call[Adoption]):
    """Return the adoption of a broadcast by day. Our own addition (S-6)."""

    route = Get("/careops/broadcasts/{broadcast_id}", access=SUPER, forwarded=True, answer=object_in("data"))
    example = Example(
        call={"broadcast_id": 12},
        answer={"broadcast": _BROADCAST, "days": [{"day": "2026-11-20", "seen": 655}]},
    )

    broadcast_id: Id
    """Id of the broadcast."""


class ReachedDevice(Model):
    """Device that a broadcast reached: an entry of its ledger."""

    device_id: int
    """Id of the device."""
    user_id: int
    """Id of the user who owned it."""
    app_type: AppType | str
    """App on the device."""
    app_version: str
    """Version of the app when the broadcast was sent."""
    seen_at: datetime | None = None
    """Time when the device followed, in UTC; null if it has not."""
    seen_version: str | None = None
    """Version that it reported then; null if it has not followed."""


class ListReachedDevices(PageParams, Call[Page[ReachedDevice]]):
    """List the ledger of a broadcast: all devices that it reached. Our own addition (S-6, B-103)."""

    route = Get(
        "/careops/broadcasts/{broadcast_id}/devices",
        access=SUPER,
        forwarded=True,
        answer=array_in("data.devices", counts="data"),
    )
    example = Example(
        call={"broadcast_id": 12},
        answer=one_page(
            {
                "device_id": 88,
                "user_id": 9,
                "app_type": "cms",
                "app_version": "4.2.0",
                "seen_at": "2026-11-20T10:02:11Z",
                "seen_version": "4.3.0",
            }
        ),
    )

    broadcast_id: Id
    """Id of the broadcast."""


class Broadcasts(Resource[ClientT]):
    """``client.broadcasts``: broadcasts to the platform's apps."""

    reach = method(ReadReach)
    web_upgrade = method(SendWebUpgrade)
    relogin = method(SendRelogin)
    list = method(ListBroadcasts)
    each = each_row(ListBroadcasts)
    adoption = method(ReadAdoption)
    devices = method(ListReachedDevices)
