"""SQL of login throttling: a row per key and attempt, until the window has passed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from sqlalchemy import text

from careops_server.core.database.connection import Connection

OPEN_SECONDS: Final = 20
"""Longer than a password waits for hashing. An older open place was left by a worker that died, and counts as
failed.
"""

# Attempts of one account or address reserve their places one at a time. The count is a separate statement, so that it
# sees the places reserved before.
_TAKE_TURNS = text("""
    select pg_advisory_xact_lock(hashtextextended('sign-in ' || key, 0))
    from (select unnest(cast(:keys as text[])) as key order by 1) k
""")
_COUNTED = text(f"""
    select k.key,
        count(*) filter (where not (f.pending and f.failed_at > now() - interval '{OPEN_SECONDS} s')) as failed,
        count(*) filter (where f.pending and f.failed_at > now() - interval '{OPEN_SECONDS} s') as open
    from unnest(cast(:keys as text[])) k (key)
    join sign_in_failures f on f.key = k.key and f.failed_at > now() - :minutes * interval '1 minute'
    group by k.key
""")
_OLDEST = text("""
    select extract(epoch from min(failed_at) + :minutes * interval '1 minute' - now())::float8
    from sign_in_failures where key = any(:keys) and failed_at > now() - :minutes * interval '1 minute'
""")
_TAKE_PLACES = text("""
    insert into sign_in_failures (key, failed_at, pending) select unnest(cast(:keys as text[])), now(), true
    returning id
""")
_SETTLE = text("update sign_in_failures set pending = false where id = any(:places)")
_WITHDRAW = text("delete from sign_in_failures where id = any(:places)")
_FORGIVE = text("delete from sign_in_failures where id = any(:places) or (key = :key and not pending)")
_REMEMBER = text("""
    insert into sign_in_addresses as a (address, seen_at) values (:address, now())
    on conflict (address) do update set seen_at = now() where a.seen_at < now() - interval '1 hour'
""")
_KNOWS = text("select exists (select 1 from sign_in_addresses where address = :address)")


@dataclass(frozen=True)
class Counted:
    """Attempts under one key within the window."""

    failed: int = 0
    open: int = 0
    """Attempts in progress."""


async def lock_keys(connection: Connection, keys: Sequence[str]) -> None:
    """Lock these keys until the transaction ends."""
    await connection.execute(_TAKE_TURNS, {"keys": list(keys)})


async def count_attempts(connection: Connection, keys: Sequence[str], minutes: float) -> dict[str, Counted]:
    """Return the attempts under each key."""
    rows = (await connection.execute(_COUNTED, {"keys": list(keys), "minutes": minutes})).all()
    counts = {row.key: Counted(row.failed, row.open) for row in rows}
    return {key: counts.get(key, Counted()) for key in keys}


async def seconds_left(connection: Connection, keys: Sequence[str], minutes: float) -> float:
    """Return the seconds until the oldest failure leaves the window."""
    left = (await connection.execute(_OLDEST, {"keys": list(keys), "minutes": minutes})).scalar_one()
    return float(left or 1.0)


async def add_attempts(connection: Connection, keys: Sequence[str]) -> tuple[int, ...]:
    """Count an attempt under every key. Return the ids of the rows."""
    return tuple((await connection.execute(_TAKE_PLACES, {"keys": list(keys)})).scalars())


async def mark_failed(connection: Connection, places: Sequence[int]) -> None:
    """Settle the attempt as failed."""
    await connection.execute(_SETTLE, {"places": list(places)})


async def withdraw(connection: Connection, places: Sequence[int]) -> None:
    """Remove the attempt."""
    await connection.execute(_WITHDRAW, {"places": list(places)})


async def clear_failures(connection: Connection, key: str, places: Sequence[int]) -> None:
    """Delete a key's failures and this attempt. Other open attempts stay."""
    await connection.execute(_FORGIVE, {"key": key, "places": list(places)})


async def remember_address(connection: Connection, address: str) -> None:
    """Store an address from which staff signed in."""
    await connection.execute(_REMEMBER, {"address": address})


async def knows_address(connection: Connection, address: str) -> bool:
    """Return whether staff signed in from an address recently."""
    return (await connection.execute(_KNOWS, {"address": address})).scalar_one(bool)
