"""SQL of presence. Expired announcements do not count; the next announcement of their account deletes them."""

from __future__ import annotations

from typing import Any, Final
from uuid import UUID

from sqlalchemy import text

from careops.calls.presence import PresentColleague
from careops.constants import MAX_PRESENCES, PRESENCE_SECONDS
from careops.models.record_refs import Record
from careops_server.core.database.connection import Connection
from careops_server.core.principal import Actor

_IS_VALID: Final = f"p.seen_at > now() - interval '{PRESENCE_SECONDS} seconds'"
_IS_OF_RECORD: Final = "p.kind = :kind and p.record_id = :record_id"
_OTHERS: Final = text(f"""
    select p.user_id, nullif((array_agg(p.user_name order by p.seen_at desc))[1], '') as name,
        (array_agg(p.account_type order by p.seen_at desc))[1] as account_type,
        bool_or(p.editing) as editing, min(p.since) as since
    from record_presence p where {_IS_OF_RECORD} and p.user_id <> :user_id and {_IS_VALID}
    group by p.user_id order by bool_or(p.editing) desc, min(p.since), p.user_id
""")
# One transaction at a time for each account, so that parallel requests cannot exceed the limit, and for each record, so
# that of two people who open it at once the second one sees the first. All transactions lock in this order.
_LOCK_ACCOUNT: Final = text("select pg_advisory_xact_lock(hashtextextended('presence of an account', :user_id))")
_LOCK_RECORD: Final = text("""
    select pg_advisory_xact_lock(hashtextextended('presence ' || cast(:kind as text), :record_id))
""")
_IS_EDITING: Final = text(f"""
    select bool_or(p.editing) from record_presence p
    where {_IS_OF_RECORD} and p.user_id = :user_id and {_IS_VALID}
""")
_ANNOUNCE: Final = text(f"""
    insert into record_presence as p (user_id, tab, kind, record_id, session_id, user_name, account_type, editing)
    values (:user_id, :tab, :kind, :record_id, :session_id, :user_name, :account_type, :editing)
    on conflict (user_id, tab, kind, record_id) do update
    set session_id = excluded.session_id, user_name = excluded.user_name, account_type = excluded.account_type,
        editing = excluded.editing, since = case when {_IS_VALID} then p.since else now() end, seen_at = now()
""")
_DROP_OLDEST: Final = text(f"""
    delete from record_presence p using (
        select tab, kind, record_id, row_number() over (order by seen_at desc, tab, kind, record_id) as place
        from record_presence where user_id = :user_id
    ) o
    where p.user_id = :user_id and p.tab = o.tab and p.kind = o.kind and p.record_id = o.record_id
        and (o.place > {MAX_PRESENCES} or not {_IS_VALID})
    returning p.kind, p.record_id, {_IS_VALID} as is_valid
""")
_END: Final = text("""
    delete from record_presence
    where user_id = :user_id and tab = :tab and kind = :kind and record_id = :record_id
""")
_END_SESSION: Final = text("""
    delete from record_presence where session_id = :session_id returning kind, record_id
""")


async def list_others(connection: Connection, record: Record, user_id: int) -> list[PresentColleague]:
    """Return the users who have the record open, except one. Those who edit it come first."""
    rows = (await connection.execute(_OTHERS, {**_key(record), "user_id": user_id})).mappings()
    return [PresentColleague.model_validate(row) for row in rows]


async def lock_presence(connection: Connection, record: Record, user_id: int) -> None:
    """Lock the announcements of the account and of the record until the transaction ends."""
    await connection.execute(_LOCK_ACCOUNT, {"user_id": user_id})
    await connection.execute(_LOCK_RECORD, _key(record))


async def is_editing(connection: Connection, record: Record, user_id: int) -> bool | None:
    """Return whether the user edits the record in any tab; None if the user does not have it open."""
    return (await connection.execute(_IS_EDITING, {**_key(record), "user_id": user_id})).scalar_one_or_none(bool)


async def announce(connection: Connection, record: Record, actor: Actor, *, tab: str, editing: bool) -> list[Record]:
    """Store or renew an announcement. Return the records whose announcements exceeded the limit of the account."""
    person = {"user_id": actor.user.id, "user_name": actor.user.name, "account_type": actor.account_type}
    values = {**_key(record), **person, "tab": tab, "session_id": actor.session_id, "editing": editing}
    await connection.execute(_ANNOUNCE, values)
    dropped = (await connection.execute(_DROP_OLDEST, {"user_id": actor.user.id})).all()
    return [Record(row.kind, row.record_id) for row in dropped if row.is_valid]


async def end(connection: Connection, record: Record, user_id: int, tab: str) -> None:
    """Delete an announcement, if there is one."""
    await connection.execute(_END, {**_key(record), "user_id": user_id, "tab": tab})


async def end_session(connection: Connection, user_id: int, session_id: UUID) -> list[Record]:
    """Delete the announcements of a user's session. Return their records."""
    await connection.execute(_LOCK_ACCOUNT, {"user_id": user_id})
    rows = (await connection.execute(_END_SESSION, {"session_id": session_id})).all()
    return sorted({Record(row.kind, row.record_id) for row in rows})


def _key(record: Record) -> dict[str, Any]:
    return {"kind": record.kind, "record_id": record.id}
