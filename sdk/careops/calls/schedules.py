"""Weekly schedules of doctors at clinics, and schedules with another fee. Spec: B 3, B 4, B 5, B 7, B 8.

Times are sent in UTC, days belong to the schedule's timezone (B-40). ``careops.weekly_hours`` converts and compares
them.
"""

from __future__ import annotations

import re
from datetime import datetime, time
from typing import Annotated, Any, Final, Literal, Self

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    PlainSerializer,
    WithJsonSchema,
    field_validator,
    model_validator,
)

from careops.constants import MAX_SCHEDULES, TIMEZONE
from careops.contract import STAFF, Call, Created, Delete, Empty, Example, Get, Model, Post, Put
from careops.contract.envelopes import CREATED, object_in, page_in
from careops.contract.fields import Fees, Id, Rupees, TypedText
from careops.contract.resource import ClientT, Resource, method
from careops.contract.validation_errors import FieldError
from careops.error_codes import Title, title_of
from careops.models.references import ClinicReference
from careops.weekly_hours import Hours, is_zone, to_local, to_wire_days

NO_SCHEDULE: Final = title_of("schedule_not_found")
NO_DAYS: Final = title_of("days_required")
NO_TIME: Final = title_of("time_required")
SAME_TIME: Final = title_of("schedule_empty")
NO_FEES: Final = title_of("fees_required")
OVERLAPPING: Final = title_of("schedules_overlap")
NO_ZONE: Final = title_of("timezone_unknown")
ORDINARY: Final = title_of("schedule_not_discounted")
TOO_MANY: Final = title_of("too_many_schedules", count=MAX_SCHEDULES)

Day = Literal["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun", "Daily"]
_CLOCK: Final = re.compile(r"([01][0-9]|2[0-3]):([0-5][0-9])")


def _clock(value: object) -> object:
    """Parse a time in the format of the API, or accept a ``time`` of whole minutes."""
    if isinstance(value, time) and not (value.second or value.microsecond or value.tzinfo):
        return value
    match = _CLOCK.fullmatch(value) if isinstance(value, str) else None
    if match is None:
        raise ValueError(title_of("clock_time_invalid") if value else NO_TIME)
    return time(int(match[1]), int(match[2]))


def _zone(name: str) -> str:
    if not is_zone(name):
        raise ValueError(NO_ZONE)
    return name


def _asked_for(sentence: Title) -> BeforeValidator:
    def check(value: object) -> object:
        if value is None or value == []:
            raise ValueError(sentence)
        return value

    return BeforeValidator(check)


ClockTime = Annotated[
    time,
    BeforeValidator(_clock),
    PlainSerializer(lambda clock: clock.strftime("%H:%M"), return_type=str, when_used="json"),
    WithJsonSchema({"type": "string", "pattern": "^([01][0-9]|2[0-3]):[0-5][0-9]$", "description": "HH:MM of UTC."}),
]
"""Time of day in UTC, to the minute."""
Zone = Annotated[str, TypedText(64, at_least=1), AfterValidator(_zone)]


class Schedule(Model):
    """Weekly hours of a doctor at a clinic."""

    id: int
    """Id of the schedule."""
    days: list[Day | str]
    """Days, in the schedule's timezone; all seven are ``Daily`` alone."""
    start_time: ClockTime
    """Start, in UTC."""
    end_time: ClockTime
    """End, in UTC; on the next day if it is not after the start."""
    timezone: str = TIMEZONE
    """Time zone of the days, such as Asia/Kolkata."""
    discounted_fees: Rupees | None = None
    """Fee of a visit in these hours, in rupees; null for ordinary hours."""

    def local(self, at: datetime) -> Hours:
        """Convert the hours to the schedule's timezone, with its offset at the given time."""
        start, end = (to_local(clock, self.timezone, at) for clock in (self.start_time, self.end_time))
        return Hours([*self.days], start, end, self.timezone)


class DoctorSchedule(Schedule):
    """Schedule with its clinic and its conflicts, in the list of all schedules of a doctor."""

    clinic_id: int
    """Id of the clinic."""
    clinic_name: str
    """Name of the clinic."""
    clinic_doctor_id: int
    """Id of the clinic doctor."""
    double_booked_with: list[int] = []
    """Ids of overlapping schedules at other clinics; only for ordinary hours."""
    outside_hours: bool = False
    """True for discounted hours that are not entirely within the doctor's ordinary hours at that clinic."""


