"""Handlers of doctors' schedules."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from careops.calls import schedules as calls
from careops.calls.clinic_doctors import NOT_HERE
from careops.constants import MAX_SCHEDULES
from careops.contract import Created, Empty
from careops.errors import Conflict, InvalidInput, NotFound
from careops.weekly_hours import Hours, expand_days
from careops_server.areas.schedules import queries
from careops_server.areas.schedules.queries import StoredSchedule
from careops_server.areas.schedules.warnings import with_doubts
from careops_server.core.context import Context
from careops_server.core.pipeline.etags import check_if_match
from careops_server.core.queries.records import delete_or_404, lock_or_404


async def list_doctor_schedules(call: calls.ListDoctorSchedules, context: Context) -> list[calls.DoctorSchedule]:
    """Return all schedules of a doctor, at every clinic."""
    at = datetime.now(UTC)
    return with_doubts(await queries.of_doctor(context.connection, call.doctor_id, at), at)


async def read_schedule(call: calls.ReadSchedule, context: Context) -> calls.Schedule:
    """Return a schedule in list form."""
    schedule = await queries.read(context.connection, call)
    return calls.Schedule(**schedule.to_answer(datetime.now(UTC)))


async def add_schedule(call: calls.AddSchedule, context: Context) -> Created:
    """Add hours that do not overlap with others of their kind."""
    member, at = await _lock_schedules(call, context), datetime.now(UTC)
    others = await queries.at_clinic(context.connection, member)
    if len(others) >= MAX_SCHEDULES:
        raise Conflict(calls.TOO_MANY, source="days")
    hours = call.local(at)
    _check_overlap(hours, [each for each in others if each.is_discounted == (call.discounted_fees is not None)], at)
    values = _values(call, hours)
    schedule_id = await queries.add(context.connection, member, values)
    context.changed("schedule", schedule_id, clinic_id=call.clinic_id, after={"doctor_id": call.doctor_id, **values})
    return Created(id=schedule_id)


async def update_schedule(call: calls.UpdateSchedule, context: Context) -> Empty:
    """Set the fields that differ. The new hours may overlap with the schedule's old ones."""
    member, at = await _lock_schedules(call, context), datetime.now(UTC)
    schedule = await lock_or_404(
        context.connection, queries.SCHEDULE, queries.SCHEDULE_REF, call.schedule_id, clinic_doctor_id=member
    )
    await check_if_match(call, context, read_schedule)
    is_discounted = schedule["discounted_fees"] is not None
    if is_discounted != (call.discounted_fees is not None):
        raise InvalidInput(calls.NO_FEES if is_discounted else calls.ORDINARY, source="discounted_fees")
    existing = await queries.at_clinic(context.connection, member)
    others = [each for each in existing if each.is_discounted == is_discounted and each.id != call.schedule_id]
    hours = call.local(at, call.timezone if "timezone" in call.model_fields_set else schedule["timezone"])
    _check_overlap(hours, others, at)
    difference = await schedule.set(context.connection, _values(call, hours))
    context.changed("schedule", call.schedule_id, clinic_id=call.clinic_id, **difference)
    return Empty()


async def delete_schedule(call: calls.DeleteSchedule, context: Context) -> Empty:
    """Delete a schedule."""
    member = await _lock_schedules(call, context)
    gone = await delete_or_404(
        context.connection, queries.SCHEDULE, queries.SCHEDULE_REF, call.schedule_id, clinic_doctor_id=member
    )
    before = {"doctor_id": call.doctor_id, **gone}
    context.changed("schedule", call.schedule_id, clinic_id=call.clinic_id, before=before)
    return Empty()


async def _lock_schedules(
    call: calls.AddSchedule | calls.UpdateSchedule | calls.DeleteSchedule, context: Context
) -> int:
    """Lock the clinic doctor, so that concurrent additions see each other's hours."""
    member = await queries.lock_clinic_doctor(context.connection, clinic_id=call.clinic_id, doctor_id=call.doctor_id)
    if member is None:
        raise NotFound(NOT_HERE, source="doctor_id")
    return member


def _check_overlap(hours: Hours, others: list[StoredSchedule], at: datetime) -> None:
    minutes = hours.minutes(at)
    if any(each.hours.minutes(at) & minutes for each in others):
        raise InvalidInput(calls.OVERLAPPING, source="start_time")


def _values(call: calls.ScheduleBody, hours: Hours) -> dict[str, Any]:
    """Return the columns: seven days for daily hours, and times in the schedule's time zone."""
    return {
        "days": list(expand_days(hours.days)),
        "start_time": hours.start_time,
        "end_time": hours.end_time,
        "timezone": hours.timezone,
        "discounted_fees": call.discounted_fees,
    }
