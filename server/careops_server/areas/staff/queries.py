"""SQL of staff: accounts that may sign in to the console."""

from __future__ import annotations

from collections.abc import Collection
from functools import cache
from typing import Final, NamedTuple

from sqlalchemy import TextClause, text

from careops.calls.staff import MAX_STAFF, StaffAccount
from careops.constants import ACCOUNT_TYPES
from careops_server.core.database.connection import Connection
from careops_server.core.search.terms import conditions, patterns

# Staff are some hundreds of accounts, found by the index on account types. The account type is the one of a session, as
# in `stored_account_type`.
_ACCOUNTS: Final = """
    select u.id, u.name,
        case when bool_or(a.account_type = 'super_admin') then 'super_admin'
            when bool_or(a.account_type = 'billing_admin') then 'billing_admin' else 'customer_care' end as account_type
    from user_accounts a join users u on u.id = a.user_id
    where a.account_type = any(:types) and u.user_status = 'ACTIVE'
    group by u.id
"""
_SESSIONS: Final = """
    select distinct on (s.person ->> 'id')
        cast(s.person ->> 'id' as bigint) as id, coalesce(s.person ->> 'name', '') as name, s.account_type
    from gateway_sessions s where s.account_type = any(:types) and s.person ->> 'id' is not null
    order by s.person ->> 'id', s.started_at desc
"""
_SOURCES: Final = {False: _ACCOUNTS, True: _SESSIONS}
"""By whether another platform holds the accounts."""
_AMONG: Final = {
    elsewhere: text(f"select id, name, account_type from ({source}) staff where id = any(:ids)")
    for elsewhere, source in _SOURCES.items()
}


class NamedStaff(NamedTuple):
    """Name and account type of a member of staff."""

    name: str
    account_type: str


async def list_staff(connection: Connection, search_text: str | None, *, elsewhere: bool) -> list[StaffAccount]:
    """Return accounts that may sign in, by name, at most ``MAX_STAFF``.

    ``elsewhere`` means that another platform holds the accounts, as behind a gateway.
    """
    searched = patterns("search", search_text)
    statement = _list(_SOURCES[elsewhere], frozenset(searched))
    rows = await connection.execute(statement, {"types": list(ACCOUNT_TYPES), **searched})
    return [StaffAccount.model_validate(row) for row in rows.mappings()]


async def find_staff(connection: Connection, ids: Collection[int], *, elsewhere: bool = False) -> dict[int, NamedStaff]:
    """Return the accounts among ``ids`` that may sign in, with name and account type. Other ids are left out.

    ``elsewhere`` means that another platform holds the accounts, as behind a gateway.
    """
    values = {"types": list(ACCOUNT_TYPES), "ids": sorted(set(ids))}
    rows = await connection.execute(_AMONG[elsewhere], values)
    return {row["id"]: NamedStaff(row["name"], row["account_type"]) for row in rows.mappings()}


@cache
def _list(source: str, searched: frozenset[str]) -> TextClause:
    where = " and ".join(["true", *conditions({"search": "lower(staff.name)"}, searched)])
    return text(f"""
        select id, name, account_type from ({source}) staff
        where {where} order by lower(name), id limit {MAX_STAFF}
    """)
