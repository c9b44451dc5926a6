"""Counters of policies with a number: the records that a person changed within the last hour, each once."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from sqlalchemy import text

from careops_server.core.database.connection import Connection
from careops_server.core.principal import Change

COUNTED_MINUTES: Final = 60
"""Changes of one person within this time count together, so that no one splits a large change."""
RECENT: Final = f"counted_at > clock_timestamp() - interval '{COUNTED_MINUTES} minutes'"
_LOCK = text("select pg_advisory_xact_lock(hashtextextended('approval counts ' || :person_id, 0))")
# The rows that a statement inserts are invisible to it, so it counts the others. Older rows are left to the retention.
_COUNT = text(f"""
    with counted as (
        insert into approval_counts (person_id, call, record, counted_at)
        select person_id, :call, record, clock_timestamp()
        from unnest(cast(:people as bigint[])) person_id cross join unnest(cast(:records as text[])) record
        on conflict (person_id, call, record) do update set counted_at = excluded.counted_at
    )
    select coalesce(max(other.records), 0) from (
        select count(*) as records from approval_counts
        where person_id = any(:people) and call = :call and record <> all(:records) and {RECENT} group by person_id
    ) other
""")


def records_of(change: Change | None) -> list[str]:
    """Return the names of the records that a change wrote; none if nothing changed."""
    if change is None or change.is_none or change.resource_type is None:
        return []
    ids = [change.resource_id] if change.records is None else change.records
    return [f"{change.resource_type}:{id}" for id in ids]


async def lock_counters(connection: Connection, people: Collection[int]) -> None:
    """Lock the counters of people until the transaction ends, in order of id, so that nobody waits in a circle."""
    for person_id in sorted(people):
        await connection.execute(_LOCK, {"person_id": str(person_id)})


async def count_records(connection: Connection, people: Collection[int], call: str, records: Collection[str]) -> int:
    """Count changed records for the policy of a call. Return the largest number of one of the people.

    The counters have to be locked. A rollback takes the records back.
    """
    names = sorted(set(records))
    others = await connection.execute(_COUNT, {"people": sorted(people), "call": call, "records": names})
    return others.scalar_one(int) + len(names)
