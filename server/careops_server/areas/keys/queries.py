"""SQL of API keys. Only their hashes are stored."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final

from sqlalchemy import text

from careops.calls import keys as calls
from careops.constants import TIMEZONE
from careops_server.core.database import tables
from careops_server.core.database.connection import Connection
from careops_server.core.database.row_statements import update_row
from careops_server.core.queries.list_query import ListQuery

KEYS: Final = ListQuery(calls.Key, "program_keys k")
_LATELY: Final = f"r.occurred_at > now() - interval '{calls.LOG_DAYS} days'"
REQUESTS: Final = ListQuery(
    calls.KeyRequest,
    "api_key_requests r",
    read={"key_name": "k.name", "request": "r.request_id"},
    joins="join program_keys k on k.id = r.key_id",
    base_filter=_LATELY,
    where={
        "key_id": "r.key_id = :key_id",
        "since": "r.occurred_at >= :since",
        "until": "r.occurred_at < :until",
        "status": "r.status / 100 = cast(left(:status, 1) as integer)",
        "call_name": "r.call_name = :call_name",
        "code": ":code = any(r.codes)",
    },
    order="r.occurred_at desc",
)
_CHOSEN: Final = """
    (cast(:key_id as bigint) is null or r.key_id = :key_id)
    and (cast(:since as timestamptz) is null or {at} >= {since})
    and (cast(:until as timestamptz) is null or {at} {before} {until})
"""
_DAY: Final = f"cast({{}} at time zone '{TIMEZONE}' as date)"
_DAYS = text(f"""
    select r.day, cast(sum(r.total) as bigint) as total,
        cast(coalesce(sum(r.total) filter (where r.status >= 400), 0) as bigint) as refused,
        cast(sum(r.total - r.logged) as bigint) as omitted
    from api_key_request_days r
    where r.day >= {_DAY.format("now()")} - {calls.LOG_DAYS}
        and {_CHOSEN.format(at="r.day", since=_DAY.format(":since"), before="<=", until=_DAY.format(":until"))}
    group by r.day order by r.day desc
""")
_ERRORS = text(f"""
    with grouped as (
        select r.call_name, code, r.status, count(*) as total, min(r.occurred_at) as first_at,
            max(r.occurred_at) as last_at, (array_agg(r.request_id order by r.occurred_at desc))[1] as last_request
        from api_key_requests r left join unnest(r.codes) as code on true
        where r.status >= 400 and {_LATELY}
            and {_CHOSEN.format(at="r.occurred_at", since=":since", before="<", until=":until")}
        group by r.call_name, code, r.status
    )
    select *, count(*) over () as groups from grouped
    order by total desc, last_at desc, call_name, code, status limit {calls.MAX_ERROR_GROUPS}
""")
_CREATE = text("""
    insert into program_keys (name, token_hash, ends_with, scopes, per_minute, created_by, created_by_id, expires_at)
    values (:name, :token_hash, :ends_with, :scopes, :per_minute, :created_by, :created_by_id,
        now() + :expires_in_days * interval '1 day')
    on conflict (name) do nothing returning id
""")
_LOCK = text("""
    select name, scopes, revoked_at is null and expires_at > now() as works, revoked_at is not null as revoked
    from program_keys where id = :id for update
""")
_ROTATE = text("""
    update program_keys set previous_hash = token_hash, previous_until = now() + :overlap_hours * interval '1 hour',
        token_hash = :token_hash, ends_with = :ends_with, rotated_by_id = :by_id
    where id = :id
""")
_REVOKE = update_row(tables.program_keys, "", now="revoked_at")


async def read_key(connection: Connection, key_id: int) -> calls.Key | None:
    """Return a key as the list shows it, or None."""
    return await KEYS.find_by_id(connection, key_id)


async def create_key(connection: Connection, values: Mapping[str, Any]) -> int | None:
    """Create an API key and return its id, None if the name is taken."""
    return (await connection.execute(_CREATE, values)).scalar_one_or_none(int)


async def lock_key(connection: Connection, key_id: int) -> Mapping[Any, Any] | None:
    """Lock an API key and return it, None if there is no such key."""
    return (await connection.execute(_LOCK, {"id": key_id})).mappings().one_or_none()


async def rotate_key(
    connection: Connection, key_id: int, *, token_hash: bytes, ends_with: str, overlap_hours: int, by_id: int
) -> None:
    """Replace an API key. The previous one stays valid for ``overlap_hours``."""
    values = {"id": key_id, "token_hash": token_hash, "ends_with": ends_with, "overlap_hours": overlap_hours}
    await connection.execute(_ROTATE, {**values, "by_id": by_id})


async def revoke_key(connection: Connection, key_id: int) -> None:
    """Revoke an API key."""
    await connection.execute(_REVOKE, {"id": key_id})


async def read_log_summary(
    connection: Connection, key_id: int | None, since: datetime | None, until: datetime | None
) -> calls.KeyLogSummary:
    """Return the days and the errors of the request log."""
    values = {"key_id": key_id, "since": since, "until": until}
    days = (await connection.execute(_DAYS, values)).mappings()
    errors = (await connection.execute(_ERRORS, values)).mappings().all()
    return calls.KeyLogSummary(
        days=[calls.KeyLogDay.model_validate(row) for row in days],
        errors=[calls.KeyErrorGroup.model_validate(row) for row in errors],
        error_groups=errors[0]["groups"] if errors else 0,
    )
