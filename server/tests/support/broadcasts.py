"""Devices of broadcasts, and their events."""

from __future__ import annotations

from typing import Any

from server.tests.support.stage import Stage


async def device(stage: Stage, app_type: str, version: str, user_id: int) -> str:
    """Add a device to a user. Return its key."""
    key = stage.phone()
    await stage.sql(
        "insert into devices (user_id, app_type, device_key, app_version, device_type, device_version, updated_at)"
        " values (:user_id, :app, :key, :version, 'web', 'Chrome 141', now() - interval '1 day')",
        user_id=user_id,
        app=app_type,
        key=key,
        version=version,
    )
    return key


async def raised(stage: Stage, channel: str) -> list[tuple[str, dict[str, Any]]]:
    """Return the events of a channel."""
    rows = await stage.rows(
        "select event, data from realtime_events where channel = :channel order by id", channel=channel
    )
    return [(row["event"], row["data"]) for row in rows]


async def devices(stage: Stage, app_type: str, count: int) -> None:
    """Add devices to a new user."""
    user_id = await stage.user(stage.phone())
    for _ in range(count):
        await device(stage, app_type, "4.2.0", user_id)
