"""Bulk import of schedules from a table. Times are in the time zone of the schedule."""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Final, Never

from pydantic import ValidationError

from careops.bulk.changes import Change
from careops.bulk.table_reader import Source
from careops.bulk.tables import Cells, TableLayout, read_table, row_error, text_of, why_no_clinic, why_unusable
from careops.bulk.targets import Cell, Found, InvalidRow, Target, parse_id
from careops.calls.schedules import AddSchedule, DoctorSchedule, ListDoctorSchedules
from careops.constants import TIMEZONE
from careops.weekly_hours import DAILY, WEEKDAYS, is_zone, to_utc, to_wire_days

if TYPE_CHECKING:
    from careops.client.sync_client import AsyncCareOps
    from careops.contract import Call

NO_TIME: Final = "a time looks like 09:00 or 9:30 PM"
SCHEDULES = TableLayout(
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
_WHOLE: Final = re.compile(r"\.0+$")
"""Decimal part of whole rupees, as lists and spreadsheets write it."""
_ENDINGS: Final = {"Tue": "sday", "Wed": "nesday", "Thu": "rsday", "Sat": "urday"}
_DAYS: Final = {
    DAILY.lower(): DAILY,
    **{day.lower(): day for day in WEEKDAYS},
    **{f"{day.lower()}{_ENDINGS.get(day, 'day')}": day for day in WEEKDAYS},
}
_CLOCK: Final = re.compile(r"([0-9]{1,2})(?:[:.]([0-9]{2}))?(?::00)? ?([ap]m)?", re.IGNORECASE)


@dataclass(frozen=True)
class AddSchedules(Change[Never]):
    """Add schedules. Identical ones that exist are unchanged."""

    makes = (AddSchedule,)
    command: ClassVar[str] = "schedules add"

    @property
    def fingerprint(self) -> Mapping[str, Any]:
        return {}

    async def call(self, client: AsyncCareOps, target: Target) -> Call[Any]:
        return _call(target.fields, datetime.datetime.now(datetime.UTC))

    async def check(self, client: AsyncCareOps, target: Target) -> bool:
        """Return True if the doctor has identical hours at the clinic."""
        at = datetime.datetime.now(datetime.UTC)
        there = await client.send(ListDoctorSchedules(doctor_id=target.fields["doctor_id"]))
        return any(row_of(target.fields["doctor_id"], each, at) == target.fields for each in there)

    def describe(self, target: Target) -> str:
        return str(target.key)


@dataclass(frozen=True)
class ImportSchedules(AddSchedules):
    """Add schedules under a separate command name in the journal."""

    command: ClassVar[str] = "schedules import"


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


def read_schedules(source: Source, *, fallback: Cells | None = None) -> Iterator[Found]:
    """Read schedules from a table: clinic_id, doctor_id, days, start, end; optionally timezone, discounted_fees.

    ``fallback`` may contain any of these except the ids, for rows without them.
    """
    return read_table(source, SCHEDULES, schedule, fallback=fallback)


def schedule(row: int, cells: Cells) -> Found:
    """Parse and validate the schedule in a row of a table."""
    typed = " ".join(text_of(cells.get(name)) for name in ("days", "start", "end")).strip()
    if reason := why_unusable(cells):
        return InvalidRow(row, typed, reason)
    ids = {name: parse_id(row, cells.get(name)) for name in ("clinic_id", "doctor_id")}
    if isinstance(wrong := ids["clinic_id"], InvalidRow):
        return InvalidRow(row, typed, why_no_clinic(wrong))
    if isinstance(wrong := ids["doctor_id"], InvalidRow):
        return InvalidRow(row, typed, f"doctor: {wrong.reason}")
    try:
        days = _days(text_of(cells.get("days")))
    except ValueError as error:
        return InvalidRow(row, typed, str(error))
    fields = {
        **{name: found.key for name, found in ids.items() if isinstance(found, Target)},
        "days": ",".join(days),
        "start": clock(cells.get("start")),
        "end": clock(cells.get("end")),
        "timezone": text_of(cells.get("timezone")) or TIMEZONE,
        "discounted_fees": _WHOLE.sub("", text_of(cells.get("discounted_fees"))) or None,
    }
    if None in (fields["start"], fields["end"]):
        return InvalidRow(row, typed, NO_TIME)
    try:
        call = _call(fields, datetime.datetime.now(datetime.UTC))
    except ValidationError as error:
        return row_error(row, typed, error)
    fields |= {"days": ",".join(call.days), "discounted_fees": call.discounted_fees}
    kind = "" if call.discounted_fees is None else f", ₹{call.discounted_fees}"
    place = f"doctor {call.doctor_id} at clinic {call.clinic_id}"
    return Target(row, f"{place}: {fields['days']} {fields['start']}-{fields['end']} {call.timezone}{kind}", fields)


def clock(cell: Cell) -> str | None:
    """Parse a time of day as people and spreadsheets write it to ``09:00``. None if it is not a time of day."""
    if isinstance(cell, datetime.time):
        return cell.strftime("%H:%M")
    found = _CLOCK.fullmatch(text_of(cell))
    if found is None or (found[2] is None and found[3] is None):
        return None
    hour, half = int(found[1]), (found[3] or "").lower()
    if half:
        if not 1 <= hour <= 12:
            return None
        hour = hour % 12 + (12 if half == "pm" else 0)
    minute = int(found[2] or 0)
    return f"{hour:02}:{minute:02}" if hour < 24 and minute < 60 else None


def _days(text: str) -> list[str]:
    """Parse days such as ``mon, Wednesday`` or ``daily``. Raises ``ValueError`` with the first unknown word."""
    words = [word for word in re.split(r"[\s,;/+]+", text.lower()) if word]
    for word in words:
        if word not in _DAYS:
            raise ValueError(f"{word!r} is no day; Mon to Sun or Daily")
    return to_wire_days(_DAYS[word] for word in words)


def _call(fields: Mapping[str, Any], at: datetime.datetime) -> AddSchedule:
    """Build the call. Raises ``ValidationError`` for invalid fields."""
    zone = fields["timezone"]
    known = zone if is_zone(zone) else "UTC"  # the call reports an unknown zone
    times = {f"{name}_time": to_utc(datetime.time.fromisoformat(fields[name]), known, at) for name in ("start", "end")}
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
