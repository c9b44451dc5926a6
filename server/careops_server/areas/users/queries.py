"""SQL of users."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from sqlalchemy import text

from careops.calls.users import PlatformAccount, PlatformUser, UserRecord
from careops.models.billing import SubscribedPlan, Subscription
from careops_server.areas.users.reference import USER as KNOWN_USER
from careops_server.core.database import tables
from careops_server.core.database.connection import Connection
from careops_server.core.queries.counters import counter_sql
from careops_server.core.queries.json_select import columns_object, one_object, several
from careops_server.core.queries.list_query import ListQuery
from careops_server.core.queries.row_updates import UpdatableTable

_ACCOUNTS: Final = several(
    PlatformAccount,
    """user_accounts a
    left join clinics c on c.id = a.subject_id and a.account_type in ('clinic', 'hospital_clinic', 'clinic_admin')
    left join doctors d on d.id = a.subject_id and a.account_type = 'doctor'
    left join labs l on l.id = a.subject_id and a.account_type = 'lab'
    left join pharmacies p on p.id = a.subject_id and a.account_type = 'pharmacy'""",
    read={
        "email": "coalesce(c.email, l.email, p.email)",
        "role": "coalesce(a.role, 'owner')",
        "clinic_id": "c.id",
        "clinic_name": "c.name",
        "doctor_id": "d.id",
        "doctor_name": "nullif(concat_ws(' ', d.first_name, d.last_name), '')",
        "lab_id": "l.id",
        "lab_name": "l.name",
        "pharmacy_id": "p.id",
        "pharmacy_name": "p.name",
    },
    where="a.user_id = u.id",
    order="a.id",
)
_READ: Final = {
    "account": "(select a.account_type from user_accounts a where a.user_id = u.id order by a.id limit 1)",
    "status": "u.user_status",
    "user_accounts": _ACCOUNTS,
}
USERS: Final = ListQuery(
    PlatformUser,
    "users u",
    read=_READ,
    where={"active_users": "(u.user_status = 'ACTIVE') = :active_users"},
    contains={"search_text": "u.search_text"},
    fuzzy_search="search_text",
    total=counter_sql("users", "active_users"),
)
_SUBSCRIPTIONS: Final = several(
    Subscription,
    "billing_subscriptions s join billing_plans p on p.id = s.billing_plan_id",
    read={
        "plan": columns_object(SubscribedPlan, "p"),
        "billing_subscription_status": """case when s.cancelled_at is not null then 'cancelled'
            when s.expire_by <= now() then 'expired' when s.starts_at > now() then 'created' else 'active' end""",
    },
    where="s.user_id = :user_id",
    order="s.starts_at desc, s.id desc",
)
_ONE = text(
    f"select {one_object(PlatformUser, 'users u', read=_READ, where='u.id = :user_id')} as user,"
    f" {_SUBSCRIPTIONS} as subscriptions"
)
USER: Final = UpdatableTable(tables.users, frozenset({"growth_enabled", "packages_enabled", "user_status"}))
# Without the lock, two super admins could block each other at the same moment, and none would remain.
_HOLD = text("select pg_advisory_xact_lock(hashtextextended('super admins', 0))")
_ACTIVE = text("""
    select u.id from users u
    where u.user_status = 'ACTIVE'
      and exists (select from user_accounts a where a.user_id = u.id and a.account_type = 'super_admin')
""")
_AMONG = text("select user_id from user_accounts where user_id = any(:ids) and account_type = 'super_admin'")


async def read_user(connection: Connection, user_id: int) -> UserRecord:
    """Return a user with accounts and subscriptions. Raises ``NotFound``."""
    user = (await connection.execute(_ONE, {"user_id": user_id})).mappings().one_row()
    if user["user"] is None:
        raise KNOWN_USER.not_found()
    return UserRecord.model_validate(user)


async def lock_super_admins(connection: Connection) -> None:
    """Lock changes of status until the transaction ends."""
    await connection.execute(_HOLD)


async def active_super_admins(connection: Connection) -> set[int]:
    """Return the ids of the active super admins."""
    return set((await connection.execute(_ACTIVE)).scalars())


async def super_admins(connection: Connection, ids: Iterable[int]) -> set[int]:
    """Return the super admins among ``ids``, active or not."""
    return set((await connection.execute(_AMONG, {"ids": list(ids)})).scalars())
