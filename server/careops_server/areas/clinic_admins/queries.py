"""SQL of clinic admins: accounts of type ``clinic_admin`` for one clinic."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from sqlalchemy import text

from careops.calls.clinic_admins import ClinicAdmin
from careops_server.areas.clinics.reference import CLINIC
from careops_server.core.auth import queries as users
from careops_server.core.database import tables
from careops_server.core.database.connection import Connection
from careops_server.core.database.row_statements import insert_row
from careops_server.core.queries.list_query import ListQuery

CLINIC_ADMINS: Final = ListQuery(
    ClinicAdmin,
    "user_accounts a",
    base_filter="a.account_type = 'clinic_admin' and a.subject_id = :clinic_id",
    joins="join users u on u.id = a.user_id",
    read={"name": "u.name", "phone_number": "u.phone_number", "email": "u.email", "status": "u.user_status"},
    parent=CLINIC,
)
# A user without accounts and property can be created again with the same number.
_SAME_USER = text("""
    update users u set name = :name, email = :email, password_hash = :password_hash, must_change_password = true,
                       updated_at = now()
    where u.phone_number = :phone_number and u.user_status = 'ACTIVE'
      and not exists (select from user_accounts a where a.user_id = u.id)
      and not exists (select from clinics c where c.user_id = u.id)
      and not exists (select from doctors d where d.user_id = u.id)
    returning u.id
""")
_NEW_ACCOUNT = insert_row(tables.user_accounts, "user_id account_type role subject_id", returning="id")
_DELETE = text("""
    delete from user_accounts a using users u
    where a.id = :admin_id and a.account_type = 'clinic_admin' and a.subject_id = :clinic_id and u.id = a.user_id
    returning a.user_id, u.name, u.phone_number, u.email
""")


async def create_clinic_admin(
    connection: Connection, clinic_id: int, values: Mapping[str, Any]
) -> tuple[int, int] | None:
    """Create an admin. Return ``(admin id, user id)``, None if the phone number is taken."""
    user_id = await users.create_user(connection, values)
    if user_id is None:
        user_id = (await connection.execute(_SAME_USER, values)).scalar_one_or_none()
    if user_id is None:
        return None
    account = {"user_id": user_id, "account_type": "clinic_admin", "role": "admin", "subject_id": clinic_id}
    admin_id = (await connection.execute(_NEW_ACCOUNT, account)).scalar_one()
    return admin_id, user_id


async def delete_clinic_admin(connection: Connection, clinic_id: int, admin_id: int) -> Mapping[str, Any] | None:
    """Delete the account. Return its previous values, None if the clinic has no such admin."""
    values = {"clinic_id": clinic_id, "admin_id": admin_id}
    return (await connection.execute(_DELETE, values)).mappings().one_or_none()
