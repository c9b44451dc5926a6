"""Test data for the calls of schedules, used by the tests of every call."""

from __future__ import annotations

from typing import Any

from server.tests.support.stage import Stage


async def doctor_id(stage: Stage, values: dict[str, Any]) -> int:
    """A doctor, at the clinic if the call names one."""
    if "clinic_id" not in values:
        return await stage.doctor()
    clinic_doctor = await stage.clinic_doctor(values["clinic_id"])
    id: int = await stage.sql("select doctor_id from clinic_doctors where id = :id", id=clinic_doctor)
    return id


async def schedule_id(stage: Stage, values: dict[str, Any]) -> int:
    """A schedule of that doctor at that clinic."""
    id: int = await stage.sql(
        "insert into schedules (clinic_doctor_id, days, start_time, end_time, timezone)"
        " select id, '{Tue}', '09:00', '13:00', 'Asia/Kolkata' from clinic_doctors"
        " where clinic_id = :clinic_id and doctor_id = :doctor_id returning id",
        clinic_id=values["clinic_id"],
        doctor_id=values["doctor_id"],
    )
    return id
