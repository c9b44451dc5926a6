"""Listeners receive an event for each broadcast, both from our own database and through a gateway."""

from __future__ import annotations

import pytest
from server.tests.support.stage import SUPER, Stage

from careops import TooManyRequests


async def test_consoles_receive_only_their_own_upgrade(stage: Stage) -> None:
    client = await stage.signed_in(SUPER)
    channels = ["admin", "app:admin", "app:cc"]
    since = (await client.realtime.list(channels=channels, only_latest=True)).latest
    sent = await client.broadcasts.web_upgrade(app_type="admin")
    with pytest.raises(TooManyRequests):
        await client.broadcasts.web_upgrade(app_type="admin")
    await client.broadcasts.web_upgrade(app_type="cc")
    events = (await client.realtime.list(channels=channels, since=since)).events
    assert [(event.channel, event.event, event.data.get("app_type")) for event in events] == [
        ("app:admin", "web_upgrade", "admin"),
        ("admin", "deployment", None),
        ("app:cc", "web_upgrade", "cc"),
    ]
    assert events[1].data == {"broadcast_id": sent.broadcast_id}


async def test_relogin_is_sent_to_all_staff(stage: Stage) -> None:
    client = await stage.signed_in(SUPER)
    before = await client.realtime.list(channels=["admin"], only_latest=True)
    assert before.events == []
    sent = await client.broadcasts.relogin()
    [event] = (await client.realtime.list(channels=["admin"], since=before.latest)).events
    assert (event.event, event.data) == ("relogin", {"broadcast_id": sent.broadcast_id})
