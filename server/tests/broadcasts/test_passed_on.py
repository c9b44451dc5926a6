"""Broadcasts through a gateway to another careops: reach, policies of the platform, and events at the gateway."""

from __future__ import annotations

from typing import Any

import pytest
from server.tests.support.broadcasts import devices
from server.tests.support.stage import SUPER, Stage
from sqlalchemy import text

from careops import ApprovalRequired


async def events_here(stage: Stage, channel: str) -> list[tuple[str, dict[str, Any]]]:
    """Return the events of a channel that a listener at the gateway has received."""
    statement = text("select event, data from realtime_events where channel = :channel order by id")
    async with stage.services.database.pool.transaction() as connection:
        return [(row.event, row.data) for row in await connection.execute(statement, {"channel": channel})]


@pytest.mark.proves("SEC-65.second-person")
async def test_policy_of_the_platform_holds_at_the_gateway(stage: Stage) -> None:
    client = await stage.signed_in(SUPER)
    await devices(stage, "admin", 500)
    assert (await client.broadcasts.reach(app_type="admin")).devices == 500
    with pytest.raises(ApprovalRequired) as refused:
        await client.broadcasts.web_upgrade(app_type="admin")
    change = {"call": "SendWebUpgrade", "parameters": {"app_type": "admin"}}
    assert refused.value.change_request["changes"] == [change]
    assert await events_here(stage, "app:admin") == []
    await stage.sql("delete from devices where id = (select max(id) from devices where app_type = 'admin')")
    sent = await client.broadcasts.web_upgrade(app_type="admin")
    data = {"broadcast_id": sent.broadcast_id}
    assert await events_here(stage, "app:admin") == [("web_upgrade", {**data, "app_type": "admin"})]
    assert [data for name, data in await events_here(stage, "admin") if name == "deployment"] == [data]
    newest = (await client.broadcasts.list()).items[0]
    assert (newest.id, newest.sent_by, newest.devices) == (sent.broadcast_id, "Staff 01", 499)
    assert (await client.broadcasts.devices(broadcast_id=newest.id)).total_records == 499
    assert (await client.broadcasts.adoption(broadcast_id=newest.id)).broadcast.users == 1
