"""The SQL of broadcasts and their ledgers."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil
from typing import Final

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection

from careops.calls.broadcasts import (
    ADOPTION_DAYS,
    APPROVAL_HOURS,
    MINUTE_SECONDS,
    NO_BROADCAST,
    Adoption,
    AdoptionDay,
    Broadcast,
    BroadcastKind,
    ListBroadcasts,
    ListProposals,
    ListReachedDevices,
    Proposal,
    Reach,
    ReachedDevice,
    VersionReach,
)
from careops.constants import TIMEZONE
from careops.contract import Page, Written
from careops_server.database.known import Kind
from careops_server.database.lists import Listing

BROADCAST: Final = Kind("broadcasts", "broadcast_id", NO_BROADCAST)
_LIST: Final = Listing(Broadcast, "broadcasts b")
_LEDGER: Final = Listing(
    ReachedDevice,
    "broadcast_devices r",
    always="r.broadcast_id = :broadcast_id",
    order="r.seen_at desc nulls last",
    unique="device_id",
    within=BROADCAST,
)
_STATE: Final = f"""
    case when p.broadcast_id is not null then 'sent' when p.decided_at is not null then 'declined'
        when p.asked_at < now() - interval '{APPROVAL_HOURS} hours' then 'expired' else 'waiting' end
"""
_PROPOSALS: Final = Listing(
    Proposal,
    "broadcast_proposals p",
    read={"state": _STATE},
    where={"only_waiting": f"(({_STATE}) = 'waiting') = :only_waiting"},
)
_THOSE: Final = "(cast(:app_type as text) is null or app_type = :app_type)"
_VERSIONS = text(f"""
    select app_type, app_version, count(*) as devices from devices where {_THOSE}
    group by app_type, app_version order by 3 desc, 1, 2
""")
_USERS = text(f"select count(distinct user_id) from devices where {_THOSE}")
# Two that send the same at once: the second waits, and then sees the first.
_IN_TURN = text("select pg_advisory_xact_lock(hashtextextended('broadcast ' || :what, 0))")
_PASSED = text("""
    select extract(epoch from clock_timestamp() - max(sent_at))::float8 from broadcasts
    where kind = :kind and app_type is not distinct from cast(:app_type as text)
""")
_SEND = text(f"""
    with sent as (
        insert into broadcasts (kind, app_type, sent_by, approved_by, sent_at)
        values (:kind, :app_type, :sent_by, :approved_by, clock_timestamp()) returning id
    ), reached as (
        insert into broadcast_devices (broadcast_id, device_id, user_id, app_type, app_version)
        select sent.id, d.id, d.user_id, d.app_type, d.app_version from sent, devices d where {_THOSE}
        returning user_id
    )
    select (select id from sent) as id, count(*) as devices, count(distinct user_id) as users from reached
""")
_COUNTED = text("update broadcasts set devices = :devices, users = :users where id = :id")
_DEVICES = text(f"select count(*) from devices where {_THOSE}")
_IS_PROPOSED = text(f"""
    select exists(
        select from broadcast_proposals p
        where p.kind = :kind and p.app_type is not distinct from cast(:app_type as text) and ({_STATE}) = 'waiting'
    )
""")
_PROPOSE = text("""
    insert into broadcast_proposals (kind, app_type, asked_by, asked_by_id, devices)
    values (:kind, :app_type, :asked_by, :asked_by_id, :devices) returning id
""")
_LOCK_PROPOSAL = text(f"""
    select id, kind, app_type, asked_by, asked_by_id, devices, ({_STATE}) = 'waiting' as waits
    from broadcast_proposals p where id = :id for update
""")
_DECIDE = text("""
    update broadcast_proposals
    set decided_at = clock_timestamp(), decided_by = :by, reason = :reason, broadcast_id = :broadcast_id where id = :id
""")
_ONE = text("select * from broadcasts where id = :id")
_DAYS = text(f"""
    with one as (
        select id, (sent_at at time zone '{TIMEZONE}')::date as first from broadcasts where id = :id
    ), followed as (
        select (seen_at at time zone '{TIMEZONE}')::date as day, count(*) as seen
        from broadcast_devices where broadcast_id = :id and seen_at is not null group by 1
    )
    select d.day::date as day,
        coalesce((select sum(f.seen) from followed f where f.day <= d.day::date), 0)::int as seen
    from one, generate_series(
        one.first, least((now() at time zone '{TIMEZONE}')::date, one.first + {ADOPTION_DAYS - 1}), interval '1 day'
    ) d (day)
    order by 1
