"""SQL of realtime events. Transactions add events one at a time; clients replay them from any id."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import orjson
from sqlalchemy import text

from careops.calls.realtime import Event
from careops_server.core.database.connection import Connection
from careops_server.core.principal import OutgoingEvent

NOTIFIED: Final = "careops_events"
"""PostgreSQL's notification channel that wakes every worker."""
LISTEN = text(f"listen {NOTIFIED}")
_LOCK: Final = 0x6576_656E_7473  # "events"

# The lock is held until the commit, so that ids become visible in order: a reader that has seen an id has seen all
# before it. It is taken at the end of a transaction, so others wait no longer than one commit.
_IN_TURN = text("select pg_advisory_xact_lock(:key)")
# The payload is empty: a woken worker reads on from its last id. The time is not the start of the transaction, which
# would be too early by the length of the transaction.
_RAISE = text(f"""
    with raised as (
        insert into realtime_events (channel, event, data, raised_at)
        select one ->> 'channel', one ->> 'event', one -> 'data', clock_timestamp()
        from jsonb_array_elements(cast(:raised as jsonb)) with ordinality as t (one, position)
        order by position
        returning id
    )
    select pg_notify('{NOTIFIED}', '') from (select count(*) from raised) n
""")
_AFTER = text("""
    select id, channel, event, data, raised_at from realtime_events
    where id > :since and (cast(:upto as bigint) is null or id <= :upto)
      and (cast(:channels as text[]) is null or channel = any(:channels))
    order by id limit :most
""")
_SERVE = text("""
    insert into console_build as c (build) values (:build)
    on conflict (only_one) do update set build = excluded.build, since = now() where c.build <> excluded.build
    returning xmax <> 0 as is_another
""")
_LAST_BEFORE = text("""
    select id from realtime_events where raised_at <= now() - make_interval(secs => :seconds)
    order by raised_at desc, id desc limit 1
""")
_BOUNDS = text("select coalesce(min(id), 0) as first, coalesce(max(id), 0) as last from realtime_events")


async def raise_events(connection: Connection, raised: Sequence[OutgoingEvent]) -> None:
    """Store events and notify all workers at the commit. Call it last in a transaction."""
    await connection.execute(_IN_TURN, {"key": _LOCK})
    await connection.execute(_RAISE, {"raised": orjson.dumps(raised).decode()})


async def events_after(
    connection: Connection,
    since: int,
    *,
    channels: Sequence[str] | None = None,
    upto: int | None = None,
    most: int,
) -> list[Event]:
    """Return events after an id, in order."""
    values = {"since": since, "upto": upto, "channels": None if channels is None else list(channels), "most": most}
    rows = (await connection.execute(_AFTER, values)).mappings()
    return [Event.model_validate(row) for row in rows]


async def serve_build(connection: Connection, build: str) -> bool:
    """Store the served console build. Return whether it replaces another one."""
    return bool((await connection.execute(_SERVE, {"build": build})).scalar_one_or_none())


async def last_before(connection: Connection, ms: int) -> int:
    """Return the id of the last event that is older than a number of milliseconds, 0 if there is none."""
    return (await connection.execute(_LAST_BEFORE, {"seconds": ms / 1000})).scalar_one_or_none() or 0


async def bounds(connection: Connection) -> tuple[int, int]:
    """Return the ids of the first and the last event, 0 if there are none."""
    row = (await connection.execute(_BOUNDS)).one_row()
    return row.first, row.last
