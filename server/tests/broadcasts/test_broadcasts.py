"""Broadcasts: reach, one per minute and app, ledger of devices, and adoption by device reports."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from server.tests.support.broadcasts import device, raised
from server.tests.support.job_kills import killed_after_a_step
from server.tests.support.stage import BILLING, CARE, PASSWORD, SUPER, Stage

from careops import Forbidden, NotFound, TooManyRequests
from careops.calls.broadcasts import NO_BROADCAST, TOO_SOON
from careops.constants import STEP_UP_REQUIRED
from careops_server.areas.broadcasts import jobs, queries
from careops_server.processes.job_worker import drain

# A gateway forwards broadcasts; only the platform can compute their reach.
pytestmark = pytest.mark.own


async def reports(stage: Stage, key: str, user_id: int, app_type: str, version: str) -> None:
    """Report the version that a device runs."""
    report: dict[str, Any] = {
        "device_key": key,
        "user_id": user_id,
        "app_type": app_type,
        "app_version": version,
        "device_type": "web",
        "device_version": "Chrome 141",
        "seen_at": datetime.now(UTC) + timedelta(seconds=1),
    }
    await (await stage.program("devices:write")).devices.report(devices=[report])  # type: ignore[list-item]  # JSON


async def many(stage: Stage, count: int, app_type: str, user_id: int) -> None:
    """Add devices of versions 4.0 to 4.6 to a user: ``many 1``, ``many 2`` and so on."""
    await stage.sql(
        "insert into devices (user_id, app_type, device_key, app_version, device_type, device_version, updated_at)"
        " select :user_id, :app, 'many ' || n, '4.' || n % 7, 'web', 'Chrome 141', now() - interval '1 day'"
        " from generate_series(1, :count) n",
        user_id=user_id,
        app=app_type,
        count=count,
    )


async def test_reach_is_counted_before_sending(stage: Stage) -> None:
    client = await stage.signed_in(SUPER)
    first, other = await stage.user(stage.phone()), await stage.user(stage.phone())
    for version, user_id in (("4.2.0", first), ("4.2.0", other), ("4.1.0", first)):
        await device(stage, "growth", version, user_id)
    reach = await client.broadcasts.reach(app_type="growth")
    assert (reach.devices, reach.users) == (3, 2)
    assert [(version.app_version, version.devices) for version in reach.versions] == [("4.2.0", 2), ("4.1.0", 1)]
    assert (await client.broadcasts.reach()).devices >= 3
    assert (await client.broadcasts.reach(app_type="wp_admin")).devices == 0


async def test_reached_devices_and_their_upgrades_are_recorded(stage: Stage) -> None:
    client = await stage.signed_in(SUPER)
    user_id = await stage.user(stage.phone())
    follows, stays = [await device(stage, "doctor", "4.2.0", user_id) for _ in range(2)]
    sent = await client.broadcasts.web_upgrade(app_type="doctor")
    assert sent.devices == 2
    assert sent.broadcast_id is not None
    await reports(stage, follows, user_id, "doctor", "4.3.0")
    await reports(stage, stays, user_id, "doctor", "4.2.0")
    ledger = await client.broadcasts.devices(broadcast_id=sent.broadcast_id)
    assert [(line.app_version, line.seen_version) for line in ledger.items] == [("4.2.0", "4.3.0"), ("4.2.0", None)]
    adoption = await client.broadcasts.adoption(broadcast_id=sent.broadcast_id)
    assert (adoption.broadcast.devices, adoption.broadcast.users, adoption.broadcast.seen) == (2, 1, 1)
    assert [day.seen for day in adoption.days] == [1]
    assert (await client.broadcasts.list()).items[0].seen == 1
    await reports(stage, follows, user_id, "doctor", "4.4.0")
    assert (await client.broadcasts.adoption(broadcast_id=sent.broadcast_id)).broadcast.seen == 1, "each counts once"
    assert (await raised(stage, "app:doctor"))[-1] == (
        "web_upgrade",
        {"broadcast_id": sent.broadcast_id, "app_type": "doctor"},
    )
    event = (await stage.events("broadcast.web_upgrade"))[-1]
    assert event["after"] == {"kind": "web_upgrade", "app_type": "doctor", "devices": 2, "users": 1}


async def test_relogin_reaches_all_devices_and_counts_their_reports(stage: Stage) -> None:
    client = await stage.signed_in(SUPER)
    user_id = await stage.user(stage.phone())
    key = await device(stage, "patient", "4.2.0", user_id)
    sent = await client.broadcasts.relogin()
    assert sent.broadcast_id is not None
    assert sent.devices == (await client.broadcasts.reach()).devices
    await reports(stage, key, user_id, "patient", "4.2.0")
    assert (await client.broadcasts.adoption(broadcast_id=sent.broadcast_id)).broadcast.seen == 1
    assert (await raised(stage, "admin"))[-1] == ("relogin", {"broadcast_id": sent.broadcast_id})
    assert await client.session.read(), "no session of the console ends by it"


async def test_console_receives_only_its_own_upgrade(stage: Stage) -> None:
    client = await stage.signed_in(SUPER)
    before = len(await raised(stage, "admin"))
    await client.broadcasts.web_upgrade(app_type="cc")
    assert len(await raised(stage, "admin")) == before
    sent = await client.broadcasts.web_upgrade(app_type="admin")
    assert (await raised(stage, "admin"))[before:] == [("deployment", {"broadcast_id": sent.broadcast_id})]


@pytest.mark.proves("SEC-65.minute")
async def test_one_broadcast_per_minute_and_app_is_sent_concurrently(stage: Stage) -> None:
    client = await stage.signed_in(SUPER)
    attempts = [client.broadcasts.web_upgrade(app_type="auth") for _ in range(2)]
    done = await asyncio.gather(*attempts, return_exceptions=True)
    [refused] = [result for result in done if isinstance(result, BaseException)]
    assert isinstance(refused, TooManyRequests)
    assert str(refused) == TOO_SOON
    assert 0 < (refused.retry_after or 0) <= 60
    assert await client.broadcasts.web_upgrade(app_type="billing"), "another app is another broadcast"
    assert 0 < (await client.broadcasts.reach(app_type="auth")).wait_seconds <= 60
    await stage.sql("update broadcasts set sent_at = sent_at - interval '61 seconds' where app_type = 'auth'")
    assert (await client.broadcasts.reach(app_type="auth")).wait_seconds == 0
    assert await client.broadcasts.web_upgrade(app_type="auth")


@pytest.mark.proves("SEC-21", "SEC-65.password")
async def test_broadcast_requires_a_password_confirmation(stage: Stage) -> None:
    client = stage.client()
    phone = stage.phone()
    await stage.user(phone, "super_admin")
    await client.sign_in(phone, PASSWORD)
    await stage.sql("update sessions set confirmed_at = now() - interval '6 minutes'")
    stage.forget_sessions()
    with pytest.raises(Forbidden) as refused:
        await client.broadcasts.web_upgrade(app_type="wp_admin")
    assert refused.value.source == STEP_UP_REQUIRED
    await client.confirm(PASSWORD)
    assert await client.broadcasts.web_upgrade(app_type="wp_admin")


async def test_unknown_broadcast_and_app_are_refused(stage: Stage) -> None:
    super_admin = await stage.signed_in(SUPER)
    with pytest.raises(NotFound, match=NO_BROADCAST):
        await super_admin.broadcasts.adoption(broadcast_id=999_999)
    with pytest.raises(NotFound, match=NO_BROADCAST):
        await super_admin.broadcasts.devices(broadcast_id=999_999)
    for phone in (CARE, BILLING):
        with pytest.raises(Forbidden):
            await (await stage.signed_in(phone)).broadcasts.list()
    async with stage.http(headers=await stage.bearer(SUPER)) as http:
        for body in ({}, {"app_type": "tv"}, {"app_type": "cms", "more": 1}):
            assert (await http.post("/api/web_upgrade", json=body)).status_code == 422


@pytest.mark.proves("SEC-65.devices")
async def test_immediate_ledger_blocks_no_other_call(stage: Stage) -> None:
    """Writing the ledger does not block other calls on devices: waiting for it would end them with 503."""
    client = await stage.signed_in(SUPER)
    user_id = await stage.user(stage.phone())
    await many(stage, queries.AT_ONCE, "wp_admin", user_id)
    [stored_device] = await stage.rows("select id from devices where device_key = 'many 7'")
    async with stage.services.database.pool.transaction() as connection:
        reached = await queries.send(connection, "web_upgrade", "wp_admin", sent_by="Somebody")
        assert (reached.devices, reached.unwritten) == (queries.AT_ONCE, None)
        # The ledger is written and not yet committed.
        await reports(stage, "many 8", user_id, "wp_admin", "5.0")
        assert (await client.devices.list(user_id=user_id)).total_records == queries.AT_ONCE
        assert await client.devices.delete(user_id=user_id, device_id=stored_device["id"])
        assert (await client.broadcasts.reach(app_type="wp_admin")).devices == queries.AT_ONCE - 1
        assert await client.broadcasts.web_upgrade(app_type="cms"), "another app's"
    ledger = await client.broadcasts.devices(broadcast_id=reached.id)
    assert ledger.total_records == reached.devices


@pytest.fixture
async def small_parts(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    """A job writes ledgers of more than five devices, ten at a time. No devices exist, and no broadcast is recent."""
    monkeypatch.setattr(queries, "AT_ONCE", 5)
    monkeypatch.setattr(jobs, "EACH", 10)
    await stage.sql("delete from devices")
    await stage.sql("update broadcasts set sent_at = sent_at - interval '61 seconds'")


@pytest.mark.usefixtures("small_parts")
async def test_long_ledger_has_the_devices_of_the_time_of_sending(stage: Stage) -> None:
    client = await stage.signed_in(SUPER)
    user_id = await stage.user(stage.phone())
    await many(stage, 25, "cms", user_id)
    await device(stage, "doctor", "4.2.0", user_id)
    sent = await client.broadcasts.web_upgrade(app_type="cms")
    assert sent.devices == 25
    assert sent.broadcast_id is not None
    # Before the job runs, one device upgrades, one reports its version again, one is deleted, and one is new.
    await reports(stage, "many 8", user_id, "cms", "5.0")
    await reports(stage, "many 9", user_id, "cms", "4.2")
    [gone] = await stage.rows("select id from devices where device_key = 'many 10'")
    await client.devices.delete(user_id=user_id, device_id=gone["id"])
    await device(stage, "cms", "4.2.0", user_id)
    assert (await client.broadcasts.adoption(broadcast_id=sent.broadcast_id)).broadcast.seen == 1
    await drain(stage.services)
    lines = await stage.rows(
        "select d.device_key, r.app_version, r.seen_version"
        " from broadcast_devices r join devices d on d.id = r.device_id where r.broadcast_id = :id order by d.id",
        id=sent.broadcast_id,
    )
    followed = {"many 8": "5.0"}
    expected = [
        {"device_key": f"many {n}", "app_version": f"4.{n % 7}", "seen_version": followed.get(f"many {n}")}
        for n in range(1, 26)
        if n != 10
    ]
    assert [dict(line) for line in lines] == expected
    await reports(stage, "many 9", user_id, "cms", "5.0")
    adoption = await client.broadcasts.adoption(broadcast_id=sent.broadcast_id)
    assert (adoption.broadcast.devices, adoption.broadcast.seen) == (25, 2)
    await reports(stage, "many 11", user_id, "cms", "5.0")
    assert await stage.sql("select count(*) from broadcasts where unwritten_upto is not null") == 0


@pytest.mark.usefixtures("small_parts")
async def test_killed_process_repeats_no_ledger_line(stage: Stage) -> None:
    client = await stage.signed_in(SUPER)
    await many(stage, 25, "auth", await stage.user(stage.phone()))
    sent = await client.broadcasts.relogin()
    for _ in range(2):
        await killed_after_a_step(stage, "broadcasts.ledger")
    await drain(stage.services)
    assert sent.broadcast_id is not None
    assert (await client.broadcasts.devices(broadcast_id=sent.broadcast_id)).total_records == sent.devices
    assert (await client.jobs.list(kind="broadcasts")).items[0].state == "done"
