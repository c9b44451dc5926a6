"""Demo schedules of doctors: mornings, evenings, nights of hospitals; some doctors have a second clinic."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import time
from typing import Final

from careops.constants import TIMEZONE
from careops.weekly_hours import WEEKDAYS
from careops_server.demo.seeders import Row, SeedContext, Seeder

# A second clinic in the same town for every ninth doctor who has joined, enough to see weeks with two clinics.
_SECOND: Final = """
    insert into clinic_doctors (clinic_id, doctor_id, fees, created_at, updated_at)
    select other.id, here.doctor_id, coalesce(here.fees, 300) + 100, here.created_at, here.created_at
    from (
        select cd.doctor_id, cd.fees, cd.created_at, c.id as clinic_id, c.city
        from clinic_doctors cd join doctors d on d.id = cd.doctor_id join clinics c on c.id = cd.clinic_id
        where d.status = 'joined' and d.id % 9 = 0 order by d.id, cd.id limit 100
    ) here
    cross join lateral (
        select c.id from clinics c where c.city = here.city and c.id > here.clinic_id order by c.id limit 1
    ) other
    order by here.doctor_id, here.clinic_id
    on conflict do nothing
"""
_PLACES: Final = """
    select cd.id, cd.fees, c.is_hospital,
        row_number() over (partition by cd.doctor_id order by cd.id) as place
    from clinic_doctors cd join doctors d on d.id = cd.doctor_id join clinics c on c.id = cd.clinic_id
    where d.status = 'joined' order by cd.id
"""
_HALF: Final = 30
_DISCOUNTS: Final = 0.2
_NIGHTS: Final = 0.08


def _rows(context: SeedContext, table: str) -> list[Row]:
    context.connection.execute(_SECOND)
    places = context.connection.execute(_PLACES).fetchall()
    return [row for place in places for row in _at(context, *place)]


def _at(context: SeedContext, id: object, fees: object, is_hospital: object, place: object) -> Iterator[Row]:
    draw = context.random.random
    if is_hospital and draw() < _NIGHTS:
        first = int(draw() * 7)
        yield _hours(id, [WEEKDAYS[first], WEEKDAYS[(first + 2) % 7]], 22 * 60, 6 * 60)
        return
    off = "Sun" if draw() < 0.8 else context.random.choice(WEEKDAYS)
    days = [day for day in WEEKDAYS if day != off]
    morning = (18 + int(draw() * 4)) * _HALF
    evening = (32 + int(draw() * 6)) * _HALF
    at_second = place != 1
    if not at_second:
        yield _hours(id, days if draw() < 0.85 else list(WEEKDAYS), morning, morning + 4 * 60)
    if at_second or draw() < 0.6:
        # Most doctors have separate hours at their two clinics; a few hours overlap.
        late = morning + 3 * 60 if at_second and draw() < 0.2 else evening
        yield _hours(id, days[::2] if at_second else days[:5], late, late + 3 * 60)
    if fees and not at_second and draw() < _DISCOUNTS:
        yield _hours(id, [context.random.choice(days)], morning, morning + 60, fees=round(float(str(fees)) / 2))


def _hours(id: object, days: Sequence[str], start: int, end: int, *, fees: int | None = None) -> Row:
    in_order = [day for day in WEEKDAYS if day in days]
    return (id, in_order, time(start // 60, start % 60), time(end // 60 % 24, end % 60), TIMEZONE, fees)


SEEDER: Final = Seeder(
    {"schedules": ("clinic_doctor_id", "days", "start_time", "end_time", "timezone", "discounted_fees")}, _rows
)
