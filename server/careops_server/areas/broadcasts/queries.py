"""SQL of broadcasts and their ledgers."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil
from typing import Final

from sqlalchemy import text

from careops.calls import broadcasts as calls
from careops.constants import TIMEZONE
from careops_server.core.database.connection import Connection
from careops_server.core.queries.list_query import ListQuery
from careops_server.core.queries.references import Reference

AT_ONCE: Final = 50_000
"""Lines of a ledger written within the request: about a second on a busy machine."""
BROADCAST: Final = Reference("broadcasts", "broadcast_id", calls.NO_BROADCAST)
BROADCASTS: Final = ListQuery(calls.Broadcast, "broadcasts b")
REACHED_DEVICES: Final = ListQuery(
    calls.ReachedDevice,
    "broadcast_devices r",
    base_filter="r.broadcast_id = :broadcast_id",
    order="r.seen_at desc nulls last",
    unique="device_id",
    parent=BROADCAST,
)
_THOSE: Final = "(cast(:app_type as text) is null or app_type = :app_type)"
_VERSIONS = text(f"""
    select app_type, app_version, count(*) as devices from devices where {_THOSE}
    group by app_type, app_version order by 3 desc, 1, 2
""")
# Grouped here and below, because count(distinct) would make PostgreSQL read a million devices in the order of users.
_USERS = text(f"select count(*) from (select from devices where {_THOSE} group by user_id) users")
# Of two concurrent sends of the same broadcast, the second waits and then sees the first.
_IN_TURN = text("select pg_advisory_xact_lock(hashtextextended('broadcast ' || :what, 0))")
_PASSED = text("""
    select extract(epoch from clock_timestamp() - max(sent_at))::float8 from broadcasts
    where kind = :kind and app_type is not distinct from cast(:app_type as text)
""")
_SEND = text(f"""
    with reached as (
        select coalesce(sum(devices), 0)::int as devices, count(*) as users, min(first) as first, max(last) as last
        from (
            select count(*) as devices, min(id) as first, max(id) as last from devices where {_THOSE} group by user_id
        ) of_users
    ), sent as (
        insert into broadcasts (kind, app_type, sent_by, sent_at, devices, users, unwritten_upto)
        select :kind, :app_type, :sent_by, clock_timestamp(), devices, users,
            case when devices > :at_once then last end
        from reached returning id
    )
    select sent.id, reached.* from sent, reached
""")
# In the order of devices, here and below, which prevents deadlocks between writers of the same lines.
_LINES_BETWEEN = text(f"""
    insert into broadcast_devices (broadcast_id, device_id, user_id, app_type, app_version)
    select :id, d.id, d.user_id, d.app_type, d.app_version from devices d
    where {_THOSE} and d.id between :first and :last order by d.id on conflict do nothing
""")
_LINES_AHEAD = text("""
    insert into broadcast_devices (broadcast_id, device_id, user_id, app_type, app_version)
    select b.id, d.id, d.user_id, d.app_type, d.app_version
    from unnest(cast(:app_types as text[]), cast(:device_keys as text[])) as reported (app_type, device_key)
        join devices d using (app_type, device_key)
        join broadcasts b on b.unwritten_upto is not null and b.unwritten_upto >= d.id
            and (b.app_type is null or b.app_type = d.app_type)
    order by b.id, d.id on conflict do nothing
""")
_LEDGER_IS_WHOLE = text("update broadcasts set unwritten_upto = null where id = :id")
_ONE = text("select * from broadcasts where id = :id")
_DAYS = text(f"""
    with broadcast as (
        select id, (sent_at at time zone '{TIMEZONE}')::date as first from broadcasts where id = :id
    ), followed as (
        select (seen_at at time zone '{TIMEZONE}')::date as day, count(*) as seen
        from broadcast_devices where broadcast_id = :id and seen_at is not null group by 1
    )
    select d.day::date as day,
        coalesce((select sum(f.seen) from followed f where f.day <= d.day::date), 0)::int as seen
    from broadcast, generate_series(
        broadcast.first,
        least((now() at time zone '{TIMEZONE}')::date, broadcast.first + {calls.ADOPTION_DAYS - 1}),
        interval '1 day'
    ) d (day)
    order by 1
