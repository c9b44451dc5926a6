"""Devices of users: reported by their apps in any order, listed, deleted one by one or together."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from server.tests.support.stage import BILLING, CARE, PASSWORD, Stage

from careops import Forbidden, InvalidInput, NotFound
from careops.calls.devices import NO_DEVICE, ReportDevices, ReportedDevice
from careops.calls.users import NO_USER
from careops.constants import STEP_UP_REQUIRED
from careops_server.areas.devices.handlers import TOO_SOON

# A gateway stores reported devices itself; its lists come from the platform.
pytestmark = pytest.mark.own
SEEN = datetime(2026, 11, 20, 9, 31, 7, tzinfo=UTC)


def report(user_id: int, key: str, **values: Any) -> ReportedDevice:
    """A report as an app sends it."""
    usual = {
        "device_key": key,
        "user_id": user_id,
        "app_type": "cms",
        "app_version": "4.2.0",
        "device_type": "android",
        "device_version": "15",
        "seen_at": SEEN,
    }
    return ReportedDevice.model_validate({**usual, **values})


async def owner(stage: Stage) -> int:
    return await stage.user(stage.phone())


async def test_report_is_stored_once_and_the_latest_is_shown(stage: Stage) -> None:
    app = await stage.program("devices:write")
    user_id = await owner(stage)
    first = report(user_id, "one")
    batch = [first, report(user_id, "two", device_type="ios", app_type="doctor")]
    report_answer = await app.devices.report(devices=batch)
    assert (report_answer.added, report_answer.updated, report_answer.known, report_answer.refused) == (2, 0, 0, [])
    again = await app.devices.report(devices=batch)
    assert (again.added, again.updated, again.known) == (0, 0, 2)
    newer = report(user_id, "one", app_version="4.3.0", seen_at=SEEN + timedelta(days=1))
    late = await app.devices.report(devices=[newer, first])
    assert (late.added, late.updated, late.known) == (0, 1, 1)
    assert (await app.devices.report(devices=[first])).known == 1, "older than what is known"
    page = await (await stage.signed_in(BILLING)).devices.list(user_id=user_id)
    assert [(d.app_type, d.app_version, d.device_type) for d in page.items] == [
        ("cms", "4.3.0", "android"),
        ("doctor", "4.2.0", "ios"),
    ]
    assert page.items[0].created_at == SEEN
    assert page.items[0].updated_at == SEEN + timedelta(days=1)


async def test_device_with_two_apps_or_users_has_separate_records(stage: Stage) -> None:
    app, client = await stage.program("devices:write"), await stage.signed_in(BILLING)
    first, second = await owner(stage), await owner(stage)
    key = stage.phone()
    await app.devices.report(devices=[report(first, key), report(first, key, app_type="patient")])
    assert (await client.devices.list(user_id=first)).total_records == 2
    await app.devices.report(devices=[report(second, key, seen_at=SEEN + timedelta(hours=1))])
    assert [d.app_type for d in (await client.devices.list(user_id=first)).items] == ["patient"]
    assert (await client.devices.list(user_id=second)).total_records == 1


async def test_invalid_reports_are_refused_and_the_others_stored(stage: Stage) -> None:
    app = await stage.program("devices:write")
    user_id = await owner(stage)
    report_answer = await app.devices.report(
        devices=[
            report(999_999, stage.phone()),
            report(user_id, stage.phone()),
            report(user_id, stage.phone(), seen_at=datetime.now(UTC) + timedelta(hours=1)),
        ]
    )
    assert report_answer.added == 1
    assert [(refusal.index, refusal.title, refusal.code) for refusal in report_answer.refused] == [
        (0, NO_USER, "user_not_found"),
        (2, TOO_SOON, "report_from_future"),
    ]


async def test_batch_size_is_limited(stage: Stage) -> None:
    user_id = await owner(stage)
    body = report(user_id, "x").model_dump(mode="json")
    async with stage.http(headers=await stage.bearer(call=ReportDevices)) as http:
        wrongs: tuple[dict[str, Any], ...] = (
            {"devices": [body] * 1_001},
            {"devices": [{**body, "app_type": "tv"}]},
            {"devices": [{**body, "seen_at": "2026-11-20T09:31:07"}]},
            {"devices": [{**body, "app_version": " "}]},
            {"devices": [{**body, "more": 1}]},
        )
        for wrong in wrongs:
            answer = await http.post("/api/careops/devices", json=wrong)
            assert answer.status_code == 422, wrong
            assert answer.json()["errors"][0]["source"].startswith("devices")


async def test_devices_are_filtered_by_type_with_an_exact_total(stage: Stage) -> None:
    app, client = await stage.program("devices:write"), await stage.signed_in(BILLING)
    user_id = await owner(stage)
    await app.devices.report(
        devices=[
            report(user_id, f"{stage.phone()}", device_type="ios" if n % 3 else "android", seen_at=SEEN + timedelta(n))
            for n in range(-12, 0)
        ]
    )
    assert (await client.devices.list(user_id=user_id)).total_records == 12
    everything: Any = "all"  # the name in the platform's documentation
    assert (await client.devices.list(user_id=user_id, device_type=everything)).total_records == 12
    async with stage.http(headers=await stage.bearer(BILLING)) as http:
        answer = await http.get(f"/api/admin/users/{user_id}/devices", params={"device_type": "all"})
    assert answer.status_code == 200
    ios = await client.devices.list(user_id=user_id, device_type="ios")
    assert (ios.total_records, {d.device_type for d in ios.items}) == (8, {"ios"})
    second = await client.devices.list(user_id=user_id, page=2)
    assert len(second.items) == 2
    with pytest.raises(NotFound, match=NO_USER):
        await client.devices.list(user_id=999_999)


async def test_device_is_deleted_for_its_own_user_only(stage: Stage) -> None:
    app, client = await stage.program("devices:write"), await stage.signed_in(BILLING)
    first, second = await owner(stage), await owner(stage)
    await app.devices.report(devices=[report(first, stage.phone()), report(first, stage.phone())])
    device, other = (await client.devices.list(user_id=first)).items
    with pytest.raises(NotFound, match=NO_DEVICE):
        await client.devices.delete(user_id=second, device_id=device.id)
    await client.devices.delete(user_id=first, device_id=device.id)
    assert [d.id for d in (await client.devices.list(user_id=first)).items] == [other.id]
    with pytest.raises(NotFound, match=NO_DEVICE):
        await client.devices.delete(user_id=first, device_id=device.id)
    with pytest.raises(NotFound, match=NO_USER):
        await client.devices.delete(user_id=999_999, device_id=other.id)


async def test_devices_of_a_user_are_deleted_by_type_or_all(stage: Stage) -> None:
    app, client = await stage.program("devices:write"), await stage.signed_in(BILLING)
    first, second = await owner(stage), await owner(stage)
    await app.devices.report(
        devices=[
            *(report(first, stage.phone(), device_type=kind) for kind in ("ios", "ios", "android", "web")),
            report(second, stage.phone()),
        ]
    )
    assert (await client.devices.delete_all(user_id=first, device_type="ios")).deleted == 2
    assert {d.device_type for d in (await client.devices.list(user_id=first)).items} == {"android", "web"}
    assert (await client.devices.delete_all(user_id=first)).deleted == 2
    assert (await client.devices.delete_all(user_id=first)).deleted == 0
    assert (await client.devices.list(user_id=second)).total_records == 1
    assert (await client.users.read(user_id=first)).user.status == "ACTIVE", "the user stays"
    with pytest.raises(NotFound, match=NO_USER):
        await client.devices.delete_all(user_id=999_999)


@pytest.mark.proves("SEC-21")
async def test_deletion_of_all_requires_a_password_confirmation(stage: Stage) -> None:
    user_id = await owner(stage)
    client = stage.client()
    await client.sign_in(BILLING, PASSWORD)
    await stage.sql(
        "update sessions set confirmed_at = now() - interval '6 minutes'"
        " where id = (select id from sessions order by created_at desc limit 1)"
    )
    with pytest.raises(Forbidden) as refused:
        await client.devices.delete_all(user_id=user_id)
    assert refused.value.source == STEP_UP_REQUIRED
    await client.confirm(PASSWORD)
    assert (await client.devices.delete_all(user_id=user_id)).deleted == 0


async def test_hundred_thousand_devices_are_deleted_in_one_statement(stage: Stage) -> None:
    user_id = await owner(stage)
    await stage.sql(
        "insert into devices (user_id, app_type, device_key, app_version, device_type, device_version)"
        " select :user_id, 'cms', :user_id || '-' || n, '4.2.0', 'android', '15' from generate_series(1, 100000) n",
        user_id=user_id,
    )
    client = await stage.signed_in(BILLING)
    assert (await client.devices.list(user_id=user_id)).total_records == 100_000
    assert (await client.devices.delete_all(user_id=user_id, device_type="android")).deleted == 100_000


async def test_customer_care_cannot_see_devices(stage: Stage) -> None:
    client = await stage.signed_in(CARE)
    with pytest.raises(Forbidden):
        await client.devices.list(user_id=1)
    with pytest.raises(Forbidden):
        await client.devices.delete_all(user_id=1)
    with pytest.raises(InvalidInput):
        await (await stage.signed_in(BILLING)).devices.list(user_id=0)
