"""SQL of a purge: expired events and their deletion."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from typing import Final

from sqlalchemy import text

from careops_server.core.database.connection import Connection

_LAST_BEFORE: Final = text("""
    select number, upto_position from audit_seals where sealed_at < :before
        and number > (select coalesce(max(purged), 0) from audit_seals)
        and number < all (select min(number) from audit_seals where sealed_at >= :before having count(*) > 0)
    order by number desc limit 1
""")
_COUNT: Final = text("select count(*) from audit_events where position <= :upto")
_REMOVE: Final = text("select purge_audit_events(:upto)")
_REMOVE_DAYS: Final = text("delete from audit_days where day < :day")


@dataclass(frozen=True)
class Last:
    """The last seal whose events may be purged."""

    number: int
    upto_position: int


async def last_before(connection: Connection, moment: datetime) -> Last | None:
    """Return the last seal before a moment whose events still exist, and before which there is no newer one.

    A seal that was made while the clock was set back does not make those before it older.
    """
    row = (await connection.execute(_LAST_BEFORE, {"before": moment})).one_or_none()
    return None if row is None else Last(row.number, row.upto_position)


async def count_events(connection: Connection, upto_position: int) -> int:
    """Count the events up to a position."""
    return (await connection.execute(_COUNT, {"upto": upto_position})).scalar_one(int)


async def remove_events(connection: Connection, upto_position: int) -> int:
    """Delete the events up to a position. Return the number of events."""
    return (await connection.execute(_REMOVE, {"upto": upto_position})).scalar_one(int)


async def remove_days(connection: Connection, before: date) -> None:
    """Delete the rollups of the days before a date."""
    await connection.execute(_REMOVE_DAYS, {"day": before})
