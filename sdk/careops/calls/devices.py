"""Devices that a user's apps run on: listed, signed off, and reported by the apps. Spec: B 2, B 3, B 7, B 9 (B-50)."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, Any, Final, Literal

from pydantic import BeforeValidator, Field

from careops.areas import Area, ClientT, each_row, verb
from careops.contract import APPS, BILLING, Call, Delete, Done, Example, Get, Model, Page, Paged, Post
from careops.fields import Id, Moment, Typed
from careops.shapes import Shape, items, record

DeviceType = Literal["android", "ios"]
DeviceFilter = Annotated[DeviceType | None, BeforeValidator(lambda given: None if given == "all" else given)]
"""A type of devices; ``all`` is the same as null."""
AppType = Literal["auth", "cms", "doctor", "growth", "billing", "patient", "admin", "wp_admin", "cc"]
NO_DEVICE: Final = "This user has no device with this id"
MAX_REPORTS: Final = 1_000
Version = Annotated[str, Typed(40, at_least=1)]


class Device(Model):
    """One app on one device of a user."""

    id: int
    """What identifies it."""
    app_type: AppType | str
    """Which of the platform's apps runs there."""
    app_version: str | None = None
    """The app's version; null when nobody knows."""
    created_at: datetime | None = None
    """When it was first heard of, in UTC; null when nobody knows."""
    updated_at: datetime | None = None
    """When it was last heard of, in UTC; null when nobody knows."""
    device_type: DeviceType | str | None = None
    """What it is: ``android``, ``ios`` or ``web``; null when nobody knows."""
    device_version: str | None = None
    """The version of its system or browser; null when nobody knows."""


_DEVICE: Final[dict[str, Any]] = {
    "id": 88,
    "app_type": "cms",
    "app_version": "4.2.0",
    "created_at": "2026-03-02T05:10:00Z",
    "updated_at": "2026-11-20T09:31:07Z",
    "device_type": "android",
    "device_version": "15",
}


class ListDevices(Paged, Call[Page[Device]]):
    """A user's devices, those heard of last first. Spec: B 2, B 7. ``total_records`` is exact."""

    route = Get(
        "/admin/users/{user_id}/devices",
        access=BILLING,
        answer=items("data.devices", total="data.total_records", pages="data.total_pages"),
    )
    example = Example(
        call={"user_id": 9, "device_type": "android"},
        answer={"items": [_DEVICE], "total_records": 1, "total_pages": 1},
    )

    user_id: Id
    """Whose devices to list."""
    device_type: DeviceFilter = None
    """Only devices of this type; ``all`` or nothing for all."""


class DeleteDevice(Call[Done]):
    """Forget one device of a user. Spec: B 2, B 7. The app reports it again when it is used again."""

    route = Delete("/admin/users/{user_id}/devices/{device_id}", access=BILLING, event="device.delete")
    example = Example(call={"user_id": 9, "device_id": 88}, answer={})

    user_id: Id
    """Whose device it is."""
    device_id: Id
    """The device to forget."""


class DevicesDeleted(Model):
    """Devices are forgotten."""

    deleted: int | None = None
    """How many there were; an addition of ours, null when a platform does not say."""


class DeleteAllDevices(Call[DevicesDeleted]):
    """Forget all devices of a user, or all of one type; nothing else of the user (B-50). Spec: B 2, B 7.

    Asks for the caller's own password, given within five minutes (SEC-21).
    """

    route = Delete(
        "/admin/users/{user_id}/delete_all",
        access=BILLING,
        answer=Shape({"deleted": "data.deleted"}, optional=frozenset({"deleted"})),
        event="device.delete_all",
        step_up=True,
    )
    example = Example(call={"user_id": 9, "device_type": "ios"}, answer={"deleted": 0})

    user_id: Id
    """Whose devices to forget."""
    device_type: DeviceFilter = None
    """Only devices of this type; ``all`` or nothing for all."""


class ReportedDevice(Model):
    """What an app says of the device it runs on."""

    model_config = {"extra": "forbid"}

    device_key: Annotated[str, Typed(200, at_least=1)]
    """Drawn by the app when it is installed; with the app it names the device for ever."""
    user_id: Id
    """Who is signed in there."""
    app_type: AppType
    """Which app it is."""
    app_version: Version
    """The app's version."""
    device_type: Literal["android", "ios", "web"]
    """What it runs on."""
    device_version: Version
    """The version of the system or browser."""
    seen_at: Moment
    """When that was so, with its zone."""


class RefusedReport(Model):
    """A report of a batch that was not kept, and why."""

    index: int
    """Its place in the batch, from 0."""
    title: str
    """A sentence that says what is wrong."""


class DevicesReported(Model):
    """What became of a batch."""

    added: int
    """Devices nobody had heard of."""
    updated: int
    """Devices that were known, and are known anew."""
    known: int
    """Reports that told nothing new: sent again, or older than what is known."""
    refused: list[RefusedReport] = []
    """Reports that were not kept."""


class ReportDevices(Call[DevicesReported]):
    """Take in what apps say of their devices, up to 1,000 at once. Our own addition (S-6, B-103).

    For programs only, with a key of the scope ``devices:write``.
    A device is known by its app and ``device_key``. Of several reports the latest counts, in whatever order they come;
    sent again, a report changes nothing.
    """

    route = Post("/careops/devices", access=APPS, answer=record("data"), event="device.report")
    example = Example(
        call={
            "devices": [
                {
                    "device_key": "f3b0c442-98fc",
                    "user_id": 9,
                    "app_type": "cms",
                    "app_version": "4.2.0",
                    "device_type": "android",
                    "device_version": "15",
                    "seen_at": "2026-11-20T09:31:07Z",
                }
            ]
        },
        answer={"added": 1, "updated": 0, "known": 0, "refused": []},
    )

    devices: Annotated[Sequence[ReportedDevice], Field(max_length=MAX_REPORTS, repr=False)]
    """The reports, in any order."""


class Devices(Area[ClientT]):
    """``client.devices``: what a user's apps run on."""

    list = verb(ListDevices)
    each = each_row(ListDevices)
    delete = verb(DeleteDevice)
    delete_all = verb(DeleteAllDevices)
    report = verb(ReportDevices)