""")


@dataclass(frozen=True)
class Reached:
    """A broadcast that was just sent."""

    id: int
    devices: int
    users: int


@dataclass(frozen=True)
class Proposed:
    """A proposed broadcast, under its lock."""

    id: int
    kind: BroadcastKind
    app_type: str | None
    asked_by: str
    asked_by_id: int
    devices: int
    waits: bool


async def reach(connection: AsyncConnection, app_type: str | None, *, approved_from: int | None) -> Reach:
    """Devices and users of an app, or of all, and how long the last broadcast stands in the way.

    From ``approved_from`` devices on somebody else has to approve it; nobody, where that is None.
    """
    values = {"app_type": app_type}
    versions = [VersionReach(**row) for row in (await connection.execute(_VERSIONS, values)).mappings()]
    users: int = (await connection.execute(_USERS, values)).scalar_one()
    passed = await _seconds_since(connection, "web_upgrade" if app_type else "relogin", app_type)
    devices = sum(version.devices for version in versions)
    return Reach(
        devices=devices,
        users=users,
        versions=versions,
        wait_seconds=0 if passed is None else max(0, ceil(MINUTE_SECONDS - passed)),
        needs_approval=approved_from is not None and devices >= approved_from,
    )


async def seconds_since(connection: AsyncConnection, kind: str, app_type: str | None) -> float | None:
    """Seconds since the last such broadcast, None when there was none; nobody else sends one until the commit."""
    await connection.execute(_IN_TURN, {"what": app_type or kind})
    return await _seconds_since(connection, kind, app_type)


async def _seconds_since(connection: AsyncConnection, kind: str, app_type: str | None) -> float | None:
    passed: float | None = (await connection.execute(_PASSED, {"kind": kind, "app_type": app_type})).scalar_one()
    return passed


async def send(
    connection: AsyncConnection, kind: str, app_type: str | None, *, sent_by: str, approved_by: str | None = None
) -> Reached:
    """Write the broadcast and its ledger."""
    values = {"kind": kind, "app_type": app_type, "sent_by": sent_by, "approved_by": approved_by}
    reached = Reached(**(await connection.execute(_SEND, values)).mappings().one())
    await connection.execute(_COUNTED, {"id": reached.id, "devices": reached.devices, "users": reached.users})
    return reached


async def count_devices(connection: AsyncConnection, app_type: str | None) -> int:
    """Devices of an app, or of all."""
    devices: int = (await connection.execute(_DEVICES, {"app_type": app_type})).scalar_one()
    return devices


async def is_proposed(connection: AsyncConnection, kind: str, app_type: str | None) -> bool:
    """Whether the same waits for approval already."""
    waits: bool = (await connection.execute(_IS_PROPOSED, {"kind": kind, "app_type": app_type})).scalar_one()
    return waits


async def propose(
    connection: AsyncConnection, kind: str, app_type: str | None, *, asked_by: str, asked_by_id: int, devices: int
) -> int:
    """Have it wait for approval; what identifies that."""
    values = {"kind": kind, "app_type": app_type, "asked_by": asked_by, "asked_by_id": asked_by_id, "devices": devices}
    made: int = (await connection.execute(_PROPOSE, values)).scalar_one()
    return made


async def lock_proposal(connection: AsyncConnection, id: int) -> Proposed | None:
    """A proposed broadcast, that nobody else decides about until the commit; None when there is none."""
    row = (await connection.execute(_LOCK_PROPOSAL, {"id": id})).mappings().one_or_none()
    return None if row is None else Proposed(**row)


async def decide(
    connection: AsyncConnection, id: int, *, by: str, broadcast_id: int | None = None, reason: str | None = None
) -> None:
    """Note who approved it, which became that broadcast, or who declined it and why."""
    await connection.execute(_DECIDE, {"id": id, "by": by, "broadcast_id": broadcast_id, "reason": reason})


async def list_proposals(connection: AsyncConnection, call: ListProposals) -> Written[Page[Proposal]]:
    """One page of them, newest first."""
    return await _PROPOSALS.page(connection, call)


async def list_broadcasts(connection: AsyncConnection, call: ListBroadcasts) -> Written[Page[Broadcast]]:
    """One page of them, newest first."""
    return await _LIST.page(connection, call)


async def list_reached_devices(connection: AsyncConnection, call: ListReachedDevices) -> Written[Page[ReachedDevice]]:
    """One page of a ledger, those that followed last first. Raises ``NotFound``."""
    return await _LEDGER.page(connection, call)


async def adoption(connection: AsyncConnection, id: int) -> Adoption | None:
    """A broadcast and its days; None when there is none."""
    row = (await connection.execute(_ONE, {"id": id})).mappings().one_or_none()
    if row is None:
        return None
    days = (await connection.execute(_DAYS, {"id": id})).mappings()
    return Adoption(broadcast=Broadcast.model_validate(dict(row)), days=[AdoptionDay(**day) for day in days])
