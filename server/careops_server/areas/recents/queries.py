"""SQL of recently opened records."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import datetime
from typing import Any

from sqlalchemy import text

from careops.calls.recents import Recent
from careops_server.core.database.connection import Connection

# Records appear under their current names. Deleted ones are left out. A gateway has no records here and uses the stored
# names.
_LIST = text("""
    select
        r.kind, r.record_id, r.opened_at, r.pinned_at is not null as pinned,
        coalesce(
            c.name, nullif(concat_ws(' ', d.first_name, d.last_name), ''), nullif(u.name, ''), p.name, l.name, r.name
        ) as name,
        coalesce(c.city, p.city, l.city) as place
    from recent_records r
    left join clinics c on r.kind = 'clinic' and c.id = r.record_id
    left join doctors d on r.kind = 'doctor' and d.id = r.record_id
    left join users u on r.kind = 'user' and u.id = r.record_id
    left join pharmacies p on r.kind = 'pharmacy' and p.id = r.record_id
    left join labs l on r.kind = 'lab' and l.id = r.record_id
    where r.user_id = :user_id and r.kind = any(:kinds) and (:elsewhere or coalesce(c.id, d.id, u.id, p.id, l.id) > 0)
    order by r.pinned_at, r.opened_at desc, r.kind, r.record_id
""")
# One transaction at a time for each account, so that parallel requests cannot exceed the limit of pins.
_TAKE_TURN = text("select pg_advisory_xact_lock(hashtextextended('recent records', :user_id))")
_PINNED_AT = text(
    "select pinned_at from recent_records where user_id = :user_id and kind = :kind and record_id = :record_id"
)
_PINS = text("select count(*) from recent_records where user_id = :user_id and pinned_at is not null")
_KEEP = text("""
    insert into recent_records (user_id, kind, record_id, name, pinned_at)
    values (:user_id, :kind, :record_id, :name, :pinned_at)
    on conflict (user_id, kind, record_id) do update
    set opened_at = now(), name = coalesce(excluded.name, recent_records.name), pinned_at = excluded.pinned_at
""")
_DROP_OLDEST = text("""
    delete from recent_records r using (
        select kind, record_id from recent_records where user_id = :user_id and pinned_at is null
        order by opened_at desc, kind, record_id offset :most
    ) old
    where r.user_id = :user_id and r.kind = old.kind and r.record_id = old.record_id
""")
_FORGET = text("""
    delete from recent_records where user_id = :user_id and kind = :kind and record_id = :record_id
    returning pinned_at is not null as pinned
""")


async def list_recents(
    connection: Connection, user_id: int, *, kinds: Collection[str], elsewhere: bool
) -> list[Recent]:
    """Return the records of these kinds, pinned ones first. ``elsewhere`` means that another platform holds the
    records.
    """
    values = {"user_id": user_id, "kinds": list(kinds), "elsewhere": elsewhere}
    return [Recent.model_validate(row) for row in (await connection.execute(_LIST, values)).mappings()]


async def find_recent(connection: Connection, user_id: int, kind: str, record_id: int) -> tuple[bool, datetime | None]:
    """Return whether the record is in the list, and since when it is pinned. Locks the account's list until the
    transaction ends.
    """
    await connection.execute(_TAKE_TURN, {"user_id": user_id})
    values = {"user_id": user_id, "kind": kind, "record_id": record_id}
    row = (await connection.execute(_PINNED_AT, values)).one_or_none()
    return row is not None, row.pinned_at if row else None


async def count_pins(connection: Connection, user_id: int) -> int:
    """Count the account's pins."""
    return (await connection.execute(_PINS, {"user_id": user_id})).scalar_one(int)


async def save(connection: Connection, record: Mapping[str, Any], *, most: int) -> None:
    """Store a record as opened now, and delete all but the ``most`` latest that are not pinned."""
    await connection.execute(_KEEP, record)
    await connection.execute(_DROP_OLDEST, {"user_id": record["user_id"], "most": most})


async def delete(connection: Connection, user_id: int, kind: str, record_id: int) -> bool | None:
    """Remove a record. Return whether it was pinned, None if it was not in the list."""
    values = {"user_id": user_id, "kind": kind, "record_id": record_id}
    return (await connection.execute(_FORGET, values)).scalar_one_or_none(bool)
