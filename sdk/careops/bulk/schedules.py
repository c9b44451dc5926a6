"""Bulk import of schedules from a table. Times are in the time zone of the schedule."""

from __future__ import annotations

import datetime
import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from careops.bulk.table_import import Import, Parsed, RowError, clinic_of_row
from careops.bulk.tables import Cells, TableLayout, text_of
from careops.bulk.targets import Cell, InvalidRow, Target, parse_id
from careops.calls.schedules import AddSchedule, DoctorSchedule, ListDoctorSchedules
from careops.constants import TIMEZONE
from careops.weekly_hours import DAILY, WEEKDAYS, is_zone, to_utc, to_wire_days

if TYPE_CHECKING:
    from careops.client.sync_client import AsyncCareOps
    from careops.contract import Call

NO_TIME: Final = "a time looks like 09:00 or 9:30 PM"
_WHOLE: Final = re.compile(r"\.0+$")
"""Decimal part of whole rupees, as lists and spreadsheets write it."""
_ENDINGS: Final = {"Tue": "sday", "Wed": "nesday", "Thu": "rsday", "Sat": "urday"}
_DAYS: Final = {
    DAILY.lower(): DAILY,
    **{day.lower(): day for day in WEEKDAYS},
    **{f"{day.lower()}{_ENDINGS.get(day, 'day')}": day for day in WEEKDAYS},
}
_CLOCK: Final = re.compile(r"([0-9]{1,2})(?:[:.]([0-9]{2}))?(?::00)? ?([ap]m)?", re.IGNORECASE)


class AddSchedules(Import):
    """Add schedules. Identical ones that exist are unchanged."""

    command = "schedules add"
    layout = TableLayout(
        {
            "clinic_id": ("clinic_id", "clinic"),
            "doctor_id": ("doctor_id", "doctor"),
            "days": ("days", "day"),
            "start": ("start", "start_time", "from"),
            "end": ("end", "end_time", "to"),
            "timezone": ("timezone", "zone"),
            "discounted_fees": ("discounted_fees", "fees"),
        },
        optional=frozenset({"timezone", "discounted_fees"}),
    )
    makes = (AddSchedule,)

    @classmethod
    def text_of_row(cls, cells: Cells) -> str:
        return " ".join(text_of(cells.get(name)) for name in ("days", "start", "end")).strip()

    @classmethod
    def parse(cls, cells: Cells) -> Parsed:
        clinic, doctor = clinic_of_row(cells), parse_id(0, cells.get("doctor_id"))
        if isinstance(doctor, InvalidRow):
            raise RowError(f"doctor: {doctor.reason}")
        fields: dict[str, Any] = {
            "clinic_id": clinic,
            "doctor_id": doctor.key,
            "days": ",".join(_days(text_of(cells.get("days")))),
            "start": clock(cells.get("start")),
            "end": clock(cells.get("end")),
            "timezone": text_of(cells.get("timezone")) or TIMEZONE,
            "discounted_fees": _WHOLE.sub("", text_of(cells.get("discounted_fees"))) or None,
        }
        if None in (fields["start"], fields["end"]):
            raise RowError(NO_TIME)
        call = _call(fields, datetime.datetime.now(datetime.UTC))
        fields |= {"days": ",".join(call.days), "discounted_fees": call.discounted_fees}
        kind = "" if call.discounted_fees is None else f", ₹{call.discounted_fees}"
        hours = f"{fields['days']} {fields['start']}-{fields['end']} {call.timezone}{kind}"
        return f"doctor {call.doctor_id} at clinic {call.clinic_id}: {hours}", fields

    async def call(self, client: AsyncCareOps, target: Target) -> Call[Any]:
        return _call(target.fields, datetime.datetime.now(datetime.UTC))

    async def check(self, client: AsyncCareOps, target: Target) -> bool:
        """Return True if the doctor has identical hours at the clinic."""
        at = datetime.datetime.now(datetime.UTC)
        schedules = await client.send(ListDoctorSchedules(doctor_id=target.fields["doctor_id"]))
        return any(row_of(target.fields["doctor_id"], each, at) == target.fields for each in schedules)

    def describe(self, target: Target) -> str:
        return str(target.key)


class ImportSchedules(AddSchedules):
    """Add schedules under a separate command name in the journal."""

    command = "schedules import"


read_schedules = AddSchedules.read


def row_of(doctor_id: int, schedule: DoctorSchedule, at: datetime.datetime) -> dict[str, Any]:
    """Return a schedule as a row of an import table, so that exports can be imported."""
    hours = schedule.local(at)
    fees = schedule.discounted_fees
    return {
        "clinic_id": schedule.clinic_id,
        "doctor_id": doctor_id,
        "days": ",".join(schedule.days),
        "start": hours.start_time.strftime("%H:%M"),
        "end": hours.end_time.strftime("%H:%M"),
        "timezone": schedule.timezone,
        "discounted_fees": None if fees is None else int(fees),
    }


def clock(cell: Cell) -> str | None:
    """Parse a time of day as people and spreadsheets write it to ``09:00``. None if it is not a time of day."""
    if isinstance(cell, datetime.time):
        return cell.strftime("%H:%M")
    match = _CLOCK.fullmatch(text_of(cell))
    if match is None or (match[2] is None and match[3] is None):
        return None
    hour, half = int(match[1]), (match[3] or "").lower()
    if half:
        if not 1 <= hour <= 12:
            return None
        hour = hour % 12 + (12 if half == "pm" else 0)
    minute = int(match[2] or 0)
    return f"{hour:02}:{minute:02}" if hour < 24 and minute < 60 else None


def _days(text: str) -> list[str]:
    """Parse days such as ``mon, Wednesday`` or ``daily``. Raises ``RowError`` with the first unknown word."""
    words = [word for word in re.split(r"[\s,;/+]+", text.lower()) if word]
    for word in words:
        if word not in _DAYS:
            raise RowError(f"{word!r} is no day; Mon to Sun or Daily")
    return to_wire_days(_DAYS[word] for word in words)


def _call(fields: Mapping[str, Any], at: datetime.datetime) -> AddSchedule:
    """Build the call. Raises ``ValidationError`` for invalid fields."""
    zone = fields["timezone"]
    valid_zone = zone if is_zone(zone) else "UTC"  # the call reports an unknown zone
    times = {
        f"{name}_time": to_utc(datetime.time.fromisoformat(fields[name]), valid_zone, at) for name in ("start", "end")
    }
    discount = {} if fields["discounted_fees"] is None else {"discounted_fees": fields["discounted_fees"]}
    return AddSchedule.model_validate(
        {
            "clinic_id": fields["clinic_id"],
            "doctor_id": fields["doctor_id"],
            "days": [day for day in fields["days"].split(",") if day],
            **times,
            "timezone": zone,
            **discount,
        }
    )
