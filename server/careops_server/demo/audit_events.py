"""Writer of the demo audit log: streamed day by day and counted by the log's trigger."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from datetime import datetime, timedelta
from random import Random
from typing import Final

import psycopg
from psycopg import sql

from careops.india_time import INDIA
from careops_server.core.audit.days import start_of_day
from careops_server.demo.changes import draw_changes
from careops_server.demo.events import COLUMNS, DAYS, EventMaker, Workplace

_MAX_WORKPLACES: Final = 20_000
_MAX_EVENTS: Final = 200_000
_WORKPLACES: Final = """
    select c.id, c.is_hospital, c.user_id, u.name from clinics c left join users u on u.id = c.user_id
    order by c.id limit %s
"""
_COPY: Final = sql.SQL("copy audit_events ({}) from stdin").format(
    sql.SQL(", ").join(map(sql.Identifier, (*COLUMNS, "before", "after")))
)


def add_trail(
    connection: psycopg.Connection[tuple[object, ...]],
    *,
    seed: int,
    clinics: int,
    until: datetime,
    tell: Callable[[str, int, int], None],
) -> None:
    """Add events of the last 120 days up to a moment: 24,000 for the size ``demo``.

    An audit log with events of clinics stays unchanged, even if the clinics are replaced: it is never cleared.
    """
    if connection.execute("select 1 from audit_events where clinic_id is not null limit 1").fetchone():
        return
    workplace_rows = connection.execute(_WORKPLACES, [_MAX_WORKPLACES]).fetchall()
    workplaces = [Workplace(*row) for row in workplace_rows]  # type: ignore[arg-type]  # as the query says
    random = Random(f"{seed} events")  # noqa: S311 (reproducible demo data, not secrets)
    seeder = EventMaker(random, workplaces, until=until)
    count = min(clinics * 96, 24_000 + clinics * 2, _MAX_EVENTS)
    changes = deque(draw_changes(connection, seed=seed, until=until))
    first = until.astimezone(INDIA).date() - timedelta(days=DAYS - 1)
    with connection.cursor() as cursor:
        for number, rows in enumerate(seeder.days(count), start=1):
            end = start_of_day(first + timedelta(days=number))
            day = [(*row, None, None) for row in rows]
            while changes and changes[0][0] < end:
                day.append(changes.popleft())
            with cursor.copy(_COPY) as copy:
                for event in sorted(day, key=lambda event: (event[0], str(event[1]))):
                    copy.write_row(event)
            tell("events", number, DAYS)
