"""What is doubtful about a doctor's week, said and never refused: only the doctor knows (B-98, B-99)."""

from __future__ import annotations

from datetime import datetime
from functools import reduce
from operator import or_

from careops.calls.schedules import DoctorSchedule


def with_doubts(schedules: list[DoctorSchedule], at: datetime) -> list[DoctorSchedule]:
    """The same schedules: ordinary hours that two clinics want at once, discounted ones outside the ordinary."""
    taken = {each.id: each.local(at).minutes(at) for each in schedules}
    ordinary = [each for each in schedules if each.discounted_fees is None]

    def looked_at(schedule: DoctorSchedule) -> DoctorSchedule:
        mine = taken[schedule.id]
        if schedule.discounted_fees is not None:
            around = reduce(or_, (taken[each.id] for each in ordinary if each.clinic_id == schedule.clinic_id), 0)
            return schedule.model_copy(update={"outside_hours": mine & ~around != 0})
        both = [each.id for each in ordinary if each.clinic_id != schedule.clinic_id and taken[each.id] & mine]
        return schedule.model_copy(update={"double_booked_with": both})

    return [looked_at(each) for each in schedules]
