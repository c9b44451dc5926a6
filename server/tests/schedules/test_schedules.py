"""Schedules: add, update, delete, overlaps, and the weekly hours of clinic doctors and doctors."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, time
from decimal import Decimal
from typing import Any, Final

import pytest
from server.tests.support.stage import CARE, Stage

from careops import AsyncCareOps, Conflict, InvalidInput, NotFound
from careops.calls.clinic_doctors import ClinicDoctor
from careops.calls.schedules import NO_FEES, NO_SCHEDULE, ORDINARY, OVERLAPPING, TOO_MANY, AddSchedule, UpdateSchedule
from careops.constants import MAX_SCHEDULES
from careops.errors import PreconditionFailed
from careops.weekly_hours import to_utc

MORNING: Final[dict[str, Any]] = {"days": ["Mon", "Wed"], "start_time": "03:30", "end_time": "07:30"}
"""9 AM to 1 PM in India."""


class Desk:
    """A doctor at a clinic, and a client that edits the schedule."""

    def __init__(self, stage: Stage, client: AsyncCareOps, clinic_id: int, doctor_id: int) -> None:
        self.stage, self.client = stage, client
        self.at: dict[str, int] = {"clinic_id": clinic_id, "doctor_id": doctor_id}

    async def add(self, **body: Any) -> None:
        await self.client.send(AddSchedule.model_validate({**self.at, **MORNING, **body}))

    async def change(self, schedule_id: int, **body: Any) -> None:
        await self.client.schedules.update(**{**self.at, "schedule_id": schedule_id, **MORNING, **body})

    async def read(self) -> ClinicDoctor:
        clinic_doctor = await self.stage.sql(
            "select id from clinic_doctors where clinic_id = :clinic_id and doctor_id = :doctor_id", **self.at
        )
        return await self.client.clinic_doctors.read(clinic_id=self.at["clinic_id"], clinic_doctor_id=clinic_doctor)


@pytest.fixture
async def desk(stage: Stage) -> Desk:
    return await a_desk(stage)


async def a_desk(stage: Stage, doctor_id: int | None = None, **clinic: Any) -> Desk:
    clinic_id, client = await stage.clinic(**clinic), await stage.signed_in(CARE)
    if doctor_id is None:
        clinic_doctor = await stage.clinic_doctor(clinic_id)
        doctor_id = await stage.sql("select doctor_id from clinic_doctors where id = :id", id=clinic_doctor)
    else:
        await client.clinic_doctors.add(clinic_id=clinic_id, doctor_id=doctor_id, fees=500)
    assert doctor_id is not None
    return Desk(stage, client, clinic_id, doctor_id)


def india(hour: int, minute: int = 0) -> str:
    """A time in India in wire format."""
    return to_utc(time(hour, minute), "Asia/Kolkata", datetime.now(UTC)).strftime("%H:%M")


def hours(start: tuple[int, int], end: tuple[int, int], *days: str) -> dict[str, Any]:
    return {"days": list(days), "start_time": india(*start), "end_time": india(*end)}


async def test_hours_are_stored_on_the_clock_of_their_zone(desk: Desk) -> None:
    await desk.add(days=["Wed", "Mon"])
    (row,) = await desk.stage.rows(
        "select s.* from schedules s join clinic_doctors cd on cd.id = s.clinic_doctor_id"
        " where cd.clinic_id = :clinic_id and cd.doctor_id = :doctor_id",
        **desk.at,
    )
    assert (row["days"], row["start_time"], row["end_time"]) == (["Mon", "Wed"], time(9), time(13))
    (schedule,) = (await desk.read()).schedules
    assert (schedule.days, schedule.start_time, schedule.end_time) == (["Mon", "Wed"], time(3, 30), time(7, 30))
    assert (schedule.timezone, schedule.discounted_fees) == ("Asia/Kolkata", None)
    event = (await desk.stage.events("schedule.add"))[-1]
    assert event["clinic_id"] == (desk.at["clinic_id"] if desk.stage.knows_before else None)
    assert event["after"]["days"] == ["Mon", "Wed"]


async def test_body_and_answer_are_the_documented_ones(desk: Desk) -> None:
    path = "/api/clinics/{clinic_id}/clinic_doctors/{doctor_id}/schedules".format_map(desk.at)
    async with desk.stage.http(headers=await desk.stage.bearer()) as http:
        added = await http.post(path, json={"schedule_details": {**MORNING, "timezone": "Asia/Kolkata"}})
        assert (added.json()["success"], added.json()["data"].keys()) == (True, {"id"}), "beside success, what was made"
        (schedule,) = (await desk.read()).schedules
        body = {**MORNING, "timezone": "Asia/Kolkata", "scheduleId": schedule.id + 1}
        refused = await http.put(f"{path}/{schedule.id}", json={"schedule_details": body})
        assert (refused.status_code, refused.json()["errors"][0]["source"]) == (422, "scheduleId")
        body["scheduleId"] = schedule.id
        assert (await http.put(f"{path}/{schedule.id}", json={"schedule_details": body})).json() == {"success": True}
        assert (await http.delete(f"{path}/{schedule.id}")).json() == {"success": True}
    assert (await desk.read()).schedules == []


async def test_daily_is_stored_as_seven_days_and_returned_as_daily(desk: Desk) -> None:
    await desk.add(days=["Daily", "Mon"])
    assert (await desk.read()).schedules[0].days == ["Daily"]
    assert await desk.stage.sql("select cardinality(days) from schedules order by id desc limit 1") == 7
    for day in ("Mon", "Sun"):
        with pytest.raises(InvalidInput, match=OVERLAPPING):
            await desk.add(days=[day])
    with pytest.raises(InvalidInput, match=OVERLAPPING) as refused:
        await desk.add(**hours((12, 30), (13, 30), "Daily"))
    assert refused.value.source == "start_time"


async def test_all_seven_days_are_returned_as_daily(desk: Desk) -> None:
    await desk.add(days=["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"])
    assert (await desk.read()).schedules[0].days == ["Daily"]


@pytest.mark.parametrize(
    ("existing", "new", "meets"),
    [
        (((9, 0), (13, 0), "Mon"), ((13, 0), (17, 0), "Mon"), False),
        (((9, 0), (13, 0), "Mon"), ((12, 30), (17, 0), "Mon"), True),
        (((9, 0), (13, 0), "Mon"), ((9, 0), (13, 0), "Tue"), False),
        (((9, 0), (13, 0), "Mon", "Tue"), ((9, 0), (13, 0), "Tue", "Wed"), True),
        (((9, 0), (13, 0), "Mon"), ((10, 0), (11, 0), "Mon"), True),
        # Across midnight, and from Sunday to Monday.
        (((23, 30), (0, 30), "Mon"), ((0, 0), (0, 30), "Tue"), True),
        (((23, 30), (0, 30), "Sun"), ((0, 0), (0, 30), "Mon"), True),
        (((23, 30), (0, 30), "Sun"), ((0, 30), (1, 0), "Mon"), False),
        (((0, 0), (0, 30), "Mon"), ((23, 30), (0, 0), "Sun"), False),
        # These times are on the day before in UTC, but days are those in India.
        (((0, 0), (5, 0), "Mon"), ((23, 0), (23, 30), "Sun"), False),
    ],
)
async def test_overlapping_hours_are_refused(desk: Desk, existing: Any, new: Any, meets: bool) -> None:
    await desk.add(**hours(*existing))
    if meets:
        with pytest.raises(InvalidInput, match=OVERLAPPING):
            await desk.add(**hours(*new))
    else:
        await desk.add(**hours(*new))
    assert len((await desk.read()).schedules) == (1 if meets else 2)


@pytest.mark.proves("FAULT-41.refused")
async def test_zones_are_compared_at_their_places(desk: Desk) -> None:
    await desk.add(days=["Mon"], start_time="00:00", end_time="01:00", timezone="UTC")
    with pytest.raises(InvalidInput, match=OVERLAPPING):
        await desk.add(days=["Mon"], start_time="00:30", end_time="02:00", timezone="Asia/Kathmandu")
    await desk.add(days=["Mon"], start_time="01:00", end_time="02:00", timezone="Asia/Kathmandu")


async def test_schedule_change_keeps_an_omitted_timezone(desk: Desk) -> None:
    await desk.add(timezone="Asia/Kathmandu")
    (before,) = (await desk.read()).schedules
    await desk.change(before.id, end_time="08:00")
    (after,) = (await desk.read()).schedules
    assert after == before.model_copy(update={"end_time": time(8)})


async def test_discounted_hours_must_lie_within_ordinary_ones(desk: Desk) -> None:
    await desk.add()
    await desk.add(discounted_fees=200)
    with pytest.raises(InvalidInput, match=OVERLAPPING):
        await desk.add(discounted_fees=100)
    schedules = await desk.read()
    assert [schedule.discounted_fees for schedule in schedules.schedules] == [None]
    assert [schedule.discounted_fees for schedule in schedules.discount_schedule] == [Decimal(200)]


async def test_edited_hours_do_not_overlap_themselves(desk: Desk) -> None:
    await desk.add()
    await desk.add(days=["Tue"])
    mine, other = (await desk.read()).schedules
    await desk.change(mine.id, end_time="08:00")
    with pytest.raises(InvalidInput, match=OVERLAPPING):
        await desk.change(mine.id, days=["Tue"])
    by_id = {schedule.id: schedule for schedule in (await desk.read()).schedules}
    assert (by_id[mine.id].end_time, by_id[mine.id].days) == (time(8), ["Mon", "Wed"])
    assert by_id[other.id] == other
    event = [event for event in await desk.stage.events("schedule.update") if event["event_status"] == "SUCCESS"][-1]
    assert "end_time" in event["after"]
    if desk.stage.knows_before:
        assert list(event["after"]) == ["end_time"]


async def test_hours_changed_since_the_read_are_refused(desk: Desk) -> None:
    await desk.add()
    (listed,) = (await desk.read()).schedules
    stored = await desk.client.schedules.read(**desk.at, schedule_id=listed.id)
    assert stored.model_dump() == listed.model_dump()
    await desk.change(listed.id, days=["Tue"])
    update = UpdateSchedule.model_validate({**desk.at, "schedule_id": listed.id, **MORNING, "end_time": "08:30"})
    with pytest.raises(PreconditionFailed) as stale:
        await desk.client.send(update, if_match=stored.version)
    assert [problem.source for problem in stale.value.problems] == ["days"]
    assert (await desk.read()).schedules[0].end_time == time(7, 30)
    await desk.client.send(update, if_match=stale.value.version)
    assert (await desk.read()).schedules[0].end_time == time(8, 30)


async def test_type_of_hours_cannot_change(desk: Desk) -> None:
    await desk.add()
    await desk.add(discounted_fees=200)
    schedules = await desk.read()
    with pytest.raises(InvalidInput, match=NO_FEES) as without:
        await desk.change(schedules.discount_schedule[0].id)
    with pytest.raises(InvalidInput, match=ORDINARY) as with_fees:
        await desk.change(schedules.schedules[0].id, discounted_fees=100)
    assert (without.value.source, with_fees.value.source) == ("discounted_fees", "discounted_fees")
    await desk.change(schedules.discount_schedule[0].id, discounted_fees=150)
    assert (await desk.read()).discount_schedule[0].discounted_fees == Decimal(150)


async def test_schedules_need_the_doctor_id_of_their_clinic(desk: Desk, stage: Stage) -> None:
    await desk.add()
    (schedule,) = (await desk.read()).schedules
    other = await a_desk(stage)
    for at in ({**desk.at, "clinic_id": other.at["clinic_id"]}, {**desk.at, "doctor_id": 10**9}):
        with pytest.raises(NotFound) as nobody:
            await desk.client.schedules.delete(**at, schedule_id=schedule.id)
        assert nobody.value.source == "doctor_id"
    with pytest.raises(NotFound, match=NO_SCHEDULE):
        await other.client.schedules.delete(**other.at, schedule_id=schedule.id)
    with pytest.raises(NotFound, match=NO_SCHEDULE):
        await other.change(schedule.id)
    with pytest.raises(NotFound, match=NO_SCHEDULE):
        await other.client.schedules.read(**other.at, schedule_id=schedule.id)
    assert (await desk.read()).schedules == [schedule]


async def test_concurrent_additions_make_one_schedule(desk: Desk) -> None:
    outcomes = await asyncio.gather(*(desk.add() for _ in range(6)), return_exceptions=True)
    assert sum(isinstance(outcome, InvalidInput) for outcome in outcomes) == 5
    assert len((await desk.read()).schedules) == 1


async def test_schedules_of_a_doctor_are_limited(desk: Desk) -> None:
    await desk.stage.sql(
        "insert into schedules (clinic_doctor_id, days, start_time, end_time, timezone, discounted_fees)"
        " select cd.id, '{Fri}', '09:00', '10:00', 'UTC', 100 from clinic_doctors cd, generate_series(1, :count)"
        " where cd.clinic_id = :clinic_id and cd.doctor_id = :doctor_id",
        count=MAX_SCHEDULES,
        **desk.at,
    )
    with pytest.raises(Conflict, match=TOO_MANY):
        await desk.add()


async def test_weekly_schedule_of_a_doctor_is_listed(stage: Stage) -> None:
    first = await a_desk(stage, name="Alpha Clinic")
    second = await a_desk(stage, first.at["doctor_id"], name="Beta Clinic")
    await first.add()
    await second.add(days=["Wed"], start_time="07:00", end_time="09:00")
    await second.add(days=["Fri"])
    await second.add(days=["Fri"], start_time="07:00", end_time="08:00", discounted_fees=100)
    await first.add(days=["Mon"], start_time="04:30", end_time="05:30", discounted_fees=100)
    week = await first.client.schedules.list(doctor_id=first.at["doctor_id"])
    listed = [(each.clinic_name, each.days, len(each.double_booked_with), each.outside_hours) for each in week]
    assert listed == [
        ("Alpha Clinic", ["Mon", "Wed"], 1, False),
        ("Alpha Clinic", ["Mon"], 0, False),
        ("Beta Clinic", ["Fri"], 0, False),
        ("Beta Clinic", ["Wed"], 1, False),
        ("Beta Clinic", ["Fri"], 0, True),
    ]
    assert week[0].double_booked_with == [week[3].id]
    assert (week[0].clinic_id, week[3].clinic_id) == (first.at["clinic_id"], second.at["clinic_id"])
    with pytest.raises(NotFound):
        await first.client.schedules.list(doctor_id=10**9)
