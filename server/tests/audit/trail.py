"""Test events for the audit log, and a fixed clock."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from typing import Any

from server.tests.support.stage import Stage

NOW = datetime(2026, 11, 21, 18, 29, 59, tzinfo=UTC)
"""23:59:59 on 21 November in India."""
MORNING = datetime(2026, 11, 20, 4, 0, tzinfo=UTC)
"""9:30 on 20 November in India."""


async def add_event(stage: Stage, clinic_id: int | None, **columns: Any) -> str:
    """Insert an event directly into the database. Return its id."""
    values = {"occurred_at": MORNING, "key": "patient.view", "event_status": "SUCCESS", **columns}
    for name in {"parameters", "before", "after"} & values.keys():
        values[name] = json.dumps(values[name])
    names = ", ".join(["clinic_id", *values])
    places = ", ".join(["cast(:clinic_id as bigint)", *(f":{name}" for name in values)])
    statement = f"insert into audit_events ({names}) values ({places}) returning id::text"  # noqa: S608 (a test's own names)
    event_id: str = await stage.sql(statement, clinic_id=clinic_id, **values)
    return event_id


async def add_many(stage: Stage, clinic_id: int, count: int, *, apart: timedelta = timedelta(minutes=1)) -> None:
    """Insert ``count`` events, each a little older than the one before; the newest is at ``MORNING``."""
    await stage.sql(
        "insert into audit_events (occurred_at, clinic_id, key, event_status, description)"
        " select cast(:newest as timestamptz) - (n - 1) * cast(:apart as interval), :clinic_id, 'patient.view',"
        " case when n % 5 = 0 then 'FAILED' else 'SUCCESS' end, n::text from generate_series(1, :count) n",
        newest=MORNING,
        apart=apart,
        clinic_id=clinic_id,
        count=count,
    )


async def keep_days_of(stage: Stage, clinic_id: int) -> None:
    """Enable daily rollups for a clinic without events."""
    await stage.sql("insert into audit_busy_clinics values (:clinic_id, '2020-01-01')", clinic_id=clinic_id)