""")


@dataclass(frozen=True)
class Ids:
    """Range of device ids."""

    first: int
    last: int


@dataclass(frozen=True)
class SentBroadcast:
    """A broadcast that was just sent."""

    id: int
    devices: int
    users: int
    unwritten: Ids | None
    """Devices without a line in the ledger, which a job will write; empty if the ledger is complete."""


async def reach(connection: Connection, app_type: str | None) -> calls.Reach:
    """Return devices and users of an app, or of all apps, and the seconds until the next broadcast is possible."""
    values = {"app_type": app_type}
    versions = [calls.VersionReach(**row) for row in (await connection.execute(_VERSIONS, values)).mappings()]
    users: int = (await connection.execute(_USERS, values)).scalar_one()
    passed = await _seconds_since(connection, "web_upgrade" if app_type else "relogin", app_type)
    return calls.Reach(
        devices=sum(version.devices for version in versions),
        users=users,
        versions=versions,
        wait_seconds=0 if passed is None else max(0, ceil(calls.MINUTE_SECONDS - passed)),
    )


async def seconds_since(connection: Connection, kind: str, app_type: str | None) -> float | None:
    """Return the seconds since the last such broadcast, None if there was none. Locks out others until the commit."""
    await connection.execute(_IN_TURN, {"what": app_type or kind})
    return await _seconds_since(connection, kind, app_type)


async def _seconds_since(connection: Connection, kind: str, app_type: str | None) -> float | None:
    passed: float | None = (await connection.execute(_PASSED, {"kind": kind, "app_type": app_type})).scalar_one()
    return passed


async def send(connection: Connection, kind: str, app_type: str | None, *, sent_by: str) -> SentBroadcast:
    """Write the broadcast, and its ledger if it is small."""
    values = {"kind": kind, "app_type": app_type, "sent_by": sent_by}
    row = (await connection.execute(_SEND, {**values, "at_once": AT_ONCE})).one_row()
    ids = Ids(row.first or 0, row.last or 0)
    if row.devices <= AT_ONCE:
        await write_lines(connection, row.id, app_type, first=ids.first, last=ids.last)
    return SentBroadcast(row.id, row.devices, row.users, None if row.devices <= AT_ONCE else ids)


async def write_lines(connection: Connection, id: int, app_type: str | None, *, first: int, last: int) -> None:
    """Add ledger lines for the devices of an app, or of all apps, within a range of ids. Existing lines are skipped."""
    await connection.execute(_LINES_BETWEEN, {"id": id, "app_type": app_type, "first": first, "last": last})


async def write_lines_ahead(connection: Connection, app_types: list[str], device_keys: list[str]) -> None:
    """Add ledger lines of devices that are about to change to incomplete ledgers.

    Their versions at the time of the broadcast would be lost otherwise.
    """
    await connection.execute(_LINES_AHEAD, {"app_types": app_types, "device_keys": device_keys})


async def ledger_is_whole(connection: Connection, id: int) -> None:
    """Mark the ledger as complete."""
    await connection.execute(_LEDGER_IS_WHOLE, {"id": id})


async def adoption(connection: Connection, id: int) -> calls.Adoption:
    """Return a broadcast with its days. Raises ``NotFound``."""
    row = (await connection.execute(_ONE, {"id": id})).mappings().one_or_none()
    if row is None:
        raise BROADCAST.not_found()
    days = (await connection.execute(_DAYS, {"id": id})).mappings()
    return calls.Adoption(
        broadcast=calls.Broadcast.model_validate(row), days=[calls.AdoptionDay(**day) for day in days]
    )
