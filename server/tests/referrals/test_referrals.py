"""Referrals: newest first, search by id, doctor and phone; reports from the apps, the latest of which counts."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from server.tests.referrals.factories import referral_id
from server.tests.support.stage import BILLING, CARE, SUPER, Stage

from careops import NotFound
from careops.calls.referrals import NO_REFERRAL, ReferralsReported, ReportReferrals

pytestmark = pytest.mark.own


def report_of(stage: Stage, **fields: Any) -> dict[str, Any]:
    """A report with a unique id."""
    return {
        "unique_id": f"REF-{stage.phone()}",
        "referred_by_doctor": {"name": "Dr. Gill", "phone_number": "9812345670", "speciality": "Physician"},
        "referred_to_doctor": {"name": "Dr. Rao"},
        "changed_at": "2026-11-20T09:00:00Z",
        **fields,
    }


async def reported(stage: Stage, *reports: dict[str, Any]) -> ReferralsReported:
    call = ReportReferrals.model_validate({"referrals": list(reports)})
    return await (await stage.program("referrals:write")).send(call)


async def refused(stage: Stage, *reports: dict[str, Any]) -> list[str]:
    """Return the sources of the errors in a batch, as the server reports them."""
    async with stage.http(headers=await stage.bearer(call=ReportReferrals)) as http:
        answer = await http.post("/api/careops/referrals", json={"referrals": list(reports)})
    assert answer.status_code == 422
    return [problem["source"] for problem in answer.json()["errors"]]


async def counts(stage: Stage, *reports: dict[str, Any]) -> tuple[int, int, int]:
    done = await reported(stage, *reports)
    return done.added, done.updated, done.known


async def newest(stage: Stage) -> Any:
    return (await (await stage.signed_in(CARE)).referrals.list()).items[0]


@pytest.mark.parametrize("phone", [SUPER, CARE, BILLING])
async def test_all_staff_see_referrals_newest_first(stage: Stage, phone: str) -> None:
    first, second = await referral_id(stage, {}), await referral_id(stage, {})
    page = await (await stage.signed_in(phone)).referrals.list()
    assert [item.id for item in page.items][:2] == [second, first]
    assert page.total_records >= 2
    assert len(page.items) <= 10


async def test_envelope_is_the_documented_one(stage: Stage) -> None:
    await referral_id(stage, {})
    async with stage.http(headers=await stage.bearer(CARE)) as http:
        answer = (await http.get("/api/referrals?page=1&perpage=10")).json()
    assert set(answer["data"]) == {"referrals"}
    assert answer["total_records"] >= 1
    assert {"id", "unique_id", "referred_by_doctor", "referred_to_doctor", "appointment_count", "notes"} <= set(
        answer["data"]["referrals"][0]
    )


async def test_referral_has_all_reported_fields(stage: Stage) -> None:
    report = report_of(stage, appointment_count=2, notes=["ECG <b>enclosed</b>", "ਛੇਤੀ"])
    assert await counts(stage, report) == (1, 0, 0)
    stored = await newest(stage)
    assert (stored.unique_id, stored.appointment_count, stored.notes) == (report["unique_id"], 2, report["notes"])
    by = stored.referred_by_doctor
    assert (by.name, by.country_code, by.phone_number, by.speciality) == ("Dr. Gill", "91", "9812345670", "Physician")
    assert (stored.referred_to_doctor.name, stored.referred_to_doctor.phone_number) == ("Dr. Rao", None)
    assert await (await stage.signed_in()).referrals.read(referral_id=stored.id) == stored


async def test_latest_report_wins_in_any_order(stage: Stage) -> None:
    report = report_of(stage)
    later = {**report, "appointment_count": 1, "notes": "Seen", "changed_at": "2026-11-20T10:00:00Z"}
    earlier = {**report, "appointment_count": 9, "changed_at": "2026-11-20T08:00:00Z"}
    assert await counts(stage, report) == (1, 0, 0)
    assert await counts(stage, report) == (0, 0, 1)
    assert await counts(stage, later) == (0, 1, 0)
    assert await counts(stage, earlier, report) == (0, 0, 2)
    stored = await newest(stage)
    assert (stored.appointment_count, stored.notes) == (1, "Seen")
    other = report_of(stage)
    twice = {**other, "appointment_count": 3, "changed_at": "2026-11-20T10:00:00Z"}
    assert await counts(stage, twice, other) == (1, 0, 1)
    assert (await newest(stage)).appointment_count == 3


async def test_concurrent_equal_batches_add_each_referral_once(stage: Stage) -> None:
    batch = [report_of(stage) for _ in range(20)]
    both = await asyncio.gather(reported(stage, *batch), reported(stage, *batch[::-1]))
    assert sum(done.added for done in both) == 20
    assert sum(done.known for done in both) == 20


async def test_referrals_are_found_by_id_doctor_phone_and_waiting(stage: Stage) -> None:
    mark = stage.phone()
    by = {"name": f"Dr. Simran_{mark}", "phone_number": mark}
    waits = report_of(stage, referred_by_doctor=by)
    report = report_of(stage, referred_to_doctor=by, appointment_count=1)
    await reported(stage, waits, report)
    client = await stage.signed_in(CARE)

    async def find(**filters: Any) -> list[str]:
        page = await client.referrals.find(**filters)
        assert len(page.items) == min(page.total_records, 10)
        return [item.unique_id for item in page.items]

    both = [report["unique_id"], waits["unique_id"]]
    assert sorted(await find(search_text=f"simran_{mark}")) == sorted(both)
    assert sorted(await find(search_text=mark)) == sorted(both)
    assert await find(search_text=waits["unique_id"].lower()) == [waits["unique_id"]]
    assert await find(search_text=mark, waiting=True) == [waits["unique_id"]]
    assert await find(search_text=mark, waiting=False) == [report["unique_id"]]
    before = (await client.referrals.find(waiting=True)).total_records
    await reported(stage, {**waits, "appointment_count": 1, "changed_at": "2026-11-21T09:00:00Z"})
    assert (await client.referrals.find(waiting=True)).total_records == before - 1


@pytest.mark.parametrize(
    ("wrong", "source"),
    [
        ({"unique_id": ""}, "referrals.0.unique_id"),
        ({"appointment_count": -1}, "referrals.0.appointment_count"),
        ({"referred_to_doctor": {"name": ""}}, "referrals.0.referred_to_doctor.name"),
        ({"referred_by_doctor": {"name": "A", "phone_number": "98"}}, "referrals.0.referred_by_doctor.phone_number"),
        ({"changed_at": "yesterday"}, "referrals.0.changed_at"),
        ({"patient": "Asha"}, "referrals.0.patient"),
    ],
)
async def test_invalid_referral_refuses_the_batch(stage: Stage, wrong: dict[str, Any], source: str) -> None:
    good, bad = report_of(stage), report_of(stage)
    assert source in await refused(stage, {**bad, **wrong}, good)
    assert await refused(stage) == ["referrals"]
    page = await (await stage.signed_in(CARE)).referrals.find(search_text=good["unique_id"])
    assert page.total_records == 0


async def test_unknown_referral_is_refused(stage: Stage) -> None:
    with pytest.raises(NotFound, match=NO_REFERRAL):
        await (await stage.signed_in()).referrals.read(referral_id=2**40)


async def test_subscribers_receive_new_and_changed_referrals_only(stage: Stage) -> None:
    client = await stage.signed_in(CARE)
    before = (await client.realtime.list(channels="referrals")).latest
    first, second = report_of(stage), report_of(stage)
    await reported(stage, first, second)
    await reported(stage, second, {**first, "appointment_count": 1, "changed_at": "2026-11-20T10:00:00Z"})
    await refused(stage, report_of(stage), {**first, "appointment_count": -1})
    ids = {item.unique_id: item.id for item in (await client.referrals.list()).items}
    events = (await client.realtime.list(channels="referrals", since=before)).events
    assert [(event.event, event.data) for event in events] == [
        *(("new_referral", {"referral_id": id}) for id in sorted((ids[first["unique_id"]], ids[second["unique_id"]]))),
        ("update_referral", {"referral_id": ids[first["unique_id"]]}),
    ]


async def test_batch_has_one_event_and_its_repetition_none(stage: Stage) -> None:
    batch = [report_of(stage), report_of(stage)]
    for _ in range(2):
        await reported(stage, *batch)
    event = (await stage.events())[-1]
    assert (event["key"], event["after"]) == ("referral.report", {"added": 2, "updated": 0})
