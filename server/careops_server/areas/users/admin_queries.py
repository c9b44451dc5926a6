"""SQL that creates an installation's first account with its audit event."""

from __future__ import annotations

from collections.abc import Mapping

from sqlalchemy import Connection, bindparam, text
from sqlalchemy.dialects.postgresql import JSONB

_NEW = text("""
    insert into users (name, phone_number, password_hash, must_change_password)
    values (:name, :phone_number, :password_hash, true)
    on conflict (phone_number) do nothing returning id
""")
_ACCOUNT = text("insert into user_accounts (user_id, account_type) values (:user_id, :account_type)")
_EVENT = text("""
    insert into audit_events (occurred_at, key, event_status, actor_name, resource_type, resource_id, request_id,
                              description, after)
    values (clock_timestamp(), 'admin.create', 'SUCCESS', 'terminal', 'user', :user_id, :request_id,
            'Created at the terminal', :after)
""").bindparams(bindparam("after", type_=JSONB))


def new_user(connection: Connection, values: Mapping[str, object]) -> int | None:
    """Create a user and return the id, None if the phone number is taken."""
    user_id: int | None = connection.execute(_NEW, values).scalar_one_or_none()
    return user_id


def new_account(connection: Connection, user_id: int, account_type: str, *, request_id: str) -> None:
    """Give a user an account for the console, and record the audit event."""
    connection.execute(_ACCOUNT, {"user_id": user_id, "account_type": account_type})
    after = {"account_type": account_type}
    connection.execute(_EVENT, {"user_id": str(user_id), "request_id": request_id, "after": after})
