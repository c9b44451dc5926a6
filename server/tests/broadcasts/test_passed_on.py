"""Broadcasts through a gateway to another careops: reach, approval, and events at the gateway."""

from __future__ import annotations

from typing import Any

import pytest
from server.tests.support.broadcasts import another_super_admin, device, only_waiting
from server.tests.support.stage import PASSWORD, SUPER, Stage
from sqlalchemy import text

from careops import Forbidden
from careops.calls.broadcasts import OWN_PROPOSAL
from careops.constants import STEP_UP_REQUIRED
from careops_server.core.configuration.settings import Settings


@pytest.fixture(autouse=True)
async def second_person(stage: Stage, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    """The platform requires approval from two devices on. Earlier broadcasts and proposals are long past."""
    if stage.knows_before:
        pytest.skip("of a gateway")
    monkeypatch.setattr(settings, "broadcasts_approved_from", 2)
    await stage.sql("update broadcasts set sent_at = sent_at - interval '2 minutes'")
    await stage.sql("update broadcast_proposals set asked_at = asked_at - interval '2 days'")


async def events_here(stage: Stage, channel: str) -> list[tuple[str, dict[str, Any]]]:
    """Return the events of a channel that a listener at the gateway has received."""
    statement = text("select event, data from realtime_events where channel = :channel order by id")
    async with stage.services.database.pool.transaction() as connection:
        return [(row.event, row.data) for row in await connection.execute(statement, {"channel": channel})]


async def devices(stage: Stage, app_type: str, count: int = 2) -> None:
    user_id = await stage.user(stage.phone())
    for _ in range(count):
        await device(stage, app_type, "4.2.0", user_id)


@pytest.mark.proves("SEC-65.second-person", "SEC-65.own")
async def test_a_second_person_approves_it_where_they_work(stage: Stage) -> None:
    asker, approver = await stage.signed_in(SUPER), await another_super_admin(stage)
    await devices(stage, "admin")
    reach = await asker.broadcasts.reach(app_type="admin")
    assert (reach.devices, reach.users, reach.needs_approval) == (2, 1, True)
    proposal = await asker.broadcasts.web_upgrade(app_type="admin")
    assert proposal.broadcast_id is None
    assert await events_here(stage, "app:admin") == [], "it has not gone out"
    assert (await events_here(stage, "admin"))[-1] == ("broadcast_proposed", {"proposal_id": proposal.proposal_id})
    [alarm] = [alarm for alarm in await approver.alarms.list() if alarm.kind == "broadcast_waits"]
    assert (alarm.who, alarm.number) == ("Staff 01", 2)
    waits = await only_waiting(approver)
    assert (waits.id, waits.asked_by) == (proposal.proposal_id, "Staff 01")
    with pytest.raises(Forbidden, match=OWN_PROPOSAL):
        await asker.broadcasts.approve(proposal_id=waits.id)
    assert await events_here(stage, "app:admin") == []

    sent = await approver.broadcasts.approve(proposal_id=waits.id)
    assert sent.devices == 2
    data = {"broadcast_id": sent.broadcast_id}
    assert await events_here(stage, "app:admin") == [("web_upgrade", {**data, "app_type": "admin"})]
    assert [one for one in await events_here(stage, "admin") if one[0] in ("deployment", "broadcast_decided")] == [
        ("deployment", data),
        ("broadcast_decided", {"proposal_id": waits.id}),
    ]
    newest = (await asker.broadcasts.list()).items[0]
    assert (newest.id, newest.sent_by, newest.devices) == (sent.broadcast_id, "Staff 01", 2)
    assert (await asker.broadcasts.devices(broadcast_id=newest.id)).total_records == 2
    assert (await asker.broadcasts.adoption(broadcast_id=newest.id)).broadcast.users == 1
    decided = (await asker.broadcasts.proposals()).items[0]
    assert (decided.id, decided.state) == (waits.id, "sent")
    assert [alarm.kind for alarm in await approver.alarms.list()] == []
    keys = {event["key"]: event["event_status"] for event in await stage.events()}
    assert (keys["broadcast.web_upgrade"], keys["broadcast.approve"]) == ("SUCCESS", "SUCCESS")


async def test_who_asked_reads_here_why_it_was_declined(stage: Stage) -> None:
    asker, other = await stage.signed_in(SUPER), await another_super_admin(stage)
    await devices(stage, "cms")
    proposal = await asker.broadcasts.relogin()
    assert proposal.proposal_id is not None
    await other.broadcasts.decline(proposal_id=proposal.proposal_id, reason="Not on a Monday")
    assert (await events_here(stage, "admin"))[-1] == ("broadcast_decided", {"proposal_id": proposal.proposal_id})
    stored = (await asker.broadcasts.proposals()).items[0]
    assert (stored.kind, stored.state, stored.reason) == ("relogin", "declined", "Not on a Monday")
    assert "relogin" not in [name for name, _ in await events_here(stage, "admin")]


@pytest.mark.proves("SEC-21")
async def test_the_platform_asks_for_the_password_once_more(stage: Stage) -> None:
    asker, approver = await stage.signed_in(SUPER), await another_super_admin(stage)
    await devices(stage, "patient")
    proposal = await asker.broadcasts.web_upgrade(app_type="patient")
    await stage.sql("update sessions set confirmed_at = now() - interval '6 minutes'")
    with pytest.raises(Forbidden) as refused:
        await approver.broadcasts.approve(proposal_id=proposal.proposal_id or 0)
    assert refused.value.source == STEP_UP_REQUIRED
    await approver.confirm(PASSWORD)
    assert (await approver.broadcasts.approve(proposal_id=proposal.proposal_id or 0)).broadcast_id
