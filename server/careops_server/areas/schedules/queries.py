"""SQL of schedules. Rows contain local times; answers contain them in UTC with the offset at ``at`` (B-99)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from sqlalchemy import text

from careops.calls.clinic_doctors import NO_DOCTOR
from careops.calls.schedules import NO_SCHEDULE, DoctorSchedule, ReadSchedule, Schedule
from careops.weekly_hours import Hours, to_utc, to_wire_days
from careops_server.core.database import tables
from careops_server.core.database.connection import Connection
from careops_server.core.database.row_statements import insert_row
from careops_server.core.queries.references import Reference
from careops_server.core.queries.row_updates import UpdatableTable

SCHEDULE_REF: Final = Reference("schedules", "schedule_id", NO_SCHEDULE)
SCHEDULE: Final = UpdatableTable(
    tables.schedules,
    frozenset({"days", "start_time", "end_time", "timezone", "discounted_fees"}),
    also=frozenset({"id"}),
)
_DOCTOR: Final = Reference("doctors", "doctor_id", NO_DOCTOR)
_HOLD = text("""
    select id from clinic_doctors where clinic_id = :clinic_id and doctor_id = :doctor_id for no key update
""")
_COLUMNS: Final = "s.id, s.days, s.start_time, s.end_time, s.timezone, s.discounted_fees"
_AT_CLINIC = text(f"""
    select {_COLUMNS} from schedules s where s.clinic_doctor_id = :clinic_doctor_id order by s.start_time, s.id
""")
_ONE = text(f"""
    select {_COLUMNS} from schedules s join clinic_doctors cd on cd.id = s.clinic_doctor_id
    where s.id = :schedule_id and cd.clinic_id = :clinic_id and cd.doctor_id = :doctor_id
""")
_OF_DOCTOR = text(f"""
    select {_COLUMNS}, c.id as clinic_id, c.name as clinic_name, cd.id as clinic_doctor_id
    from clinic_doctors cd join clinics c on c.id = cd.clinic_id join schedules s on s.clinic_doctor_id = cd.id
    where cd.doctor_id = :doctor_id order by c.name, c.id, s.start_time, s.id
""")
_ADD = insert_row(
    tables.schedules, "clinic_doctor_id days start_time end_time timezone discounted_fees", returning="id"
)


@dataclass(frozen=True)
class StoredSchedule:
    """A stored schedule: hours in its time zone, and its row."""

    hours: Hours
    row: Mapping[str, Any]

    @property
    def id(self) -> int:
        return int(self.row["id"])

    @property
    def is_discounted(self) -> bool:
        return self.row["discounted_fees"] is not None

    def to_answer(self, at: datetime) -> dict[str, Any]:
        """Return the fields of an answer."""
        zone = self.hours.timezone
        return {
            **self.row,
            "days": to_wire_days(self.hours.days),
            "start_time": to_utc(self.hours.start_time, zone, at),
            "end_time": to_utc(self.hours.end_time, zone, at),
        }


async def lock_clinic_doctor(connection: Connection, *, clinic_id: int, doctor_id: int) -> int | None:
    """Lock the clinic doctor's schedules until the transaction ends. Return the clinic doctor's id."""
    values = {"clinic_id": clinic_id, "doctor_id": doctor_id}
    return (await connection.execute(_HOLD, values)).scalar_one_or_none(int)


async def at_clinic(connection: Connection, clinic_doctor_id: int) -> list[StoredSchedule]:
    """Return the schedules of a doctor at one clinic, by time."""
    rows = (await connection.execute(_AT_CLINIC, {"clinic_doctor_id": clinic_doctor_id})).mappings()
    return [_to_schedule(row) for row in rows]


async def read(connection: Connection, call: ReadSchedule) -> StoredSchedule:
    """Return a schedule. Raises ``NotFound`` if the doctor has no such schedule at that clinic."""
    row = (await connection.execute(_ONE, call.parameters)).mappings().one_or_none()
    if row is None:
        raise SCHEDULE_REF.not_found()
    return _to_schedule(row)


async def of_doctor(connection: Connection, doctor_id: int, at: datetime) -> list[DoctorSchedule]:
    """Return the schedules of a doctor at all clinics. Raises ``NotFound`` if there is no such doctor."""
    await _DOCTOR.find(connection, doctor_id)
    rows = (await connection.execute(_OF_DOCTOR, {"doctor_id": doctor_id})).mappings()
    return [DoctorSchedule(**_to_schedule(row).to_answer(at)) for row in rows]


async def add(connection: Connection, clinic_doctor_id: int, values: Mapping[str, Any]) -> int:
    """Create a schedule and return its id."""
    return (await connection.execute(_ADD, {**values, "clinic_doctor_id": clinic_doctor_id})).scalar_one(int)


def sent_at_clinic(schedules: list[StoredSchedule], at: datetime) -> dict[str, list[Schedule]]:
    """Return both lists of a clinic doctor (B-38)."""
    return {
        "schedules": [Schedule(**each.to_answer(at)) for each in schedules if not each.is_discounted],
        "discount_schedule": [Schedule(**each.to_answer(at)) for each in schedules if each.is_discounted],
    }


def _to_schedule(row: Any) -> StoredSchedule:
    return StoredSchedule(Hours(row["days"], row["start_time"], row["end_time"], row["timezone"]), row)
