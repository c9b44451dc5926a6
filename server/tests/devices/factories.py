"""Test data for the calls of devices, used by the tests of every call."""

from __future__ import annotations

from typing import Any

from server.tests.support.stage import Stage


async def device_id(stage: Stage, given: dict[str, Any]) -> int:
    """A device of that user."""
    made: int = await stage.sql(
        "insert into devices (user_id, app_type, device_key, app_version, device_type, device_version)"
        " values (:user_id, 'cms', :key, '4.2.0', 'android', '15') returning id",
        user_id=given["user_id"],
        key=stage.phone(),
    )
    return made


async def devices(stage: Stage, given: dict[str, Any]) -> list[dict[str, Any]]:
    """A report by the device of an existing user."""
    (report,) = given["devices"]
    return [{**report, "user_id": await stage.user(stage.phone()), "device_key": stage.phone()}]