class ScheduleBody(BaseModel):
    """Fields of a new or changed schedule."""

    days: Annotated[list[Day], _asked_for(NO_DAYS)]
    """Days, in the schedule's timezone. ``Daily`` means all seven and overrides other days."""
    start_time: Annotated[ClockTime, _asked_for(NO_TIME)]
    """Start, HH:MM in UTC."""
    end_time: Annotated[ClockTime, _asked_for(NO_TIME)]
    """End, HH:MM in UTC; on the next day if it is before the start in the schedule's timezone."""
    timezone: Zone = TIMEZONE
    """Time zone of the days."""
    discounted_fees: Fees | None = None
    """Fee of a visit in these hours, in whole rupees; only for discounted schedules (B-38)."""

    @model_validator(mode="before")
    @classmethod
    def _missing_is_null(cls, data: Any) -> Any:
        """Treat a missing field as empty, so that both give the same message (B 5)."""
        defaults = {"days": None, "start_time": None, "end_time": None}
        return {**defaults, **data} if isinstance(data, dict) else data

    @field_validator("discounted_fees", mode="before")
    @classmethod
    def _fees_of_discounted_hours(cls, value: Any) -> Any:
        if value is None:
            raise ValueError(NO_FEES)
        return value

    @field_validator("days")
    @classmethod
    def _in_order(cls, days: list[Day]) -> list[str]:
        return to_wire_days(days)

    @model_validator(mode="after")
    def _some_minutes(self) -> Self:
        if self.start_time == self.end_time:
            raise FieldError("end_time", SAME_TIME)
        return self

    def local(self, at: datetime, zone: str | None = None) -> Hours:
        """Convert the hours to the schedule's timezone or another one, with its offset at the given time."""
        zone = zone or self.timezone
        start, end = (to_local(clock, zone, at) for clock in (self.start_time, self.end_time))
        return Hours([*self.days], start, end, zone)


_BODY: Final[dict[str, Any]] = {
    "days": ["Mon", "Wed", "Fri"],
    "start_time": "03:30",
    "end_time": "07:30",
    "timezone": TIMEZONE,
}


class ListDoctorSchedules(Call[list[DoctorSchedule]]):
    """List all schedules of a doctor by clinic and time, with their conflicts. Our own addition (B-98).

    Overlapping schedules at two clinics are marked, but not refused, because only the doctor knows which is right.
    """

    route = Get(
        "/careops/doctors/{doctor_id}/schedules", access=STAFF, forwarded=True, answer=page_in("data.schedules")
    )
    example = Example(
        call={"doctor_id": 12},
        answer=[
            {
                "id": 7,
                **_BODY,
                "clinic_id": 41,
                "clinic_name": "Navjeevan Polyclinic",
                "clinic_doctor_id": 88,
                "double_booked_with": [19],
            }
        ],
    )

    doctor_id: Id
    """Id of the doctor."""


class ReadSchedule(ClinicReference, Call[Schedule]):
    """Return one schedule of a doctor at a clinic. Our own addition: it has the version for a change."""

    route = Get(
        "/careops/clinics/{clinic_id}/clinic_doctors/{doctor_id}/schedules/{schedule_id}",
        access=STAFF,
        forwarded=True,
        answer=object_in("data.schedule"),
        versioned=tuple(ScheduleBody.model_fields),
    )
    example = Example(call={"clinic_id": 41, "doctor_id": 12, "schedule_id": 7}, answer={"id": 7, **_BODY})

    doctor_id: Id
    """Id of the doctor, not of the clinic doctor (B-36)."""
    schedule_id: Id
    """Id of the schedule."""


class AddSchedule(ClinicReference, ScheduleBody, Call[Created]):
    """Add a schedule of a doctor at a clinic. Spec: B 5, B 7, B 8 (B-36, B-38 to B-41).

    Schedules of the same kind, ordinary or discounted, must not overlap at a clinic.
    """

    route = Post(
        "/clinics/{clinic_id}/clinic_doctors/{doctor_id}/schedules",
        access=STAFF,
        body_in="schedule_details",
        answer=CREATED,
        event="schedule.add",
    )
    example = Example(call={"clinic_id": 41, "doctor_id": 12, **_BODY}, answer={"id": 8})

    doctor_id: Id
    """Id of the doctor, not of the clinic doctor (B-36)."""


class UpdateSchedule(ClinicReference, ScheduleBody, Call[Empty]):
    """Change a schedule. It stays ordinary or discounted, and keeps an omitted timezone. Spec: B 5, B 7 (B-42)."""

    route = Put(
        "/clinics/{clinic_id}/clinic_doctors/{doctor_id}/schedules/{schedule_id}",
        access=STAFF,
        body_in="schedule_details",
        also_in_body={"schedule_id": "scheduleId"},
        event="schedule.update",
        against=ReadSchedule,
    )
    undoable = True
    example = Example(call={"clinic_id": 41, "doctor_id": 12, "schedule_id": 7, **_BODY}, answer={})

    doctor_id: Id
    """Id of the doctor, not of the clinic doctor (B-36)."""
    schedule_id: Id
    """Id of the schedule."""


class DeleteSchedule(ClinicReference, Call[Empty]):
    """Delete a schedule. Spec: B 7, B 8 (B-37)."""

    route = Delete(
        "/clinics/{clinic_id}/clinic_doctors/{doctor_id}/schedules/{schedule_id}",
        access=STAFF,
        event="schedule.delete",
    )
    example = Example(call={"clinic_id": 41, "doctor_id": 12, "schedule_id": 7}, answer={})

    doctor_id: Id
    """Id of the doctor, not of the clinic doctor (B-36)."""
    schedule_id: Id
    """Id of the schedule."""


class Schedules(Resource[ClientT]):
    """``client.schedules``: weekly schedules of doctors."""

    list = method(ListDoctorSchedules)
    read = method(ReadSchedule)
    add = method(AddSchedule)
    update = method(UpdateSchedule)
    delete = method(DeleteSchedule)
