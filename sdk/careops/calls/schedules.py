"""When doctors sit where: hours of every week, and hours with another fee. Spec: B 3, B 4, B 5, B 7, B 8.

Times travel in UTC, days are those of the schedule's own timezone (B-40); ``careops.week`` converts and compares.
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

from careops.areas import Area, ClientT, verb
from careops.constants import SCHEDULES_MAX, TIMEZONE
from careops.contract import STAFF, Call, Created, Delete, Done, Example, Get, Model, Post, Put
from careops.fields import Fees, Id, Rupees, Typed
from careops.problems import AboutField
from careops.shapes import CREATED, record, rows
from careops.week import Hours, is_zone, said_days, to_local

NO_SCHEDULE: Final = "This doctor has no schedule with this id at this clinic"
NO_DAYS: Final = "Please select days"
NO_TIME: Final = "Please select time"
SAME_TIME: Final = "Time not valid"
NO_FEES: Final = "Enter consultation fees"
OVERLAPPING: Final = "Timings are overlapping"
NO_ZONE: Final = "There is no such timezone"
ORDINARY: Final = "These are ordinary hours; add discounted ones beside them"
TOO_MANY: Final = f"A doctor can have at most {SCHEDULES_MAX} schedules at a clinic"

Day = Literal["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun", "Daily"]
_CLOCK: Final = re.compile(r"([01][0-9]|2[0-3]):([0-5][0-9])")


def _clock(given: object) -> object:
    """A time as the wire writes it, or as a ``time`` of whole minutes."""
    if isinstance(given, time) and not (given.second or given.microsecond or given.tzinfo):
        return given
    found = _CLOCK.fullmatch(given) if isinstance(given, str) else None
    if found is None:
        raise ValueError("Please give the time as HH:MM" if given else NO_TIME)
    return time(int(found[1]), int(found[2]))


def _zone(given: str) -> str:
    if not is_zone(given):
        raise ValueError(NO_ZONE)
    return given


def _asked_for(sentence: str) -> BeforeValidator:
    def check(given: object) -> object:
        if given is None or given == []:
            raise ValueError(sentence)
        return given

    return BeforeValidator(check)


ClockTime = Annotated[
    time,
    BeforeValidator(_clock),
    PlainSerializer(lambda clock: clock.strftime("%H:%M"), return_type=str, when_used="json"),
    WithJsonSchema({"type": "string", "pattern": "^([01][0-9]|2[0-3]):[0-5][0-9]$", "description": "HH:MM of UTC."}),
]
"""A time of day in UTC, to the minute."""
Zone = Annotated[str, Typed(64, at_least=1), AfterValidator(_zone)]


class Schedule(Model):
    """Hours of a doctor at a clinic that come back every week."""

    id: int
    """What identifies the schedule."""
    days: list[Day | str]
    """The days, in the schedule's timezone; all seven are ``Daily`` alone."""
    start_time: ClockTime
    """When it begins, in UTC."""
    end_time: ClockTime
    """When it ends, in UTC; on the next day where that is not after the start."""
    timezone: str = TIMEZONE
    """The zone whose days these are, such as Asia/Kolkata."""
    discounted_fees: Rupees | None = None
    """What a visit costs in these hours, in rupees; null for ordinary hours."""

    def local(self, at: datetime) -> Hours:
        """The hours as the clock of their timezone shows them, by its offset at that moment."""
        start, end = (to_local(clock, self.timezone, at) for clock in (self.start_time, self.end_time))
        return Hours([*self.days], start, end, self.timezone)


class DoctorSchedule(Schedule):
    """A schedule among all of a doctor's, with the clinic it is at and what is doubtful about it."""

    clinic_id: int
    """The clinic."""
    clinic_name: str
    """What the clinic is called."""
    clinic_doctor_id: int
    """The doctor's id at this clinic."""
    double_booked_with: list[int] = []
    """Schedules at other clinics that would need the doctor at the same time; only among ordinary hours."""
    outside_hours: bool = False
    """Discounted hours that are not all within the doctor's ordinary hours at that clinic."""


