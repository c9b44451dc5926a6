"""Warnings about a doctor's week, which never refuse it, because only the doctor knows (B-98, B-99)."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from careops.calls.schedules import DoctorSchedule


def with_doubts(schedules: list[DoctorSchedule], at: datetime) -> list[DoctorSchedule]:
    """Return the schedules with warnings: ordinary hours at two clinics at once, and discounted hours outside the
    ordinary ones.
    """
    taken = {each.id: each.local(at).minutes(at) for each in schedules}
    ordinary = [each for each in schedules if each.discounted_fees is None]
    open_at: dict[int, int] = {}
    for each in ordinary:
        open_at[each.clinic_id] = open_at.get(each.clinic_id, 0) | taken[each.id]
    wanted_twice = _twice(open_at.values())
    offered = [(each.id, each.clinic_id, taken[each.id]) for each in ordinary]

    def looked_at(schedule: DoctorSchedule) -> DoctorSchedule:
        mine = taken[schedule.id]
        if schedule.discounted_fees is not None:
            outside = mine & ~open_at.get(schedule.clinic_id, 0) != 0
            return schedule.model_copy(update={"outside_hours": outside})
        if not mine & wanted_twice:
            return schedule  # few have a warning, and only those need the pairwise comparison
        own = schedule.clinic_id
        both = [id for id, clinic_id, minutes in offered if clinic_id != own and minutes & mine]
        return schedule.model_copy(update={"double_booked_with": both})

    return [looked_at(each) for each in schedules]


def _twice(taken: Iterable[int]) -> int:
    """Return the minutes that more than one value contains."""
    once = twice = 0
    for minutes in taken:
        twice |= once & minutes
        once |= minutes
    return twice
