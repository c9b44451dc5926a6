"""Broadcasts that require the approval of a second super admin, if so configured."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest
from pydantic import ValidationError
from server.tests.support.broadcasts import another_super_admin, devices, only_waiting, raised
from server.tests.support.stage import CARE, PASSWORD, SUPER, Stage

from careops import Conflict, Forbidden, NotFound, TooManyRequests
from careops.calls.broadcasts import NO_PROPOSAL, NOT_WAITING, OWN_PROPOSAL, WAITS_ALREADY
from careops.constants import STEP_UP_REQUIRED
from careops_server.core.configuration.settings import Settings

pytestmark = pytest.mark.own


@pytest.fixture(autouse=True)
async def second_person(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[None]:
    """Require approval from two devices on. Earlier broadcasts and proposals are long past."""
    monkeypatch.setattr(stage.services.settings, "broadcasts_approved_from", 2)
    yield
    await stage.sql("update broadcasts set sent_at = sent_at - interval '2 minutes'")
    await stage.sql("update broadcast_proposals set asked_at = asked_at - interval '2 days'")


@pytest.mark.proves("SEC-65.second-person", "SEC-65.event")
async def test_it_goes_out_when_a_second_person_has_approved_it(stage: Stage) -> None:
    asker, approver = await stage.signed_in(SUPER), await another_super_admin(stage)
    await devices(stage, "growth")
    sent_before = (await asker.broadcasts.list()).total_records
    assert (await asker.broadcasts.reach(app_type="growth")).needs_approval
    proposal = await asker.broadcasts.web_upgrade(app_type="growth")
    assert (proposal.broadcast_id, proposal.devices) == (None, 2)
    assert (await asker.broadcasts.list()).total_records == sent_before, "nothing is sent yet"
    assert await raised(stage, "app:growth") == []
    assert (await raised(stage, "admin"))[-1] == ("broadcast_proposed", {"proposal_id": proposal.proposal_id})
    event = (await stage.events("broadcast.web_upgrade"))[-1]
    assert event["resource_type"] == "broadcast_proposal"
    assert event["after"] == {"kind": "web_upgrade", "app_type": "growth", "state": "waiting", "devices": 2}
    waits = await only_waiting(approver)
    assert (waits.id, waits.state, waits.asked_by) == (proposal.proposal_id, "waiting", "Staff 01")
    [alarm] = [alarm for alarm in await approver.alarms.list() if alarm.kind == "broadcast_waits"]
    assert (alarm.who, alarm.number) == ("Staff 01", 2)

    # One device more than at the time of the request: the broadcast reaches the current devices.
    await devices(stage, "growth", 1)
    sent = await approver.broadcasts.approve(proposal_id=waits.id)
    assert sent.devices == 3
    newest = (await asker.broadcasts.list()).items[0]
    me = await approver.session.read()
    assert (newest.id, newest.sent_by, newest.approved_by) == (sent.broadcast_id, "Staff 01", me.user.name)
    event = (await stage.events("broadcast.approve"))[-1]
    assert event["actor_id"] == me.user.id
    assert event["after"] == {
        "kind": "web_upgrade",
        "app_type": "growth",
        "devices": 3,
        "users": 2,
        "sent_by": "Staff 01",
        "approved_by": me.user.name,
    }
    assert [name for name, _ in await raised(stage, "app:growth")] == ["web_upgrade"]
    done = (await asker.broadcasts.proposals()).items[0]
    assert (done.state, done.decided_by, done.broadcast_id) == ("sent", me.user.name, sent.broadcast_id)
    assert (await approver.broadcasts.proposals(only_waiting=True)).items == []
    assert [alarm.kind for alarm in await approver.alarms.list()].count("broadcast_waits") == 0


@pytest.mark.proves("SEC-65.own")
async def test_nobody_approves_what_they_have_asked_for(stage: Stage) -> None:
    asker = await stage.signed_in(SUPER)
    await devices(stage, "billing")
    proposal = await asker.broadcasts.web_upgrade(app_type="billing")
    with pytest.raises(Forbidden, match=OWN_PROPOSAL):
        await asker.broadcasts.approve(proposal_id=proposal.proposal_id or 0)
    assert (await stage.events("broadcast.approve"))[-1]["event_status"] == "FAILED"
    assert (await only_waiting(asker)).id == proposal.proposal_id
    with pytest.raises(Forbidden):
        await (await stage.signed_in(CARE)).broadcasts.approve(proposal_id=proposal.proposal_id or 0)
    # A withdrawn broadcast can be requested again.
    await asker.broadcasts.decline(proposal_id=proposal.proposal_id or 0, reason="Too early")
    assert (await asker.broadcasts.web_upgrade(app_type="billing")).proposal_id


@pytest.mark.proves("SEC-21")
async def test_approving_asks_for_the_password_once_more(stage: Stage) -> None:
    asker, approver = await stage.signed_in(SUPER), await another_super_admin(stage)
    await devices(stage, "patient")
    proposal = await asker.broadcasts.web_upgrade(app_type="patient")
    await stage.sql("update sessions set confirmed_at = now() - interval '6 minutes'")
    stage.forget_sessions()
    with pytest.raises(Forbidden) as refused:
        await approver.broadcasts.approve(proposal_id=proposal.proposal_id or 0)
    assert refused.value.source == STEP_UP_REQUIRED
    await approver.confirm(PASSWORD)
    assert (await approver.broadcasts.approve(proposal_id=proposal.proposal_id or 0)).broadcast_id


async def test_who_asked_reads_why_it_was_declined(stage: Stage) -> None:
    asker, other = await stage.signed_in(SUPER), await another_super_admin(stage)
    proposal = await asker.broadcasts.relogin()
    await other.broadcasts.decline(proposal_id=proposal.proposal_id or 0, reason="  Not on a Monday ")
    stored = (await asker.broadcasts.proposals()).items[0]
    assert (stored.kind, stored.state, stored.reason) == ("relogin", "declined", "Not on a Monday")
    event = (await stage.events("broadcast.decline"))[-1]
    assert (event["before"], event["after"]) == (
        {"state": "waiting"},
        {"state": "declined", "reason": "Not on a Monday"},
    )
    for decide in (other.broadcasts.approve, asker.broadcasts.approve):
        with pytest.raises(Conflict, match=NOT_WAITING):
            await decide(proposal_id=stored.id)
    with pytest.raises(NotFound, match=NO_PROPOSAL):
        await other.broadcasts.approve(proposal_id=999_999)


async def test_one_waits_at_a_time_and_one_of_two_approvals_counts(stage: Stage) -> None:
    asker, first, second = [await another_super_admin(stage) for _ in range(3)]
    await devices(stage, "doctor")
    results = await asyncio.gather(
        *(client.broadcasts.web_upgrade(app_type="doctor") for client in (asker, asker)), return_exceptions=True
    )
    [refused] = [one for one in results if isinstance(one, BaseException)]
    assert isinstance(refused, Conflict)
    assert (str(refused), refused.source) == (WAITS_ALREADY, "")
    waits = await only_waiting(asker)
    done = await asyncio.gather(
        *(client.broadcasts.approve(proposal_id=waits.id) for client in (first, second)), return_exceptions=True
    )
    [late] = [one for one in done if isinstance(one, BaseException)]
    assert isinstance(late, Conflict)
    with pytest.raises(TooManyRequests):
        await asker.broadcasts.web_upgrade(app_type="doctor")


async def test_after_a_day_it_has_to_be_asked_for_again(stage: Stage) -> None:
    asker, other = await stage.signed_in(SUPER), await another_super_admin(stage)
    await devices(stage, "auth")
    proposal = await asker.broadcasts.web_upgrade(app_type="auth")
    await stage.sql("update broadcast_proposals set asked_at = asked_at - interval '25 hours' where decided_at is null")
    with pytest.raises(Conflict, match=NOT_WAITING):
        await other.broadcasts.approve(proposal_id=proposal.proposal_id or 0)
    assert (await asker.broadcasts.proposals()).items[0].state == "expired"
    assert (await asker.broadcasts.web_upgrade(app_type="auth")).proposal_id


async def test_what_reaches_few_goes_out_at_once(stage: Stage) -> None:
    client = await stage.signed_in(SUPER)
    await devices(stage, "cc", 1)
    assert not (await client.broadcasts.reach(app_type="cc")).needs_approval
    assert (await client.broadcasts.web_upgrade(app_type="cc")).broadcast_id


def test_a_gateway_leaves_it_to_the_platform() -> None:
    with pytest.raises(ValidationError, match="set it there"):
        Settings(upstream_url="https://platform.example/api", broadcasts_approved_from=0)
