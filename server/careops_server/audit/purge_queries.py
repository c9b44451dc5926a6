"""The SQL of a purge: what has been kept for long enough, and taking it away."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from typing import Final

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection

_LAST_BEFORE: Final = text("""
    select number, upto_position from audit_seals where sealed_at < :before
        and number > (select coalesce(max(purged), 0) from audit_seals)
    order by number desc limit 1
""")
_COUNT: Final = text("select count(*) from audit_events where position <= :upto")
_REMOVE: Final = text("select purge_audit_events(:upto)")
_REMOVE_DAYS: Final = text("delete from audit_days where day < :day")


@dataclass(frozen=True)
class Last:
    """The last seal whose events may go."""

    number: int
    upto_position: int


async def last_before(connection: AsyncConnection, moment: datetime) -> Last | None:
    """The last seal made before a moment whose events are still there."""
    found = (await connection.execute(_LAST_BEFORE, {"before": moment})).one_or_none()
    return None if found is None else Last(found.number, found.upto_position)


async def count_events(connection: AsyncConnection, upto_position: int) -> int:
    """Count the events up to a position."""
    events: int = (await connection.execute(_COUNT, {"upto": upto_position})).scalar_one()
    return events


async def remove_events(connection: AsyncConnection, upto_position: int) -> int:
    """Remove the events up to a position; how many went."""
    events: int = (await connection.execute(_REMOVE, {"upto": upto_position})).scalar_one()
    return events


async def remove_days(connection: AsyncConnection, before: date) -> None:
    """Remove the figures kept of the days before one."""
    await connection.execute(_REMOVE_DAYS, {"day": before})
