"""What is doubtful about a doctor's week, said and never refused: only the doctor knows (B-98, B-99)."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from careops.calls.schedules import DoctorSchedule


def with_doubts(schedules: list[DoctorSchedule], at: datetime) -> list[DoctorSchedule]:
    """The same schedules: ordinary hours that two clinics want at once, discounted ones outside the ordinary."""
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
            return schedule  # few have a doubt, and only theirs have to be compared one by one
        own = schedule.clinic_id
        both = [id for id, clinic_id, minutes in offered if clinic_id != own and minutes & mine]
        return schedule.model_copy(update={"double_booked_with": both})

    return [looked_at(each) for each in schedules]


def _twice(taken: Iterable[int]) -> int:
    """The minutes that more than one of them has."""
    once = twice = 0
    for minutes in taken:
        twice |= once & minutes
        once |= minutes
    return twice
