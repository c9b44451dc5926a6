"""SQL that stores the request log of API keys and its counters."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import date
from typing import Final, NamedTuple

from sqlalchemy import text

from careops_server.core.database.connection import Connection

_LOCK: Final = 0x6B65_795F_6C6F_67  # "key_log"

# The lock is held until the commit, so that the counters are current: the limits are those of all workers together.
_IN_TURN = text("select pg_advisory_xact_lock(:key)")
_LOGGED = text("select day, key_id, status, logged from api_key_request_days where day = any(cast(:days as date[]))")
# A request is stored once, even if the result of an earlier commit was unknown.
_STORE = text("""
    with stored as (
        insert into api_key_requests
            (occurred_at, key_id, method, call_name, status, codes, duration_ms, request_id, ip_address)
        select to_timestamp(occurred_at), key_id, method, call_name, status, string_to_array(codes, ','), duration_ms,
            request_id, ip_address
        from unnest(cast(:occurred_at as float8[]), cast(:key_id as bigint[]), cast(:method as text[]),
            cast(:call_name as text[]), cast(:status as smallint[]), cast(:codes as text[]),
            cast(:duration_ms as real[]), cast(:request_id as text[]), cast(:ip_address as text[]))
            as t (occurred_at, key_id, method, call_name, status, codes, duration_ms, request_id, ip_address)
        on conflict on constraint uq_api_key_requests_request do nothing
        returning occurred_at, key_id, status
    )
    select cast(occurred_at at time zone 'Asia/Kolkata' as date) as day, key_id, status, count(*) as number
    from stored group by 1, 2, 3
""")
_COUNT = text("""
    insert into api_key_request_days as d (day, key_id, status, total, logged)
    select * from unnest(cast(:days as date[]), cast(:key_ids as bigint[]), cast(:statuses as smallint[]),
        cast(:totals as bigint[]), cast(:logged as integer[]))
    on conflict (day, key_id, status) do update
        set total = d.total + excluded.total, logged = d.logged + excluded.logged
""")


class LoggedRequest(NamedTuple):
    """Entry of the request log."""

    occurred_at: float
    """Unix time."""
    key_id: int
    method: str
    call_name: str
    status: int
    codes: str
    """Error codes, separated by commas."""
    duration_ms: float
    request_id: str
    ip_address: str


class DayStatus(NamedTuple):
    """Identity of a counter: the requests of a key on a day with the same status."""

    day: date
    """Day in India."""
    key_id: int
    status: int


class Limits(NamedTuple):
    """Maximum number of entries of a day."""

    per_status: int
    in_all: int


async def store(
    connection: Connection,
    requests: Sequence[tuple[DayStatus, LoggedRequest]],
    omitted: Mapping[DayStatus, int],
    limits: Limits,
) -> frozenset[DayStatus]:
    """Store the requests for which the day has room, and count all of them.

    Return the counters that are full.
    """
    await connection.execute(_IN_TURN, {"key": _LOCK})
    days = {counter.day for counter, _ in requests} | {counter.day for counter in omitted}
    rows = await connection.execute(_LOGGED, {"days": sorted(days)})
    logged = Counter({DayStatus(row.day, row.key_id, row.status): row.logged for row in rows})
    in_all = Counter[date]()
    for counter, number in logged.items():
        in_all[counter.day] += number
    totals, chosen = Counter(omitted), list[LoggedRequest]()
    for counter, request in requests:
        if logged[counter] < limits.per_status and in_all[counter.day] < limits.in_all:
            logged[counter] += 1
            in_all[counter.day] += 1
            chosen.append(request)
        else:
            totals[counter] += 1
    stored = await _store(connection, chosen) if chosen else Counter[DayStatus]()
    await _count(connection, totals + stored, stored)
    is_full = {day for day, number in in_all.items() if number >= limits.in_all}
    return frozenset(
        counter for counter, number in logged.items() if number >= limits.per_status or counter.day in is_full
    )


async def _store(connection: Connection, requests: Sequence[LoggedRequest]) -> Counter[DayStatus]:
    columns = zip(*requests, strict=True)
    values = {name: list(column) for name, column in zip(LoggedRequest._fields, columns, strict=True)}
    rows = await connection.execute(_STORE, values)
    return Counter({DayStatus(row.day, row.key_id, row.status): row.number for row in rows})


async def _count(connection: Connection, totals: Counter[DayStatus], logged: Counter[DayStatus]) -> None:
    values = {
        "days": [counter.day for counter in totals],
        "key_ids": [counter.key_id for counter in totals],
        "statuses": [counter.status for counter in totals],
        "totals": list(totals.values()),
        "logged": [logged[counter] for counter in totals],
    }
    await connection.execute(_COUNT, values)
