"""Broadcasts that an approval policy covers by their number of devices."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
from server.tests.support.broadcasts import devices, raised
from server.tests.support.change_requests import apply_now, change, propose
from server.tests.support.policies import another_super_admin, named, policies_as_before, policy, save
from server.tests.support.stage import SUPER, Stage

from careops import ApprovalRequired, Conflict, Forbidden
from careops_server.areas.broadcasts import queries

pytestmark = [pytest.mark.own, pytest.mark.usefixtures(policies_as_before.__name__)]


@pytest.fixture(autouse=True)
async def no_recent_broadcast(stage: Stage) -> AsyncIterator[None]:
    """Move the broadcasts of a test more than a minute into the past."""
    yield
    await stage.sql("update broadcasts set sent_at = sent_at - interval '2 minutes'")


async def require_approval(stage: Stage, call: str, at_least: int) -> None:
    await save(stage, policy(call, "devices", at_least=at_least, roles=["super_admin"]))


@pytest.mark.proves("SEC-65.second-person", "SEC-65.own", "SEC-65.event")
async def test_covered_broadcast_is_sent_by_an_approved_request(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(queries, "AT_ONCE", 1)
    client, other = await stage.signed_in(SUPER), await another_super_admin(stage)
    await devices(stage, "growth", 2)
    await require_approval(stage, "SendWebUpgrade", 2)
    with pytest.raises(ApprovalRequired) as refused:
        await client.broadcasts.web_upgrade(app_type="growth")
    assert refused.value.problems[0].detail == "SendWebUpgrade to 2 devices or more needs 1 approval by super_admin"
    request = await client.change_requests.create(**refused.value.change_request, reason="4.3 is out")
    [group] = request.groups
    assert group.after == {"kind": "web_upgrade", "app_type": "growth", "devices": 2, "users": 1}
    assert (group.undoable, request.request.not_undoable, request.labels) == (False, 1, ["needs_approval"])
    with pytest.raises(Forbidden):
        await client.change_requests.approve(**named(request))
    await devices(stage, "growth", 1)
    await other.change_requests.approve(**named(request))
    assert await raised(stage, "app:growth") == []
    assert (await apply_now(stage, client, request)).request.status == "applied"
    sent = (await client.broadcasts.list()).items[0]
    assert (sent.app_type, sent.sent_by, sent.devices) == ("growth", "Staff 01", 3)
    assert (await client.broadcasts.devices(broadcast_id=sent.id)).total_records == 3
    assert await raised(stage, "app:growth") == [("web_upgrade", {"broadcast_id": sent.id, "app_type": "growth"})]
    event = (await stage.events("broadcast.web_upgrade"))[-1]
    assert event["after"] == {"kind": "web_upgrade", "app_type": "growth", "devices": 3, "users": 2}
    assert event["parameters"]["change_request_id"] == request.request.id


async def test_policy_covers_from_its_number_of_devices_on(stage: Stage) -> None:
    client = await stage.signed_in(SUPER)
    await devices(stage, "cms", 2)
    await require_approval(stage, "SendWebUpgrade", 3)
    assert (await client.broadcasts.web_upgrade(app_type="cms")).broadcast_id
    await devices(stage, "billing", 3)
    with pytest.raises(ApprovalRequired):
        await client.broadcasts.web_upgrade(app_type="billing")
    await require_approval(stage, "SendRelogin", 5)
    with pytest.raises(ApprovalRequired):
        await client.broadcasts.relogin()
    assert (await client.broadcasts.web_upgrade(app_type="billing")).broadcast_id


async def test_devices_are_counted_at_proposal_and_application(stage: Stage) -> None:
    client, upgrade = await stage.signed_in(SUPER), change("SendWebUpgrade", app_type="cc")
    await require_approval(stage, "SendWebUpgrade", 3)
    await devices(stage, "cc", 2)
    grown = await propose(client, upgrade)
    assert grown.labels == []
    await devices(stage, "cc", 1)
    shrunk = await propose(client, upgrade)
    with pytest.raises(Conflict) as refused:
        await client.change_requests.apply(**named(grown))
    assert refused.value.code == "change_request_needs_approval"
    await stage.sql("delete from devices where app_type = 'cc'")
    with pytest.raises(Conflict):
        await client.change_requests.apply(**named(shrunk))
    assert (await apply_now(stage, client, grown)).request.status == "applied"
    assert await raised(stage, "app:cc") != []
