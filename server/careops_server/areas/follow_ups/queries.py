"""SQL of follow-ups."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Any, Final

from sqlalchemy import text

from careops.calls.follow_ups import NO_FOLLOW_UP, FollowUp
from careops.models.record_refs import Record
from careops_server.areas.records.access import READ_BY, readers_of
from careops_server.areas.records.queries import is_of_ref, name_of, ref_of
from careops_server.core.database import tables
from careops_server.core.database.connection import Connection
from careops_server.core.database.row_statements import insert_row, update_row
from careops_server.core.queries.list_query import ListQuery
from careops_server.core.queries.references import Reference
from careops_server.core.queries.row_updates import UpdatableTable

_STAFF: Final = ", ".join(sorted({f"'{each}'" for each in chain.from_iterable(map(readers_of, READ_BY))}))
# Behind a gateway there are no accounts, elsewhere no sessions of a gateway. Most accounts are not of staff.
_READERS: Final = f"""
    select s.user_id, r.kind from (
        select a.user_id, a.account_type from user_accounts a join users u on u.id = a.user_id
        where a.account_type in ({_STAFF}) and u.user_status = 'ACTIVE'
        union all
        select cast(g.person ->> 'id' as bigint), g.account_type from gateway_sessions g
        where g.person ->> 'id' is not null
    ) s join (values {", ".join(f"('{type}', '{kind}')" for kind in READ_BY for type in readers_of(kind))}) r
        (account_type, kind) on r.account_type = s.account_type
"""
"""Staff who may sign in, with each kind of record that they may read."""


def is_unattended(alias: str) -> str:
    """Return SQL for whether a follow-up has no owner who can work on it.

    The owner was deleted, cannot sign in any more, or may not read records of the kind any more. The staff are read
    once per statement.
    """
    return f"""({alias}.owner_role is null and (
        {alias}.owner_id is null or ({alias}.owner_id, {alias}.kind) not in ({_READERS})
    ))"""


def owner_name(alias: str) -> str:
    """Return SQL for the current name of the owner, or the last one of a deleted user."""
    name = f"(select nullif(u.name, '') from users u where u.id = {alias}.owner_id)"
    return f"coalesce({name}, {alias}.owner_name)"


FOLLOW_UP_REF: Final = Reference("follow_ups", "follow_up_id", NO_FOLLOW_UP)
FOLLOW_UP: Final = UpdatableTable(
    tables.follow_ups,
    frozenset({"what", "owner_id", "owner_role", "owner_name", "due"}),
    also=frozenset({"kind", "record_id", "state", "closed_reason"}),
)
# Every condition of an owner begins with the state, like the indexes, so that open and due ones are a range.
FOLLOW_UPS: Final = ListQuery(
    FollowUp,
    "follow_ups f",
    read={
        "record": ref_of("f"),
        "record_name": name_of("f"),
        "owner_name": owner_name("f"),
    },
    base_filter="f.kind = any(:kinds)",
    where={
        "mine": "(f.owner_id = cast(:user_id as bigint) or f.owner_role = :account_type)",
        "owner": "f.owner_id = :owner",
        "role": "f.owner_role = :role",
        "unattended": f"{is_unattended('f')} = :unattended",
        "state": "f.state = :state",
        "due_until": "f.due <= :due_until",
        "record": is_of_ref("f", "record"),
    },
    contains={"search_text": "lower(f.what)"},
    phonetic=False,
    order="f.due",
)
_CREATE: Final = insert_row(
    tables.follow_ups, "kind record_id what owner_id owner_role owner_name due created_by", returning="id"
)
_CLOSE: Final = update_row(tables.follow_ups, "state closed_reason closed_by", now="closed_at updated_at")
_REOPEN: Final = update_row(tables.follow_ups, "state closed_reason closed_at closed_by", now="updated_at")
_HAND_OVER: Final = text("""
    update follow_ups
    set owner_id = :owner_id, owner_role = :owner_role, owner_name = :owner_name, handed_over_by = :handed_over_by,
        handed_over_at = now(), handover_note = :note, updated_at = now()
    where id = any(:ids)
""")


async def create_follow_up(connection: Connection, record: Record, values: Mapping[str, Any]) -> int:
    """Add a follow-up and return its id."""
    columns = {**values, "kind": record.kind, "record_id": record.id}
    return (await connection.execute(_CREATE, columns)).scalar_one(int)


async def close_follow_up(connection: Connection, id: int, *, state: str, reason: str | None, closed_by: str) -> None:
    """Close a follow-up."""
    await connection.execute(_CLOSE, {"id": id, "state": state, "closed_reason": reason, "closed_by": closed_by})


async def reopen_follow_up(connection: Connection, id: int) -> None:
    """Open a closed follow-up again."""
    values = dict.fromkeys(("closed_reason", "closed_at", "closed_by"))
    await connection.execute(_REOPEN, {**values, "id": id, "state": "open"})


async def hand_over(connection: Connection, ids: Sequence[int], values: Mapping[str, Any]) -> None:
    """Set the owner of follow-ups, and who handed them over with which note."""
    await connection.execute(_HAND_OVER, {**values, "ids": list(ids)})
