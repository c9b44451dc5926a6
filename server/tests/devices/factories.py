"""Test data for the calls of devices, used by the tests of every call."""

from __future__ import annotations

from typing import Any

from server.tests.support.stage import Stage


async def device_id(stage: Stage, values: dict[str, Any]) -> int:
    """A device of that user."""
    id: int = await stage.sql(
        "insert into devices (user_id, app_type, device_key, app_version, device_type, device_version)"
        " values (:user_id, 'cms', :key, '4.2.0', :device_type, '15') returning id",
        user_id=values["user_id"],
        key=stage.phone(),
        device_type=values.get("device_type", "android"),
    )
    return id


async def devices(stage: Stage, values: dict[str, Any]) -> list[dict[str, Any]]:
    """A report by the device of an existing user."""
    (report,) = values["devices"]
    return [{**report, "user_id": await stage.user(stage.phone()), "device_key": stage.phone()}]


async def delete_all_devices(stage: Stage, ids: dict[str, Any]) -> None:
    """Add a device of that user, so that the call deletes one; a gateway has no devices."""
    if stage.knows_before:
        await device_id(stage, ids)