class ScheduleBody(BaseModel):
    """What a schedule is added and changed with."""

    days: Annotated[list[Day], _asked_for(NO_DAYS)]
    """The days, in the schedule's timezone; ``Daily`` is all seven, whatever stands beside it."""
    start_time: Annotated[ClockTime, _asked_for(NO_TIME)]
    """When it begins, HH:MM in UTC."""
    end_time: Annotated[ClockTime, _asked_for(NO_TIME)]
    """When it ends, HH:MM in UTC; past midnight where that is before the start on the zone's clock."""
    timezone: Zone = TIMEZONE
    """The zone whose days these are."""
    discounted_fees: Fees | None = None
    """What a visit costs in these hours, in whole rupees; only discounted schedules have it (B-38)."""

    @model_validator(mode="before")
    @classmethod
    def _missing_is_null(cls, given: Any) -> Any:
        """What is missing is asked for in the same words as what is empty (B 5)."""
        asked = {"days": None, "start_time": None, "end_time": None}
        return {**asked, **given} if isinstance(given, dict) else given

    @field_validator("discounted_fees", mode="before")
    @classmethod
    def _fees_of_discounted_hours(cls, given: Any) -> Any:
        if given is None:
            raise ValueError(NO_FEES)
        return given

    @field_validator("days")
    @classmethod
    def _in_order(cls, days: list[Day]) -> list[str]:
        return said_days(days)

    @model_validator(mode="after")
    def _some_minutes(self) -> Self:
        if self.start_time == self.end_time:
            raise AboutField("end_time", SAME_TIME)
        return self

    def local(self, at: datetime) -> Hours:
        """The hours as the clock of their timezone shows them, by its offset at that moment."""
        start, end = (to_local(clock, self.timezone, at) for clock in (self.start_time, self.end_time))
        return Hours([*self.days], start, end, self.timezone)


_BODY: Final[dict[str, Any]] = {
    "days": ["Mon", "Wed", "Fri"],
    "start_time": "03:30",
    "end_time": "07:30",
    "timezone": TIMEZONE,
}


class ListDoctorSchedules(Call[list[DoctorSchedule]]):
    """All schedules of a doctor, by clinic and time, with what is doubtful about them. Our own addition (B-98).

    Two clinics that want the doctor at the same time are marked, never refused: only the doctor knows.
    """

    route = Get("/careops/doctors/{doctor_id}/schedules", access=STAFF, forwarded=True, answer=rows("data.schedules"))
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
    """The doctor."""


class ReadSchedule(Call[Schedule]):
    """One schedule of a doctor at a clinic. Our own addition: it names the version a change is made against."""

    route = Get(
        "/careops/clinics/{clinic_id}/clinic_doctors/{doctor_id}/schedules/{schedule_id}",
        access=STAFF,
        forwarded=True,
        answer=record("data.schedule"),
        versioned=tuple(ScheduleBody.model_fields),
    )
    example = Example(call={"clinic_id": 41, "doctor_id": 12, "schedule_id": 7}, answer={"id": 7, **_BODY})

    clinic_id: Id
    """The clinic."""
    doctor_id: Id
    """The doctor's own id, not the clinic doctor's (B-36)."""
    schedule_id: Id
    """The schedule to read."""


class AddSchedule(ScheduleBody, Call[Created]):
    """Add hours of a doctor at a clinic. Spec: B 5, B 7, B 8 (B-36, B-38 to B-41).

    Hours of one kind, ordinary or discounted, never overlap at a clinic.
    """

    route = Post(
        "/clinics/{clinic_id}/clinic_doctors/{doctor_id}/schedules",
        access=STAFF,
        body_in="schedule_details",
        answer=CREATED,
        event="schedule.add",
    )
    example = Example(call={"clinic_id": 41, "doctor_id": 12, **_BODY}, answer={"id": 8})

    clinic_id: Id
    """The clinic."""
    doctor_id: Id
    """The doctor's own id, not the clinic doctor's (B-36)."""


class UpdateSchedule(ScheduleBody, Call[Done]):
    """Change hours as a whole; discounted hours stay discounted, ordinary ones ordinary. Spec: B 5, B 7 (B-42)."""

    route = Put(
        "/clinics/{clinic_id}/clinic_doctors/{doctor_id}/schedules/{schedule_id}",
        access=STAFF,
        body_in="schedule_details",
        also_in_body={"schedule_id": "scheduleId"},
        event="schedule.update",
        against=ReadSchedule,
    )
    example = Example(call={"clinic_id": 41, "doctor_id": 12, "schedule_id": 7, **_BODY}, answer={})

    clinic_id: Id
    """The clinic."""
    doctor_id: Id
    """The doctor's own id, not the clinic doctor's (B-36)."""
    schedule_id: Id
    """The schedule to change."""


class DeleteSchedule(Call[Done]):
    """Take hours away. Spec: B 7, B 8 (B-37)."""

    route = Delete(
        "/clinics/{clinic_id}/clinic_doctors/{doctor_id}/schedules/{schedule_id}",
        access=STAFF,
        event="schedule.delete",
    )
    example = Example(call={"clinic_id": 41, "doctor_id": 12, "schedule_id": 7}, answer={})

    clinic_id: Id
    """The clinic."""
    doctor_id: Id
    """The doctor's own id, not the clinic doctor's (B-36)."""
    schedule_id: Id
    """The schedule to take away."""


class Schedules(Area[ClientT]):
    """``client.schedules``: when doctors sit where."""

    list = verb(ListDoctorSchedules)
    read = verb(ReadSchedule)
    add = verb(AddSchedule)
    update = verb(UpdateSchedule)
    delete = verb(DeleteSchedule)
