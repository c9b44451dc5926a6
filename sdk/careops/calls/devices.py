"""Devices with the platform's apps: list, delete and report them. Spec: B 2, B 3, B 7, B 9 (B-50)."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, Any, Final, Literal

from pydantic import BeforeValidator, Field

from careops.contract import APPS, BILLING, Call, Delete, Empty, Example, Get, ListedBy, Model, Page, PageParams, Post
from careops.contract.envelopes import Envelope, array_in, object_in, one_page
from careops.contract.fields import Id, Moment, TypedText
from careops.contract.resource import ClientT, Resource, each_row, method
from careops.error_codes import title_of
from careops.models.references import UserReference

DeviceType = Literal["android", "ios"]
DeviceFilter = Annotated[DeviceType | None, BeforeValidator(lambda value: None if value == "all" else value)]
"""Device type; ``all`` is the same as null."""
AppType = Literal["auth", "cms", "doctor", "growth", "billing", "patient", "admin", "wp_admin", "cc"]
NO_DEVICE: Final = title_of("device_not_found")
MAX_REPORTS: Final = 1_000
Version = Annotated[str, TypedText(40, at_least=1)]


class Device(Model):
    """App on a device of a user."""

    id: int
    """Id of the device."""
    app_type: AppType | str
    """App on the device."""
    app_version: str | None = None
    """Version of the app; null if unknown."""
    created_at: datetime | None = None
    """Time of the first report, in UTC; null if unknown."""
    updated_at: datetime | None = None
    """Time of the latest report, in UTC; null if unknown."""
    device_type: DeviceType | str | None = None
    """Device type: ``android``, ``ios`` or ``web``; null if unknown."""
    device_version: str | None = None
    """Version of the operating system or browser; null if unknown."""


_DEVICE: Final[dict[str, Any]] = {
    "id": 88,
    "app_type": "cms",
    "app_version": "4.2.0",
    "created_at": "2026-03-02T05:10:00Z",
    "updated_at": "2026-11-20T09:31:07Z",
    "device_type": "android",
    "device_version": "15",
}


class ListDevices(UserReference, PageParams, Call[Page[Device]]):
    """List a user's devices, latest report first. Spec: B 2, B 7. ``total_records`` is exact."""

    route = Get("/admin/users/{user_id}/devices", access=BILLING, answer=array_in("data.devices", counts="data"))
    example = Example(call={"user_id": 9, "device_type": "android"}, answer=one_page(_DEVICE))

    device_type: DeviceFilter = None
    """Only devices of this type; ``all`` or null for all."""


class DeleteDevice(UserReference, Call[Empty]):
    """Delete one device of a user. Spec: B 2, B 7. The app reports it again at its next use."""

    route = Delete(
        "/admin/users/{user_id}/devices/{device_id}",
        access=BILLING,
        same_effect="devices_deleted",
        event="device.delete",
        listed_by=ListedBy("ListDevices", "device_id"),
    )
    example = Example(call={"user_id": 9, "device_id": 88}, answer={})

    device_id: Id
    """Id of the device."""


class DevicesDeleted(Model):
    """Result of deleting devices."""

    deleted: int | None = None
    """Number of deleted devices; an addition of careops, null if the platform does not return it."""


class DeleteAllDevices(UserReference, Call[DevicesDeleted]):
    """Delete all devices of a user, or all of one type, and no other data (B-50). Spec: B 2, B 7.

    Requires that the caller's password was given within five minutes (SEC-21).
    """

    route = Delete(
        "/admin/users/{user_id}/delete_all",
        access=BILLING,
        answer=Envelope({"deleted": "data.deleted"}, optional=frozenset({"deleted"})),
        same_effect="devices_deleted",
        event="device.delete_all",
        listed_by=ListedBy("ListUsers", "user_id"),
        step_up=True,
    )
    example = Example(call={"user_id": 9, "device_type": "ios"}, answer={"deleted": 0})

    device_type: DeviceFilter = None
    """Only devices of this type; ``all`` or null for all."""


class ReportedDevice(Model):
    """Report of an app about its device."""

    model_config = {"extra": "forbid"}

    device_key: Annotated[str, TypedText(200, at_least=1)]
    """Random id that the app generates on installation. Together with the app it identifies the device permanently."""
    user_id: Id
    """Id of the user who is signed in."""
    app_type: AppType
    """App."""
    app_version: Version
    """Version of the app."""
    device_type: Literal["android", "ios", "web"]
    """Device type."""
    device_version: Version
    """Version of the operating system or browser."""
    seen_at: Moment
    """Time of the report, with time zone."""


class RefusedReport(Model):
    """Refused report of a batch, with the reason."""

    index: int
    """Position in the batch, from 0."""
    title: str
    """Description of the error, a sentence."""
    code: str | None = None
    """Stable error code; null if it is unknown."""


class DevicesReported(Model):
    """Result of a batch of reports."""

    added: int
    """Number of new devices."""
    updated: int
    """Number of updated devices."""
    known: int
    """Number of reports without news: repeated, or older than the stored one."""
    refused: list[RefusedReport] = []
    """Refused reports."""


class ReportDevices(Call[DevicesReported]):
    """Import up to 1,000 device reports of the platform's apps. Our own addition (S-6, B-103).

    For API clients only, with a key of the scope ``devices:write``. App and ``device_key`` identify a device. The
    latest of several reports counts, regardless of their order. A repeated report changes nothing.
    """

    route = Post("/careops/devices", access=APPS, answer=object_in("data"), event="device.report")
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
    """Reports, in any order."""


class Devices(Resource[ClientT]):
    """``client.devices``: devices with the platform's apps."""

    list = method(ListDevices)
    each = each_row(ListDevices)
    delete = method(DeleteDevice)
    delete_all = method(DeleteAllDevices)
    report = method(ReportDevices)
