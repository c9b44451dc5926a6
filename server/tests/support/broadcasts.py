"""Devices and proposals of broadcasts."""

from __future__ import annotations

from typing import Any

from server.tests.support.stage import PASSWORD, Stage

from careops import AsyncCareOps
from careops.calls.broadcasts import Proposal


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


async def devices(stage: Stage, app_type: str, count: int = 2) -> None:
    user_id = await stage.user(stage.phone())
    for _ in range(count):
        await device(stage, app_type, "4.2.0", user_id)


async def another_super_admin(stage: Stage) -> AsyncCareOps:
    phone = stage.phone()
    await stage.user(phone, "super_admin")
    client = stage.client()
    await client.sign_in(phone, PASSWORD)
    return client


async def only_waiting(client: AsyncCareOps) -> Proposal:
    [one] = (await client.broadcasts.proposals(only_waiting=True)).items
    return one
